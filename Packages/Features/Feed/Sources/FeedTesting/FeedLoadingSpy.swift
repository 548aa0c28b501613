public import CoreModels
public import FeedAPI
import Locking

/// Answers each call with the next of its results, and remembers the calls.
public final class FeedLoadingSpy: FeedLoading, NewestFeedLoading {
    /// A call.
    public struct Call: Hashable, Sendable {
        /// The picture after which the page was to start.
        public let cursor: ImageID?
        /// How many pictures were asked for.
        public let limit: Int
        /// What the device had already.
        public let version: FeedVersion?

        /// Creates a call to compare with.
        public init(cursor: ImageID?, limit: Int, version: FeedVersion? = nil) {
            self.cursor = cursor
            self.limit = limit
            self.version = version
        }
    }

    private let results: Locked<[Result<LoadedFeed, FeedError>]>
    private let version: FeedVersion?
    private let recorded = Locked<[Call]>([])

    /// Creates a spy; after the last result it repeats that one.
    ///
    /// - Parameter version: What its first page is called; to whoever has it
    ///   already the page is unchanged.
    public init(_ results: Result<LoadedFeed, FeedError>..., version: FeedVersion? = nil) {
        self.results = Locked(results)
        self.version = version
    }

    /// The calls so far.
    public var calls: [Call] { recorded.current }

    /// Answers with the next result.
    public func loadFeed(after cursor: ImageID?, limit: Int) async throws(FeedError) -> LoadedFeed {
        try answer(Call(cursor: cursor, limit: limit))
    }

    /// Answers with the next result, unless the version is known.
    public func loadNewest(limit: Int, unless known: FeedVersion?) async throws(FeedError) -> NewestFeed? {
        let loaded = try answer(Call(cursor: nil, limit: limit, version: known))
        if let version, version == known { return nil }
        return NewestFeed(page: loaded.page, version: version)
    }

    private func answer(_ call: Call) throws(FeedError) -> LoadedFeed {
        recorded.withLock { $0.append(call) }
        let result = results.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
        return try (result ?? .failure(.invalidData)).get()
    }
}
