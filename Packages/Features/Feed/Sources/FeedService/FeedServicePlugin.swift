public import CoreModels
public import CryptographyAPI
import FeedContract
public import FeedServiceAPI
public import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
public import PicturesAPI
public import PluginKit
import RateLimitingAPI
public import SQLStoreAPI
public import SessionsServiceAPI

/// Installs the server side of the feed: its table, its files and its routes.
public enum FeedServicePlugin: Plugin {
    /// What the feed needs.
    public struct Dependencies: Sendable {
        /// Keeps the pictures' rows.
        public let database: any SQLDatabase
        /// Names the pictures' files and the states of the feed.
        public let hashing: any Hashing
        /// Tells who asks.
        public let sessions: any RequestAuthenticating
        /// Reads what people publish.
        public let pictures: any PictureProcessing
        /// Those who take part in the deletion of pictures.
        public let observers: @Sendable () -> [any ImageDeletionObserving]
        /// The folder of the pictures' files.
        public let imageFolder: String
        /// The address under which people reach the server; nil takes the one
        /// they used.
        public let publicURL: URL?
        /// How large a picture may be, in bytes.
        public let maximumImageBytes: Int
        /// The present time.
        public let now: @Sendable () -> Date
        /// Names pictures.
        public let makeID: @Sendable () -> ImageID

        /// Creates the dependencies; a picture may have 16 MiB.
        ///
        /// - Parameter observers: Is called when a picture is deleted.
        public init(
            database: any SQLDatabase, hashing: any Hashing, sessions: any RequestAuthenticating,
            pictures: any PictureProcessing,
            observers: @escaping @Sendable () -> [any ImageDeletionObserving] = { [] },
            imageFolder: String, publicURL: URL?,
            maximumImageBytes: Int = 16 * 1024 * 1024, now: @escaping @Sendable () -> Date = { Date() },
            makeID: @escaping @Sendable () -> ImageID = { ImageID(UUID()) }
        ) {
            self.database = database
            self.hashing = hashing
            self.sessions = sessions
            self.pictures = pictures
            self.observers = observers
            self.imageFolder = imageFolder
            self.publicURL = publicURL
            self.maximumImageBytes = maximumImageBytes
            self.now = now
            self.makeID = makeID
        }
    }

    /// What the feed offers to other services.
    public struct Exports: Sendable {
        /// Puts pictures into the feed.
        public let publishing: any ImagePublishing
        /// Tells who may see a picture.
        public let visibility: any ImageVisibilityReading
    }

    /// The name `feed`.
    public static let manifest = PluginManifest(
        id: "feed", summary: LocalizedText(en: "The feed and its pictures", es: "Las novedades y sus imágenes"))

    /// Builds the feed.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let files = ImageFiles(folder: dependencies.imageFolder)
        let catalog = ImageCatalog(database: dependencies.database)
        let addresses = ImageAddresses(publicURL: dependencies.publicURL)
        let unnamed = UnnamedFiles(database: dependencies.database, files: files)
        let maker = PictureMaker(unnamed: unnamed, hashing: dependencies.hashing, pictures: dependencies.pictures)
        let routes = FeedRoutes(
            catalog: catalog,
            pages: FeedPages(catalog: catalog, hashing: dependencies.hashing, addresses: addresses), files: files,
            missing: MissingSizes(database: dependencies.database, maker: maker), sessions: dependencies.sessions,
            addresses: addresses)
        let publishing = PublishingRoute(
            publisher: UploadPublisher(database: dependencies.database, maker: maker),
            files: files, sessions: dependencies.sessions, addresses: addresses,
            maximumBytes: dependencies.maximumImageBytes, now: dependencies.now, makeID: dependencies.makeID)
        let deleting = DeletionRoute(
            deletion: ImageDeletion(
                database: dependencies.database, files: unnamed, observers: dependencies.observers),
            sessions: dependencies.sessions)
        var contributions = Contributions()
        contributions.add(
            RateLimitedRoute(.post, FeedContract.feedPath, name: "publishing"), to: RateLimitedRoutes.self)
        for route in routes.all + [publishing.route, deleting.route] { contributions.add(route, to: HTTPRoutes.self) }
        for migration in FeedMigrations.all { contributions.add(migration, to: Migrations.self) }
        let publisher = ImagePublisher(
            database: dependencies.database, unnamed: unnamed, hashing: dependencies.hashing,
            maximumBytes: dependencies.maximumImageBytes)
        return Assembly(
            exports: Exports(publishing: publisher, visibility: catalog),
            services: [ImageFolder(files: files, unnamed: unnamed)],
            contributions: contributions)
    }
}

/// Begins with an empty folder of uploads, since what is in there was cut
/// short, and removes what no row names while the server works.
private struct ImageFolder: PluginService {
    let files: ImageFiles
    let unnamed: UnnamedFiles

    func start() async throws {
        await files.removeIncoming()
    }

    func run() async throws {
        // What can't be removed now is tried again at the next start.
        try? await unnamed.removeAll()
    }
}
