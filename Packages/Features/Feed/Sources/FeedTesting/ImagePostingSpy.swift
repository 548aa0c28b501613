public import FeedAPI
import Locking

/// Answers with one result, and remembers what was posted.
public final class ImagePostingSpy: ImagePosting {
    private let result: Result<FeedImage, ImagePostingError>
    private let recorded = Locked<[ImageDraft]>([])

    /// Creates a spy.
    public init(_ result: Result<FeedImage, ImagePostingError>) {
        self.result = result
    }

    /// What was posted, in order.
    public var drafts: [ImageDraft] { recorded.current }

    /// Answers with the result, after reporting that all was sent.
    public func post(
        _ draft: ImageDraft, progress: (@Sendable (ImageUploadProgress) -> Void)?
    ) async throws(ImagePostingError) -> FeedImage {
        recorded.withLock { $0.append(draft) }
        progress?(ImageUploadProgress(sentBytes: 1, totalBytes: 1))
        return try result.get()
    }
}
