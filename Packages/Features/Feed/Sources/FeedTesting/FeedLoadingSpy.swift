public import CoreModels
public import FeedAPI
import Locking

/// Answers each call with the next of its results, and remembers the calls.
public final class FeedLoadingSpy: FeedLoading {
    /// A call.
    public struct Call: Hashable, Sendable {
        /// The picture after which the page was to start.
        public let cursor: ImageID?
        /// How many pictures were asked for.
        public let limit: Int

        /// Creates a call to compare with.
        public init(cursor: ImageID?, limit: Int) {
            self.cursor = cursor
            self.limit = limit
        }
    }

    private let results: Locked<[Result<LoadedFeed, FeedError>]>
    private let recorded = Locked<[Call]>([])

    /// Creates a spy; after the last result it repeats that one.
    public init(_ results: Result<LoadedFeed, FeedError>...) {
        self.results = Locked(results)
    }

    /// The calls so far.
    public var calls: [Call] { recorded.current }

    /// Answers with the next result.
    public func loadFeed(after cursor: ImageID?, limit: Int) async throws(FeedError) -> LoadedFeed {
        recorded.withLock { $0.append(Call(cursor: cursor, limit: limit)) }
        let result = results.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
        return try (result ?? .failure(.invalidData)).get()
    }
}
