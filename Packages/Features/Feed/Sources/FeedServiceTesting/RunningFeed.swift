public import AccountsServiceAPI
import ConfigurationAPI
import ConfigurationTesting
public import CoreModels
public import CryptographyAPI
import CryptographyTesting
import DataFolderAPI
public import FeedAPI
import FeedService
public import FeedServiceAPI
public import FoundationEssentials
public import HTTPServingAPI
public import KernelTesting
public import PicturesAPI
public import PicturesTesting
public import PluginKit
import RateLimitingAPI
import RateLimitingTesting
public import SQLStoreAPI
public import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting

/// The real feed of a server, with real sessions, over a real database and
/// files in a new folder.
///
/// ```swift
/// let feed = try await RunningFeed()
/// try await feed.publishing.publish(.sample(content: SampleImage.png))
/// ```
public struct RunningFeed: Sendable {
    /// The tables of the feed, for a server that has further ones.
    public static var migrations: [Migration] { FeedMigrations.all }

    /// Puts pictures into the feed.
    public let publishing: any ImagePublishing
    /// Reads what everybody sees.
    public let publicFeed: any FeedReading
    /// Tells who may see a picture.
    public let visibility: any ImageVisibilityReading
    /// Hides pictures and shows them again.
    public let moderation: any ImageModerating
    /// Shows all pictures to administrators, and hides them.
    public let moderating: any PictureModerating
    /// What becomes of the feed with accounts.
    public let accountObservers: [any AccountObserving]
    /// What the feed and the sessions answer.
    public let routes: [Route]
    /// What the feed does when the server starts, and then ends.
    public let services: [any PluginService]
    /// Looks at pictures nobody has looked at, until it is cancelled.
    public let reading: any PluginService
    /// The sessions beside the feed.
    public let server: RunningSessions
    /// The folder of the pictures' files, `images` within it.
    public let folder: TemporaryFolder

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - server: Sessions in a database that has the feed's tables; nil makes
    ///     new ones.
    ///   - database: The database to use in place of the server's own.
    ///   - hashing: Names files and states; nil for the real one.
    ///   - names: Tells who people are; nil for nobody.
    ///   - comments: Count comments on pictures.
    ///   - pictures: Makes the pictures of what is published by people.
    ///   - observers: Take part in the deletion of pictures.
    ///   - publicURL: The address under which people reach the server.
    ///   - maximumImageBytes: How large a picture may be.
    ///   - hourlyPictures: How many pictures a person may publish in an hour; nil
    ///     for any number.
    public init(
        on server: RunningSessions? = nil, database: (any SQLDatabase)? = nil, hashing: (any Hashing)? = nil,
        names: (any AccountNaming)? = nil, comments: @escaping @Sendable () -> [any ImageCommentCounting] = { [] },
        pictures: any PictureProcessing = PictureProcessingStub(),
        observers: @escaping @Sendable () -> [any ImageDeletionObserving] = { [] }, publicURL: URL? = nil,
        maximumImageBytes: Int = 1_024 * 1_024, hourlyPictures: Int? = nil
    ) async throws {
        self.server = if let server { server } else { try await RunningSessions(others: Self.migrations) }
        folder = try TemporaryFolder()
        var host = PluginHost()
        let dependencies = FeedServicePlugin.Dependencies(
            database: database ?? self.server.database, hashing: try hashing ?? Cryptography.real().hashing,
            sessions: self.server.authentication, names: names ?? NobodysNames(), comments: comments,
            pictures: pictures, observers: observers,
            folder: DataFolder(path: folder.path),
            configuration: .fixture(
                .set(HTTPServingSection.publicURL, to: publicURL),
                .set(FeedSettings.maximumImageSize, to: ByteCount(maximumImageBytes)),
                .set(FeedSettings.picturesPerHour, to: hourlyPictures ?? 0)),
            limiters: InMemoryRateLimiters(now: self.server.date.now),
            metrics: InMemoryMetrics(), log: .disabled, now: self.server.date.now)
        let plugin = try host.install(FeedServicePlugin.self, dependencies)
        let composition = try host.composed()
        let exports = try composition[plugin]
        // They have no state of their own.
        let all = try FeedServicePlugin.assemble(dependencies).services
        services = all.dropLast()
        reading = all[all.count - 1]
        publishing = exports.publishing
        publicFeed = exports.reading
        visibility = exports.visibility
        moderating = exports.moderating
        accountObservers = composition.values(of: AccountObservers.self)
        // What it contributes the feed has contributed already.
        moderation = ImageModeration(database: database ?? self.server.database, now: self.server.date.now)
        routes = self.server.routes + composition.values(of: HTTPRoutes.self)
    }
}

/// Knows nobody.
private struct NobodysNames: AccountNaming {
    func names(of accounts: Set<UserID>) -> [UserID: String] { [:] }
}

extension NewImage {
    /// A picture to publish; everything that isn't given is made up.
    public static func sample(
        id: ImageID = ImageID(UUID()), content: Data, description: String? = "a picture",
        location: String? = "a place", visibility: ImageVisibility = .everyone, author: UserID = UserID(UUID())
    ) -> NewImage {
        NewImage(
            id: id, content: content, description: description, location: location, visibility: visibility,
            author: author, createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    }
}
