import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import PasswordChangeContract
import SessionsServiceAPI
import TelemetryAPI

/// Answers `POST /auth/password/change`.
struct PasswordChangeRoute: Sendable {
    let change: PasswordChange
    let sessions: any RequestAuthenticating
    let log: Logger

    var route: Route {
        Route(
            .post, PasswordChangeContract.path, bodyLimit: 16 * 1024, access: .session,
            limit: RouteLimit("password-change"), description: .changePassword
        ) { try await respond(to: $0) }
    }

    private func respond(to request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        let body = try await request.decodeJSON(PasswordChangeContract.Change.self)
        let log = log.with([
            "user": session.userID, "session": session.sessionID, "peer": "\(request.peer.ip)",
            "agent": request.fields[.userAgent],
        ])
        switch try await verdict(on: body, session, request, log) {
        case .changed(let grant, let device, let ended):
            log.notice("password changed", ["ended": ended])
            return try .json(
                PasswordChangeContract.Changed(token: grant, deviceToken: device), fields: [.cacheControl: "no-store"])
        case .unacceptable(let problems):
            throw HTTPProblem.invalidData(problems)
        case .wrong:
            log.warning("password change refused", ["reason": PasswordChangeContract.Code.invalidCredentials.rawValue])
            throw HTTPProblem.wrongCurrentPassword
        case .none: throw HTTPProblem.noPassword
        case .locked(let seconds):
            log.warning("password change refused", ["reason": PasswordChangeContract.Code.accountLocked.rawValue])
            throw HTTPProblem.currentPasswordLocked(for: seconds)
        case .tooOften(let wait):
            log.warning("password change refused", ["reason": PasswordChangeContract.Code.tooManyRequests.rawValue])
            throw HTTPProblem.tooManyRequests(retryAfter: wait)
        case .over:
            log.warning("password change refused", ["reason": "session_over"])
            throw HTTPProblem.authenticationRequired()
        }
    }

    private func verdict(
        on body: PasswordChangeContract.Change, _ session: AuthenticatedSession, _ request: ServerRequest, _ log: Logger
    ) async throws(HTTPProblem) -> PasswordChange.Verdict {
        do {
            return try await change.change(
                body, in: session, on: SessionClient(of: request), from: request.peer.ip)
        } catch let problem as HTTPProblem {
            throw problem
        } catch {
            log.failure("could not change a password", ["reason": "\(error)"])
            throw .unavailable(retryAfter: .seconds(5))
        }
    }
}

extension HTTPProblem {
    /// 401, without a challenge: it isn't the access token that is wrong.
    static let wrongCurrentPassword = HTTPProblem(
        status: .unauthorized, code: PasswordChangeContract.Code.invalidCredentials.rawValue,
        title: LocalizedText(en: "The current password is wrong.", es: "La contraseña actual no es correcta."))

    /// 409: somebody who comes in by other ways has none.
    static let noPassword = HTTPProblem(
        status: .conflict, code: PasswordChangeContract.Code.noPassword.rawValue,
        title: LocalizedText(en: "The account has no password.", es: "La cuenta no tiene contraseña."),
        detail: LocalizedText(
            en: "It can be set with a message to the account's address.",
            es: "Se puede poner con un mensaje a la dirección de la cuenta."))

    /// 429: there were too many wrong passwords.
    static func currentPasswordLocked(for seconds: TimeInterval) -> HTTPProblem {
        var problem = HTTPProblem.tooManyRequests(
            code: PasswordChangeContract.Code.accountLocked.rawValue, retryAfter: .seconds(seconds))
        problem.title = LocalizedText(en: "Too many attempts.", es: "Demasiados intentos.")
        return problem
    }
}
