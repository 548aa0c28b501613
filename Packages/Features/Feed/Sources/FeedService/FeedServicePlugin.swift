public import AccountsServiceAPI
import AtomicFiles
public import ConfigurationAPI
public import CoreModels
public import CryptographyAPI
public import DataFolderAPI
public import FeedAPI
import FeedContract
public import FeedServiceAPI
public import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import OperatingAPI
public import PicturesAPI
public import PluginKit
public import RateLimitingAPI
public import SQLStoreAPI
public import SessionsServiceAPI
public import TelemetryAPI

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
        /// Tells the names of authors.
        public let names: any AccountNaming
        /// Those who count comments on pictures.
        public let comments: @Sendable () -> [any ImageCommentCounting]
        /// Reads what people publish.
        public let pictures: any PictureProcessing
        /// Those who take part in the deletion of pictures.
        public let observers: @Sendable () -> [any ImageDeletionObserving]
        /// Has the pictures' files.
        public let folder: DataFolder
        /// The address under which people reach the server, how large a picture
        /// may be, and how many a person publishes in an hour.
        public let configuration: Configuration
        /// Makes what counts the pictures that a person publishes.
        public let limiters: any RateLimiterMaking
        /// Counts damaged pictures.
        public let metrics: any MetricsRegistry
        /// Takes what operators should know.
        public let log: Logger
        /// The present time.
        public let now: @Sendable () -> Date
        /// Names pictures.
        public let makeID: @Sendable () -> ImageID

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - comments: Is called for each page that is made.
        ///   - observers: Is called when a picture is deleted.
        public init(
            database: any SQLDatabase, hashing: any Hashing, sessions: any RequestAuthenticating,
            names: any AccountNaming, comments: @escaping @Sendable () -> [any ImageCommentCounting] = { [] },
            pictures: any PictureProcessing,
            observers: @escaping @Sendable () -> [any ImageDeletionObserving] = { [] },
            folder: DataFolder, configuration: Configuration, limiters: any RateLimiterMaking,
            metrics: any MetricsRegistry, log: Logger, now: @escaping @Sendable () -> Date,
            makeID: @escaping @Sendable () -> ImageID = { ImageID(UUID()) }
        ) {
            self.database = database
            self.hashing = hashing
            self.sessions = sessions
            self.names = names
            self.comments = comments
            self.pictures = pictures
            self.observers = observers
            self.folder = folder
            self.configuration = configuration
            self.limiters = limiters
            self.metrics = metrics
            self.log = log
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
        /// Reads what everybody sees.
        public let reading: any FeedReading
        /// Shows all pictures to administrators, and hides them.
        public let moderating: any PictureModerating
    }

    /// The name `feed`.
    public static let manifest = PluginManifest(
        id: "feed", summary: LocalizedText(en: "The feed and its pictures", es: "Las novedades y sus imágenes"))

    /// How large a picture may be and how many are published in an hour, and
    /// where their files are.
    public static var declarations: Contributions {
        var declarations = Contributions(FeedSettings.section, to: ConfigurationSections.self)
        declarations.add(
            // Pictures are in folders named by the first byte of their digests.
            DataFolderPart(ImageFiles.folderName) { $0.utf8.count == 2 && UInt8($0, radix: 16) != nil },
            DataFolderPart(ImageFiles.folderName + "/incoming"), to: DataFolderParts.self)
        declarations.add(
            NamedFiles(ImageFiles.folderName) { try $0.values(ImageFiles.named, as: String.self) }, to: DataFiles.self)
        return declarations.and(migrations: FeedMigrations.all)
    }

    /// How large a picture may be, as it is sent and as it is kept, in bytes.
    public static func maximumImageBytes(in configuration: Configuration) -> Int {
        configuration[FeedSettings.maximumImageSize].bytes
    }

    /// A folder for what isn't known to be a picture, on the disk of those that
    /// are; it is emptied at each start.
    public static func incoming(in folder: DataFolder) -> String {
        folder.path(of: ImageFiles.folderName + "/incoming")
    }

    /// Builds the feed.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        let configuration = dependencies.configuration
        let quota = dependencies.limiters.hourly("pictures", configuration[FeedSettings.picturesPerHour])
        let verification = FileVerification(hashing: dependencies.hashing, log: dependencies.log.labelled("feed"))
        let files = ImageFiles(folder: dependencies.folder.path(of: ImageFiles.folderName), verification: verification)
        let catalog = ImageCatalog(database: dependencies.database, comments: dependencies.comments)
        let items = FeedItems(
            names: dependencies.names, addresses: ImageAddresses(publicURL: configuration[HTTPServingSection.publicURL])
        )
        let unnamed = UnnamedFiles(database: dependencies.database, files: files)
        let maker = PictureMaker(unnamed: unnamed, hashing: dependencies.hashing, pictures: dependencies.pictures)
        let missing = MissingSizes(database: dependencies.database, maker: maker)
        let routes = FeedRoutes(
            catalog: catalog, pages: FeedPages(catalog: catalog, hashing: dependencies.hashing, items: items),
            files: files, missing: missing, sessions: dependencies.sessions, items: items)
        let publishing = PublishingRoute(
            publisher: UploadPublisher(database: dependencies.database, maker: maker, quota: quota),
            files: files, sessions: dependencies.sessions, catalog: catalog, items: items,
            maximumBytes: maximumImageBytes(in: configuration), now: dependencies.now, makeID: dependencies.makeID)
        let deletion = ImageDeletion(
            database: dependencies.database, files: unnamed, observers: dependencies.observers)
        let deleting = DeletionRoute(deletion: deletion, sessions: dependencies.sessions)
        var contributions = Contributions()
        for route in routes.all + [publishing.route, deleting.route] { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(deletion, to: AccountObservers.self)
        let damaged = try dependencies.metrics.gauge(
            "essentiald_pictures_damaged", help: "Files of pictures that were asked for and are damaged or missing.",
            labels: [])
        contributions.add(MetricSource { damaged.set(Double(verification.damagedCount)) }, to: MetricSources.self)
        contributions.add(
            HealthCheck("pictures") {
                let count = verification.damagedCount
                return count == 0 ? .healthy : .impaired(damagedPictures(count))
            }, to: HealthChecks.self)
        let publisher = ImagePublisher(
            database: dependencies.database, unnamed: unnamed, hashing: dependencies.hashing,
            maximumBytes: maximumImageBytes(in: configuration), missing: missing)
        return Assembly(
            exports: Exports(
                publishing: publisher, visibility: catalog, reading: PublicFeed(catalog: catalog, items: items),
                moderating: PictureOffice(catalog: catalog, files: files, missing: missing, now: dependencies.now)),
            services: [ImageFolder(database: dependencies.database, files: files, unnamed: unnamed), missing],
            contributions: contributions)
    }

    private static func damagedPictures(_ count: Int) -> LocalizedText {
        LocalizedText(
            en: "Damaged or missing files of pictures: \(count). The log names them; restore them from a backup.",
            es: "Archivos de imágenes dañados o perdidos: \(count). El registro los nombra; restáuralos de una copia.")
    }
}

/// Begins with an empty folder of uploads, since what is in there was cut
/// short, and removes what no row names while the server works.
private struct ImageFolder: PluginService {
    let database: any SQLDatabase
    let files: ImageFiles
    let unnamed: UnnamedFiles

    func examine() async -> ServiceExamination {
        do {
            try await checkFolder()
            let findings = try await PictureExamination(database: database, files: files, now: Date()).findings()
            return ServiceExamination(findings: findings)
        } catch let error as MissingImageFolder {
            return ServiceExamination(problems: [error])
        } catch {
            // A database that can't be read tells so itself.
            return ServiceExamination()
        }
    }

    func start() async throws {
        try await checkFolder()
        await files.removeIncoming()
    }

    /// A server whose pictures are somewhere else, on a disk that isn't mounted,
    /// would answer for none of them, and keep new ones where they get lost.
    private func checkFolder() async throws {
        let known = try await database.read { try $0.value("SELECT COUNT(*) FROM images", as: Int.self) ?? 0 }
        guard known > 0, !AtomicFile(path: files.folder).exists else { return }
        throw MissingImageFolder(path: files.folder, pictures: known)
    }

    func run() async throws {
        // What can't be removed now is tried again at the next start.
        try? await unnamed.removeAll()
    }
}
