public import CoreModels
public import FoundationEssentials

/// Who may see a picture.
public enum ImageVisibility: String, Hashable, Sendable, CaseIterable {
    /// Everyone, also without an account.
    case everyone = "public"
    /// People who are logged in.
    case members
}

/// A picture that is to appear in the feed.
public struct NewImage: Sendable {
    /// The picture's identifier; its author chooses it, so that publishing
    /// twice by mistake makes one picture.
    public let id: ImageID
    /// The file, a JPEG or PNG.
    public let content: Data
    /// What it shows.
    public let description: String?
    /// Where it was taken.
    public let location: String?
    /// Who may see it.
    public let visibility: ImageVisibility
    /// Who publishes it.
    public let author: UserID
    /// When it is published.
    public let createdAt: Date

    /// Creates a picture to publish.
    public init(
        id: ImageID, content: Data, description: String?, location: String?, visibility: ImageVisibility,
        author: UserID, createdAt: Date
    ) {
        self.id = id
        self.content = content
        self.description = description
        self.location = location
        self.visibility = visibility
        self.author = author
        self.createdAt = createdAt
    }
}

/// Puts pictures into the feed.
///
/// Calls may run at the same time, also for one picture. When `publish` returns,
/// the picture and its file are durable; when it throws, the feed is as before.
public protocol ImagePublishing: Sendable {
    /// Publishes a picture as the newest of the feed. Publishing one whose
    /// identifier exists changes nothing.
    ///
    /// - Throws: ``ImagePublishingError``.
    func publish(_ image: NewImage) async throws(ImagePublishingError)
}

/// Why a picture could not be published.
public enum ImagePublishingError: Error, Hashable, Sendable {
    /// The file is no whole JPEG or PNG, whatever its name says.
    case notAnImage
    /// The file is larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// The server can't keep it now; the reason is for its log.
    case unavailable(reason: String)
}

extension ImagePublishingError: CustomStringConvertible {
    /// What logs say.
    public var description: String {
        switch self {
        case .notAnImage: "no JPEG or PNG"
        case .tooLarge(let limit): "more than \(limit) bytes"
        case .unavailable(let reason): reason
        }
    }
}
