import AtomicFiles
public import CoreModels
public import CryptographyAPI
public import FeedAPI
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import PluginKit
import SecureStorageAPI

/// Installs the client side of the feed: the server's feed and pictures, and
/// what the device keeps of them.
public enum FeedClientPlugin: Plugin {
    /// What the feed needs.
    public struct Dependencies: Sendable {
        /// Asks the server, with the person's credentials if there are any.
        public let server: ServerClient
        /// Asks the server in one person's name and in nobody else's.
        public let serverOf: (@Sendable (UserID) -> ServerClient)?
        /// Loads pictures, with the person's credentials if there are any.
        public let transport: any HTTPTransport
        /// Where downloads are received; nil for anywhere.
        public let executor: (any TaskExecutor)?
        /// Names the files of pictures.
        public let hashing: any Hashing
        /// The folder for what can be loaded anew.
        public let cacheFolder: String
        /// How much the kept pictures may take on the device in all, in bytes.
        public let imageCacheBytes: Int
        /// How much of them may be in memory, in bytes.
        public let imageMemoryBytes: Int
        /// The present time.
        public let now: @Sendable () -> Date
        /// Measures how long a picture takes.
        public let clock: any Clock<Duration>

        /// Creates the dependencies; the pictures may take 50 MB on the device and
        /// 8 MB in memory.
        public init(
            server: ServerClient, serverOf: (@Sendable (UserID) -> ServerClient)? = nil, transport: any HTTPTransport,
            executor: (any TaskExecutor)? = nil,
            hashing: any Hashing, cacheFolder: String,
            imageCacheBytes: Int = 50_000_000, imageMemoryBytes: Int = 8_000_000,
            now: @escaping @Sendable () -> Date = { Date() },
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.server = server
            self.serverOf = serverOf
            self.transport = transport
            self.executor = executor
            self.hashing = hashing
            self.cacheFolder = cacheFolder
            self.imageCacheBytes = imageCacheBytes
            self.imageMemoryBytes = imageMemoryBytes
            self.now = now
            self.clock = clock
        }
    }

    /// What the feed offers.
    public struct Exports: Sendable {
        /// Loads the feed from the server.
        public let feed: any FeedLoading & NewestFeedLoading & FeedImageLoading
        /// Keeps the newest feed on the device.
        public let cache: any FeedCaching
        /// Loads pictures from the device, else from the server.
        public let images: any ImageDataLoading
        /// Keeps pictures on the device.
        public let imageCache: any ImageDataCaching
        /// Publishes pictures.
        public let posting: any ImagePosting
        /// Takes published pictures back.
        public let deleting: any ImageDeleting
        /// Knows where the pictures are.
        public let locations: any ImageLocating
        /// A folder for pictures that other programs are given to show.
        ///
        /// What is in it counts as part of the image cache, and goes with it.
        public let openedFolder: String
    }

    /// As many connections to one server as browsers open.
    private static let simultaneousDownloads = 6

    /// The name `feed`.
    public static let manifest = PluginManifest(
        id: "feed", summary: LocalizedText(en: "The feed and its pictures", es: "Las novedades y sus imágenes"))

    /// Builds the feed.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let folder = CacheFolder(path: dependencies.cacheFolder + "/images")
        let memory = MemoryImageCache(maximumBytes: dependencies.imageMemoryBytes)
        let imageCache = TwoLevelImageCache(
            memory: memory,
            device: FolderImageCache(
                folder: folder, hashing: dependencies.hashing, maximumBytes: dependencies.imageCacheBytes,
                now: dependencies.now))
        let remoteImages = RemoteImageData(
            transport: dependencies.transport, hashing: dependencies.hashing, partialFolder: folder.path + "/partial",
            maximumBytes: 32 * 1024 * 1024, timeLimit: .seconds(300), clock: dependencies.clock,
            executor: dependencies.executor)
        let cache = FileFeedCache(
            folder: CacheFolder(path: dependencies.cacheFolder + "/feed"), now: dependencies.now)
        let uploads = CacheFolder(path: dependencies.cacheFolder + "/uploads")
        let locations = ServerImages(address: dependencies.server.address)
        let exports = Exports(
            feed: RemoteFeed(server: dependencies.server), cache: cache,
            images: ImagePipeline(
                cache: imageCache, remote: remoteImages, slots: DownloadSlots(count: simultaneousDownloads)),
            imageCache: imageCache,
            posting: RemoteImagePosting(
                server: dependencies.server, serverOf: dependencies.serverOf, hashing: dependencies.hashing,
                folder: uploads.path),
            deleting: RemoteImageDeletion(
                server: dependencies.server,
                kept: RemoteImageDeletion.Kept(feed: cache, images: imageCache, locations: locations)),
            locations: locations,
            openedFolder: folder.path + "/opened")
        return Assembly(
            exports: exports, services: [FeedUpkeep(cache: cache, uploads: uploads)],
            contributions: Contributions(memory, to: VaultLockObservers.self))
    }
}
