public import AtomicFiles
public import FeedAPI
public import FoundationEssentials
import Locking

/// Keeps pictures in memory without a limit, and fails where it is told to.
public final class InMemoryImageCache: ImageDataCaching {
    private let stored: Locked<[URL: Data]>
    private let emptied = Locked(0)
    private let failure: ImageCacheError?

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - images: What is kept at first.
    ///   - failure: What each call throws, if anything.
    public init(_ images: [URL: Data] = [:], failure: ImageCacheError? = nil) {
        stored = Locked(images)
        self.failure = failure
    }

    /// What is kept.
    public var current: [URL: Data] { stored.current }

    /// Another one each time that all are removed.
    public func tenant() async -> CacheTenant { CacheTenant(emptied.current) }

    /// Keeps a picture.
    public func save(_ data: Data, for url: URL, of tenant: CacheTenant) async throws(ImageCacheError) {
        if let failure { throw failure }
        guard tenant.number == emptied.current else { return }
        stored.withLock { $0[url] = data }
    }

    /// The picture, if it is kept.
    public func load(for url: URL) async throws(ImageCacheError) -> Data? {
        if let failure { throw failure }
        return stored.current[url]
    }

    /// Removes a picture.
    public func remove(for url: URL) async throws(ImageCacheError) {
        if let failure { throw failure }
        stored.withLock { $0[url] = nil }
    }

    /// Removes all pictures.
    public func removeAll() async throws(ImageCacheError) {
        if let failure { throw failure }
        emptied.withLock { $0 += 1 }
        stored.withLock { $0 = [:] }
    }
}
