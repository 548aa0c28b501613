public import CoreModels
public import FeedAPI
public import FoundationEssentials
import Locking

/// Answers each call with the next of its results, and remembers the calls.
public final class FeedLoadingSpy: FeedLoading {
    /// A call.
    public struct Call: Hashable, Sendable {
        /// The picture after which the page was to start.
        public let cursor: ImageID?
        /// How many pictures were asked for.
        public let limit: Int
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

/// Keeps the feed in memory, and fails where it is told to.
public final class InMemoryFeedCache: FeedCaching {
    private let stored: Locked<CachedFeed?>
    private let failure: FeedCacheError?
    private let now: @Sendable () -> Date

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - feed: What is saved at first.
    ///   - failure: What each call throws, if anything.
    ///   - now: The present time.
    public init(
        _ feed: CachedFeed? = nil, failure: FeedCacheError? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        stored = Locked(feed)
        self.failure = failure
        self.now = now
    }

    /// What is saved, valid or not.
    public var current: CachedFeed? { stored.current }

    /// Replaces the feed.
    public func save(_ images: [FeedImage]) async throws(FeedCacheError) {
        if let failure { throw failure }
        stored.withLock { $0 = CachedFeed(images: images, savedAt: now()) }
    }

    /// The feed while it is valid.
    public func load() async throws(FeedCacheError) -> CachedFeed? {
        if let failure { throw failure }
        return stored.current.flatMap { isValid($0) ? $0 : nil }
    }

    /// Removes an expired feed.
    public func validate() async throws(FeedCacheError) {
        if let failure { throw failure }
        stored.withLock { feed in if let current = feed, !isValid(current) { feed = nil } }
    }

    /// Removes the feed.
    public func removeAll() async throws(FeedCacheError) {
        if let failure { throw failure }
        stored.withLock { $0 = nil }
    }

    private func isValid(_ feed: CachedFeed) -> Bool {
        let age = now().timeIntervalSince(feed.savedAt)
        return age >= 0 && age < 7 * 24 * 60 * 60
    }
}

/// Answers with one result, and counts the loads.
public final class ImageDataLoadingSpy: ImageDataLoading {
    private let result: Result<Data, ImageDataError>
    private let recorded = Locked<[URL]>([])

    /// Creates a spy.
    public init(_ result: Result<Data, ImageDataError>) {
        self.result = result
    }

    /// The addresses that were loaded.
    public var urls: [URL] { recorded.current }

    /// Answers with the result, after reporting that all has come.
    public func loadImageData(
        from url: URL, progress: (@Sendable (ImageDataProgress) -> Void)?
    ) async throws(ImageDataError) -> Data {
        recorded.withLock { $0.append(url) }
        let data = try result.get()
        progress?(ImageDataProgress(receivedBytes: data.count, totalBytes: data.count))
        return data
    }
}
