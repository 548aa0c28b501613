public import ScreensAPI

/// What a person knows a request by that waits.
public struct WaitingDetails: Hashable, Sendable {
    /// What was written, such as a comment.
    public let text: String
    /// A way to what it is about; nil for none.
    public let link: ScreenLink?

    /// Describes a request.
    public init(_ text: String, link: ScreenLink? = nil) {
        self.text = text
        self.link = link
    }
}
