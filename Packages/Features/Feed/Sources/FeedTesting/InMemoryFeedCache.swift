public import AtomicFiles
public import CoreModels
public import FeedAPI
public import FoundationEssentials
import Locking

/// Keeps the feed in memory, and fails where it is told to.
public final class InMemoryFeedCache: FeedCaching {
    private let stored: Locked<CachedFeed?>
    private let isDamaged = Locked(false)
    private let emptied = Locked(0)
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

    /// Makes what is saved unreadable.
    public func damage() {
        isDamaged.withLock { $0 = true }
    }

    /// Another one each time that the feed is removed.
    public func tenant() async -> CacheTenant { CacheTenant(emptied.current) }

    /// Replaces the feed.
    public func save(
        _ images: [FeedImage], as version: FeedVersion?, for tenant: CacheTenant
    ) async throws(FeedCacheError) {
        if let failure { throw failure }
        guard tenant.number == emptied.current else { return }
        replace(with: CachedFeed(images: images, savedAt: now(), version: version))
    }

    /// The feed while it is valid.
    public func load() async throws(FeedCacheError) -> CachedFeed? {
        if let failure { throw failure }
        if isDamaged.current { throw .unreadable(reason: "damaged") }
        return stored.current.flatMap { $0.isValid(at: now()) ? $0 : nil }
    }

    /// Takes a picture out of the feed.
    public func remove(_ image: ImageID) async throws(FeedCacheError) -> FeedImage? {
        if let failure { throw failure }
        if isDamaged.current { throw .unreadable(reason: "damaged") }
        return stored.withLock { stored in
            guard let feed = stored, let removed = feed.images.first(where: { $0.id == image }) else { return nil }
            stored = CachedFeed(images: feed.images.filter { $0.id != image }, savedAt: feed.savedAt)
            return removed
        }
    }

    /// Removes a feed that isn't valid.
    public func validate() async throws(FeedCacheError) {
        if let failure { throw failure }
        if isDamaged.current { replace(with: nil) }
        stored.withLock { feed in if feed?.isValid(at: now()) == false { feed = nil } }
    }

    /// Removes the feed.
    public func removeAll() async throws(FeedCacheError) {
        if let failure { throw failure }
        emptied.withLock { $0 += 1 }
        replace(with: nil)
    }

    private func replace(with feed: CachedFeed?) {
        stored.withLock { $0 = feed }
        isDamaged.withLock { $0 = false }
    }
}
