import AccountsServiceAPI
public import AccountsServiceTesting
public import CommentsAPI
import CommentsService
public import CommentsServiceAPI
import ConfigurationAPI
import ConfigurationTesting
public import CoreModels
public import FeedServiceAPI
public import FeedServiceTesting
import FoundationEssentials
public import HTTPServingAPI
import KernelTesting
import Locking
import PluginKit
import RateLimitingAPI
import RateLimitingTesting
import SessionsServiceAPI
import SessionsServiceTesting

/// The real comments of a server, with real pictures, accounts and sessions,
/// over a real database.
public struct RunningComments: Sendable {
    /// Adds comments in process.
    public let publishing: any CommentPublishing
    /// Reads what everybody sees.
    public let publicComments: any CommentsReading
    /// Tells when there are others.
    public let following: any CommentsFollowing
    /// The pictures.
    public let feed: RunningFeed
    /// The people.
    public let accounts: RunningAccounts
    /// What all of them answer.
    public let routes: [Route]

    /// Creates a server without pictures, people and comments.
    ///
    /// - Parameters:
    ///   - images: Tells who may see a picture; nil for the pictures that there
    ///     are.
    ///   - hourlyComments: How many comments a person may write in an hour; nil
    ///     for any number.
    public init(images: (any ImageVisibilityReading)? = nil, hourlyComments: Int? = nil) async throws {
        accounts = try await RunningAccounts(others: RunningFeed.migrations + CommentsMigrations.all)
        let counters = Locked<[any ImageCommentCounting]>([]), observers = Locked<[any ImageDeletionObserving]>([])
        feed = try await RunningFeed(
            on: accounts.server, names: accounts.accounts, comments: { counters.current },
            observers: { observers.current })
        var host = PluginHost()
        let plugin = try host.install(
            CommentsServicePlugin.self,
            .init(
                database: accounts.database, images: images ?? feed.visibility, accounts: accounts.accounts,
                sessions: accounts.server.authentication,
                configuration: .fixture(.set(CommentsSettings.perHour, to: hourlyComments ?? 0)),
                limiters: InMemoryRateLimiters(now: accounts.date.now),
                now: accounts.date.now))
        let composition = try host.composed()
        counters.withLock { $0 = composition.values(of: ImageCommentCounters.self) }
        observers.withLock { $0 = composition.values(of: ImageDeletionObservers.self) }
        publishing = try composition[plugin].publishing
        publicComments = try composition[plugin].reading
        following = try composition[plugin].following
        routes = feed.routes + composition.values(of: HTTPRoutes.self)
    }

    /// Makes an account and logs it in.
    ///
    /// - Returns: The person and an access token.
    public func logIn(_ name: String = "Ada", isVerified: Bool = true) async throws -> (User, Secret) {
        guard let email = EmailAddress("\(UUID().uuidString)@example.com") else {
            preconditionFailure("a UUID makes an address")
        }
        var user = try await accounts.accounts.createAccount(
            name: name, email: email, password: Secret("correct horse"))
        if isVerified { user = try await accounts.verification.markVerified(user.id, email: email) }
        return (user, try await accounts.server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken)
    }
}
