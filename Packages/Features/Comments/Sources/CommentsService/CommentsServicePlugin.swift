public import AccountsServiceAPI
public import CommentsAPI
public import CommentsServiceAPI
public import ConfigurationAPI
import CoreModels
public import FeedServiceAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import PluginKit
public import RateLimitingAPI
public import SQLStoreAPI
public import SessionsServiceAPI

/// Installs the server side of comments: their table and their routes.
public enum CommentsServicePlugin: Plugin {
    /// What comments need.
    public struct Dependencies: Sendable {
        /// Keeps the comments.
        public let database: any SQLDatabase
        /// Tells who may see a picture.
        public let images: any ImageVisibilityReading
        /// Knows the names of people.
        public let accounts: any AccountNaming
        /// Tells who asks.
        public let sessions: any RequestAuthenticating
        /// How many comments a person writes in an hour.
        public let configuration: Configuration
        /// Makes what counts them.
        public let limiters: any RateLimiterMaking
        /// The present time.
        public let now: @Sendable () -> Date
        /// Makes the identifiers of comments.
        public let makeUUID: @Sendable () -> UUID

        /// Creates the dependencies.
        public init(
            database: any SQLDatabase, images: any ImageVisibilityReading, accounts: any AccountNaming,
            sessions: any RequestAuthenticating, configuration: Configuration, limiters: any RateLimiterMaking,
            now: @escaping @Sendable () -> Date,
            makeUUID: @escaping @Sendable () -> UUID = { UUID() }
        ) {
            self.database = database
            self.images = images
            self.accounts = accounts
            self.sessions = sessions
            self.configuration = configuration
            self.limiters = limiters
            self.now = now
            self.makeUUID = makeUUID
        }
    }

    /// What comments offer to other services.
    public struct Exports: Sendable {
        /// Adds comments to pictures.
        public let publishing: any CommentPublishing
        /// Reads what everybody sees.
        public let reading: any CommentsReading
        /// Tells when there are others.
        public let following: any CommentsFollowing
    }

    /// The name `comments`.
    public static let manifest = PluginManifest(
        id: "comments", summary: LocalizedText(en: "Comments on pictures", es: "Comentarios sobre las imágenes"))

    /// How many comments a person writes in an hour.
    public static let declarations = Contributions(CommentsSettings.section, to: ConfigurationSections.self)
        .and(migrations: CommentsMigrations.all)

    /// Builds the comments.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let store = CommentStore(database: dependencies.database)
        let makeUUID = dependencies.makeUUID
        let routes = CommentsRoutes(
            store: store, images: dependencies.images, accounts: dependencies.accounts,
            sessions: dependencies.sessions,
            quota: dependencies.limiters.hourly("comments", dependencies.configuration[CommentsSettings.perHour]),
            now: dependencies.now, makeID: { CommentID(makeUUID()) })
        var contributions = Contributions()
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(store, to: ImageDeletionObservers.self)
        contributions.add(store, to: ImageCommentCounters.self)
        contributions.add(store, to: AccountObservers.self)
        let reading = PublicComments(store: store, images: dependencies.images, names: dependencies.accounts)
        let signals = CommentSignals()
        dependencies.database.listen(to: .comments) { [signals] in signals.hear($0) }
        return Assembly(
            exports: Exports(publishing: store, reading: reading, following: signals), contributions: contributions)
    }
}
