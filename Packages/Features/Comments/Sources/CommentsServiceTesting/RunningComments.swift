import AccountsServiceAPI
public import AccountsServiceTesting
import CommentsService
public import CommentsServiceAPI
public import CoreModels
public import FeedServiceAPI
public import FeedServiceTesting
import FoundationEssentials
public import HTTPServingAPI
import KernelTesting
import PluginKit
import SessionsServiceAPI
import SessionsServiceTesting

/// The real comments of a server, with real pictures, accounts and sessions,
/// over a real database.
public struct RunningComments: Sendable {
    /// Adds comments in process.
    public let publishing: any CommentPublishing
    /// The pictures.
    public let feed: RunningFeed
    /// The people.
    public let accounts: RunningAccounts
    /// What all of them answer.
    public let routes: [Route]

    /// Creates a server without pictures, people and comments.
    ///
    /// - Parameter images: Tells who may see a picture; nil for the pictures that
    ///   there are.
    public init(images: (any ImageVisibilityReading)? = nil) async throws {
        accounts = try await RunningAccounts(others: RunningFeed.migrations + CommentsMigrations.all)
        let host = PluginHost()
        feed = try await RunningFeed(
            on: accounts.server, observers: host.collector(of: ImageDeletionObservers.self))
        let exports = try host.install(
            CommentsServicePlugin.self,
            .init(
                database: accounts.database, images: images ?? feed.visibility, accounts: accounts.accounts,
                sessions: accounts.server.authentication, now: accounts.date.now)
        ).exports
        publishing = exports.publishing
        routes = feed.routes + host.values(of: HTTPRoutes.self)
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
