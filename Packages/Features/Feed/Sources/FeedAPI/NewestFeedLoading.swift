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
