import AccountsContract
import AccountsServiceAPI
import CoreModels
import HTTPServingAPI
import HTTPTypes
import SessionsServiceAPI
import TelemetryAPI

/// Answers `GET /auth/me`.
struct AccountRoutes: Sendable {
    let accounts: any AccountReading
    let authentication: any RequestAuthenticating
    let logger: Logger

    var me: Route {
        Route(.get, AccountsContract.mePath) { request in
            let session = try await authentication.requireSession(request)
            guard let user = try await account(session.userID) else {
                // Deleted while its session was still known.
                throw HTTPProblem.authenticationRequired()
            }
            return try .json(user, fields: [.cacheControl: "no-store"], encoder: WireCoding.encoder())
        }
    }

    private func account(_ id: UserID) async throws(HTTPProblem) -> User? {
        do throws(AccountsError) {
            return try await accounts.account(id)
        } catch {
            logger.error("could not read an account", ["reason": "\(error)"])
            throw .unavailable(code: AccountsContract.Code.unavailable.rawValue, retryAfter: .seconds(5))
        }
    }
}
