public import CoreModels
public import FoundationEssentials
public import Localization

/// Reads the feed that everybody sees, or that of a person who is logged in,
/// where it is kept or from wherever it comes.
///
/// Calls may run at the same time.
public protocol FeedReading: Sendable {
    /// Reads a page of pictures, newest first; nil if there is no picture that
    /// whoever reads may see, or could see, being logged in, before it was hidden or
    /// deleted, after which the page might start.
    ///
    /// - Parameters:
    ///   - cursor: The picture after which the page starts; nil for the newest.
    ///   - limit: How many pictures at most, from 1 to 100.
    /// - Throws: What keeps the feed throws.
    func page(after cursor: ImageID?, limit: Int) async throws -> FeedPage?

    /// Reads the pictures that are directly before one, newest first; nil if there
    /// is no picture that whoever reads may see, or could see, before which they
    /// might be.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - limit: How many pictures at most, from 1 to 100.
    /// - Throws: What keeps the feed throws.
    func newer(than image: ImageID, limit: Int) async throws -> [FeedImage]?

    /// Reads what is said of a picture; nil if there is none that whoever reads may
    /// see.
    ///
    /// - Throws: ``FeedError/notLoggedIn`` for one that not everybody sees, or none,
    ///   to whoever isn't logged in; else what keeps the feed throws.
    func image(_ id: ImageID) async throws -> FeedImage?

    /// Reads a page as ``page(after:limit:)`` does, and says where it comes from.
    ///
    /// - Throws: What keeps the feed throws.
    func read(after cursor: ImageID?, limit: Int) async throws -> ReadFeed?
}

extension FeedReading {
    /// Where nothing is kept, all is as it is now.
    public func read(after cursor: ImageID?, limit: Int) async throws -> ReadFeed? {
        try await page(after: cursor, limit: limit).map { ReadFeed($0, from: .now) }
    }
}

/// A page of the feed, and where it comes from.
public struct ReadFeed: Hashable, Sendable {
    /// Where a page comes from.
    public enum Source: Hashable, Sendable {
        /// It is as it is now.
        case now
        /// It was saved on this device then, and what is newer can't be had, since that is
        /// in the way.
        case kept(since: Date, because: LocalizedText)
        /// It was saved on this device then, and what is newer is on its way.
        case meanwhile(since: Date)
    }

    /// The page.
    public let page: FeedPage
    /// Where it comes from.
    public let source: Source

    /// Describes a page.
    public init(_ page: FeedPage, from source: Source) {
        self.page = page
        self.source = source
    }
}
