import AtomicFiles
import CoreModels
import FeedAPI
import FoundationEssentials

/// Keeps the feed in one file of a folder of its own; each save replaces the
/// file whole.
///
/// An actor, since validating and removing read first: what is saved in between
/// must not go. What another process saves in that instant may; it is loaded
/// anew.
actor FileFeedCache: FeedCaching {
    private let folder: CacheFolder
    private let now: @Sendable () -> Date

    init(folder: CacheFolder, now: @escaping @Sendable () -> Date) {
        self.folder = folder
        self.now = now
    }

    private var file: AtomicFile { AtomicFile(path: folder.path + "/feed.json") }

    func tenant() -> CacheTenant { folder.tenant }

    func save(
        _ images: [FeedImage], as version: FeedVersion?, for tenant: CacheTenant
    ) throws(FeedCacheError) {
        try write(CachedFeed(images: images, savedAt: now(), version: version), for: tenant)
        // What others left behind is no reason for the save to fail.
        try? folder.removeLeftovers(at: now())
    }

    func remove(_ image: ImageID) throws(FeedCacheError) -> FeedImage? {
        let tenant = folder.tenant
        guard let feed = try read(), let removed = feed.images.first(where: { $0.id == image }) else { return nil }
        try write(CachedFeed(images: feed.images.filter { $0.id != image }, savedAt: feed.savedAt), for: tenant)
        return removed
    }

    func load() throws(FeedCacheError) -> CachedFeed? {
        guard let feed = try read(), feed.isValid(at: now()) else { return nil }
        return feed
    }

    func validate() throws(FeedCacheError) {
        do throws(FeedCacheError) {
            guard let feed = try read(), !feed.isValid(at: now()) else { return }
        } catch {
            // What can't be read is of no use to anybody.
        }
        try removed { () throws(FileError) in try folder.removeFiles() }
    }

    func removeAll() throws(FeedCacheError) {
        try removed { () throws(FileError) in try folder.removeAll() }
    }

    private func removed(_ body: () throws(FileError) -> Void) throws(FeedCacheError) {
        do throws(FileError) {
            try body()
        } catch {
            throw .notRemoved(reason: reason(error))
        }
    }

    private func write(_ feed: CachedFeed, for tenant: CacheTenant) throws(FeedCacheError) {
        let stored = Stored(
            savedAt: feed.savedAt, items: feed.images.map(Stored.Item.init), version: feed.version)
        do {
            try folder.replace(file, with: Self.encoder.encode(stored), for: tenant)
        } catch {
            throw .notSaved(reason: reason(error))
        }
    }

    private func read() throws(FeedCacheError) -> CachedFeed? {
        do {
            guard let data = try file.contents(limit: Self.maximumBytes) else { return nil }
            let stored = try Self.decoder.decode(Stored.self, from: data)
            return CachedFeed(
                images: stored.items.map(\.image), savedAt: stored.savedAt, version: stored.version)
        } catch {
            throw .unreadable(reason: reason(error))
        }
    }

    /// Of what JSON has to say only that it isn't a feed: the rest may quote it.
    private func reason(_ error: any Error) -> String {
        (error as? FileError)?.description ?? "\(file.path): no feed"
    }

    /// A strange file must not fill the memory.
    private static let maximumBytes = 64 * 1024 * 1024

    /// Times stand as the number that a `Date` is, so that the rule of seven
    /// days is exact.
    private static var encoder: JSONEncoder {
        let encoder = WireCoding.encoder()
        encoder.dateEncodingStrategy = .deferredToDate
        return encoder
    }

    private static var decoder: WireDecoder { WireDecoder() }

    private struct Stored: Codable {
        struct Item: Codable {
            let id: ImageID
            let description: String?
            let location: String?
            let url: URL
            let isHidden: Bool?
            let author: String?
            let createdAt: Date?
            let isMine, isPublic: Bool?
            let width, height, commentCount: Int?
            let tint: String?

            init(_ image: FeedImage) {
                id = image.id
                description = image.description
                location = image.location
                url = image.url
                isHidden = image.isHidden ? true : nil
                author = image.author
                createdAt = image.createdAt
                isMine = image.isMine
                isPublic = image.isPublic
                width = image.width
                height = image.height
                commentCount = image.commentCount
                tint = image.tint
            }

            var image: FeedImage {
                FeedImage(
                    id: id, description: description, location: location, url: url, isHidden: isHidden ?? false,
                    author: author, createdAt: createdAt, isMine: isMine, isPublic: isPublic, width: width,
                    height: height, commentCount: commentCount, tint: tint)
            }
        }

        let savedAt: Date
        let items: [Item]
        let version: FeedVersion?
    }
}
