import AccountsContract
import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Presenting
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Answers `GET /auth/me`.
struct AccountRoutes: Sendable {
    let accounts: any AccountReading
    let authentication: any RequestAuthenticating
    let database: any SQLDatabase
    /// The accounts of those who ask as they are sent, until something is
    /// committed.
    let answers: CommittedCache<UserID, Data>
    /// What people can do.
    let offered: @Sendable () -> [NextStep]
    let logger: Logger

    var me: Route {
        Route(.get, AccountsContract.mePath, access: .session, description: .getAccount) { request in
            let session = try await authentication.requireSession(request)
            let mark = database.changeMark
            if let body = answers.value(for: session.userID, at: mark) { return Self.answer(body) }
            guard let user = try await account(session.userID) else {
                // Deleted while its session was still known.
                throw HTTPProblem.authenticationRequired()
            }
            let body = try WireCoding.encoder().encode(user.told(where: offered()))
            answers.keep(body, for: session.userID, at: mark)
            return Self.answer(body)
        }
    }

    private static func answer(_ body: Data) -> ServerResponse {
        .bytes(body, type: .json, fields: [.cacheControl: "no-store"])
    }

    private func account(_ id: UserID) async throws(HTTPProblem) -> User? {
        do throws(AccountsError) {
            return try await accounts.account(id)
        } catch {
            logger.failure("could not read an account", ["reason": "\(error)"])
            throw .unavailable(code: AccountsContract.Code.unavailable.rawValue, retryAfter: .seconds(5))
        }
    }
}

extension RouteDescription {
    fileprivate static var getAccount: RouteDescription {
        RouteDescription(
            "getAccount", .accounts, "The account of who asks",
            answers: [.ok("The account.", .user, example: .user()), .unavailable])
    }
}
