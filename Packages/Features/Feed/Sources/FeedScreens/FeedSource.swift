import FeedAPI
import ScreensAPI

/// Has the feed for whoever looks: that of the person who is logged in, or that
/// which everybody sees.
struct FeedSource: Sendable {
    let everybody: any FeedReading
    let people: Scoped<any FeedReading>?

    func callAsFunction(for request: ScreenRequest) async throws -> any FeedReading {
        guard request.person != nil, let people else { return everybody }
        return try await people(at: request.browser)
    }
}
