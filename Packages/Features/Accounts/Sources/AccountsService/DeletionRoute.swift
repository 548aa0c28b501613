import AccountsContract
import AccountsServiceAPI
import CoreModels
import HTTPServingAPI
import HTTPTypes
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Answers `POST /auth/me/deletion`.
struct DeletionRoute: Sendable {
    let deletion: AccountDeletion
    let sessions: any RequestAuthenticating

    var route: Route {
        // Nothing is done twice: whoever asks has no session then.
        Route(
            .post, AccountsContract.deletionPath, bodyLimit: 1_024, access: .session,
            limit: RouteLimit("account-deletion"), repetition: .ownRules, description: .deleteAccount
        ) { request in
            do {
                return try await begin(request)
            } catch let problem as HTTPProblem {
                throw problem
            } catch {
                deletion.log.failure("could not begin to delete an account", ["reason": "\(error)"])
                throw HTTPProblem.unavailable(retryAfter: .seconds(5))
            }
        }
    }

    private func begin(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        guard let due = try await deletion.begin(in: session) else { throw HTTPProblem.authenticationRequired() }
        return try .json(
            AccountsContract.Deletion(dueAt: due), status: .accepted, fields: [.cacheControl: "no-store"])
    }
}

extension RouteDescription {
    fileprivate static var deleteAccount: RouteDescription {
        RouteDescription(
            "deleteAccount", .accounts, "Delete the account",
            """
            It takes an authentication within five minutes (RFC 9470), with the second factor where one is in force. All
            sessions end, also the one that asks (`account_closed`), and the person gets a letter. Until `due_at` nothing
            is deleted, and whoever logs in, with the second factor where one is in force, takes it back. Then the
            account is gone with its pictures, with what others wrote about them, and with its comments.
            """,
            answers: [
                .json(
                    .accepted, "The account will be deleted.",
                    Schema.object(
                        .required("due_at", .dateTime, "When it is gone, unless somebody logs in before.")
                    ).named("AccountDeletion"), example: ["due_at": "2026-12-10T09:37:21Z"]),
                .insufficientAuthentication, .unavailable,
            ])
    }
}
