/// Something that an access token allows (RFC 6749, section 3.3).
public struct SessionScope: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word that stands for it in tokens.
    public let rawValue: String

    /// Creates a scope from its word.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The word that stands for it in tokens.
    public var description: String { rawValue }

    /// Sees the feed, the pictures and the comments.
    public static let feedRead = SessionScope(rawValue: "feed:read")
    /// Publishes pictures and comments.
    public static let feedWrite = SessionScope(rawValue: "feed:write")
}
