public import CoreModels
public import FoundationEssentials
public import Localization
public import Presenting

/// Loads the feed page by page.
///
/// Without a session the pages hold the public pictures, with one all of them.
/// Calls may run at the same time; a cancelled call throws `.cancelled`.
public protocol FeedLoading: Sendable {
    /// Loads a page.
    ///
    /// - Parameters:
    ///   - cursor: The picture after which the page starts; nil for the newest.
    ///   - limit: How many pictures at most, from 1 to 100.
    /// - Throws: ``FeedError``, each case for what it says.
    func loadFeed(after cursor: ImageID?, limit: Int) async throws(FeedError) -> LoadedFeed
}

/// Shows what is kept of the feed before the server has answered.
public protocol KeptFeedShowing: Sendable {
    /// The newest pictures that are kept on this device; nil if there are none
    /// that are valid, or whoever asks can't open what their session is in.
    func keptFeed(limit: Int) async -> LoadedFeed?
}

/// A page of the feed and where it comes from.
public struct LoadedFeed: Hashable, Sendable {
    /// Where a page comes from.
    public enum Source: Hashable, Sendable {
        /// The server, just now.
        case remote
        /// The cache, into which it was saved at this time; what is in the way to the server,
        /// nil where it wasn't waited for.
        case cache(savedAt: Date, because: LocalizedText? = nil)
    }

    /// The pictures.
    public let page: FeedPage
    /// Where they come from.
    public let source: Source

    /// Creates a page of the feed.
    public init(page: FeedPage, source: Source) {
        self.page = page
        self.source = source
    }
}

/// Why the feed could not be loaded.
public enum FeedError: Error, Hashable, Sendable {
    /// The server can't be reached; the text says what is in the way.
    case connectivity(LocalizedText)
    /// The request can't be made as things are on this device: its credentials
    /// can't be read, or the address isn't safe. Nothing was sent; the code is a
    /// stable word for scripts, and the text says what to do.
    case impossible(Obstacle)
    /// The answer can't be understood.
    case invalidData
    /// The picture after which the page was to start isn't in the feed.
    case unknownCursor
    /// The server doesn't accept the session.
    case notLoggedIn
    /// The call was cancelled.
    case cancelled

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .connectivity(let text): text
        case .impossible(let obstacle): obstacle.text
        case .invalidData: .answerNotUnderstood
        case .unknownCursor:
            LocalizedText(
                en: "The feed has no picture with this identifier. Load it from its start.",
                es: "No hay ninguna imagen con ese identificador en las novedades. Cárgalas desde el principio.")
        case .notLoggedIn:
            LocalizedText(
                en: "The session isn't valid any more. Log in again.",
                es: "La sesión ya no es válida. Inicia sesión de nuevo.")
        case .cancelled: .cancelled
        }
    }
}

/// Loads the newest pictures, unless the device has them already.
///
/// Calls may run at the same time; a cancelled call throws `.cancelled`.
public protocol NewestFeedLoading: Sendable {
    /// Loads the first page of the feed.
    ///
    /// - Parameters:
    ///   - limit: How many pictures at most, from 1 to 100.
    ///   - version: What the device has; nil for nothing.
    /// - Returns: Nil if the page is still what the device has.
    /// - Throws: ``FeedError``, each case for what it says.
    func loadNewest(limit: Int, unless version: FeedVersion?) async throws(FeedError) -> NewestFeed?
}

/// The first page of the feed.
public struct NewestFeed: Hashable, Sendable {
    /// The pictures.
    public let page: FeedPage
    /// What the server calls this state of the page, if it calls it anything.
    public let version: FeedVersion?

    /// Creates a first page.
    public init(page: FeedPage, version: FeedVersion?) {
        self.page = page
        self.version = version
    }
}

/// What a server calls a state of the feed's first page.
public struct FeedVersion: Hashable, Sendable, Codable {
    /// The entity tag of the server's answer (RFC 9110, section 8.8.3).
    public let tag: String
    /// How many pictures were asked for: another page has other states.
    public let limit: Int

    /// Creates a version, or answers nil if the tag is none that can be sent
    /// back: it is longer than 256 bytes, not in quotes, or not in ASCII.
    public init?(tag: String, limit: Int) {
        let opaque = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
        let inner = opaque.dropFirst().dropLast().utf8
        guard opaque.utf8.count >= 2, tag.utf8.count <= 256, opaque.hasPrefix("\""), opaque.hasSuffix("\""),
            inner.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") })
        else { return nil }
        self.tag = tag
        self.limit = limit
    }
}
