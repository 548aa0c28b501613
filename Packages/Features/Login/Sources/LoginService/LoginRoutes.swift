import AccountsServiceAPI
import CoreModels
import HTTPServingAPI
import HTTPTypes
import Localization
import LoginContract
import SessionsServiceAPI
import TelemetryAPI

/// Answers `POST /auth/login` and `POST /auth/logout`.
struct LoginRoutes: Sendable {
    let accounts: any PasswordAuthenticating
    let issuing: any SessionIssuing
    let ending: any SessionEnding
    /// Whether people may log in before they have confirmed their address (D5).
    let allowsUnverified: Bool
    let logins: any Counter
    let log: Logger

    /// How many bytes of a password are looked at: more than anybody types.
    private static let maximumPasswordBytes = 1_024

    var all: [Route] {
        [
            Route(.post, LoginContract.loginPath, bodyLimit: 16 * 1024) { try await logIn($0) },
            Route(.post, LoginContract.logoutPath, bodyLimit: 16 * 1024) { try await logOut($0) },
        ]
    }

    private func logIn(_ request: ServerRequest) async throws -> ServerResponse {
        let credentials = try await request.decodeJSON(LoginContract.Credentials.self)
        guard let email = EmailAddress(credentials.email) else { throw HTTPProblem.invalidEmail }
        guard (1...Self.maximumPasswordBytes).contains(credentials.password.count) else {
            throw HTTPProblem.invalidPassword
        }
        let user = try await authenticate(email, credentials.password, request)
        guard user.isVerified || allowsUnverified else {
            logins.increment(["result": "email_not_verified"])
            throw HTTPProblem.emailNotVerified
        }
        do {
            let session = try await issuing.issueSession(
                for: user, on: SessionClient(of: request, device: credentials.device.map { String($0.prefix(100)) }))
            logins.increment(["result": "success"])
            log.info("logged in", ["user": "\(user.id)", "session": "\(session.id)"])
            return try .json(
                LoginContract.LoggedIn(user: user, token: session.grant), fields: [.cacheControl: "no-store"])
        } catch let error as SessionsError {
            throw unavailable("\(error)")
        }
    }

    private func authenticate(
        _ email: EmailAddress, _ password: Secret, _ request: ServerRequest
    ) async throws -> User {
        let outcome: PasswordAuthentication
        do throws(AccountsError) {
            outcome = try await accounts.authenticate(email: email, password: password)
        } catch {
            throw unavailable("\(error)")
        }
        guard case .accepted(let user) = outcome else {
            logins.increment(["result": "invalid_credentials"])
            log.notice("login refused", ["peer": "\(request.peer.ip)"])
            throw HTTPProblem.invalidCredentials
        }
        return user
    }

    private func logOut(_ request: ServerRequest) async throws -> ServerResponse {
        let logout = try await request.decodeJSON(LoginContract.Logout.self)
        do throws(SessionsError) {
            // The answer is the same for a token that is unknown: RFC 7009, 2.2.
            try await ending.endSession(holding: logout.refreshToken, because: .logout)
        } catch {
            throw unavailable("\(error)")
        }
        return .noContent
    }

    private func unavailable(_ reason: String) -> HTTPProblem {
        logins.increment(["result": "unavailable"])
        log.error("logging in or out failed", ["reason": reason])
        return .unavailable(retryAfter: .seconds(5))
    }
}

extension HTTPProblem {
    /// 401: the address and the password don't belong together.
    static let invalidCredentials = HTTPProblem(
        status: .unauthorized, code: LoginContract.Code.invalidCredentials.rawValue,
        title: LocalizedText(
            en: "The email or the password is wrong.", es: "El correo o la contraseña no son correctos."))

    /// 422: what was sent as an address isn't one.
    static let invalidEmail = invalidData([
        FieldProblem(
            pointer: "/email", code: "invalid_email",
            reason: LocalizedText(en: "Invalid email", es: "Correo no válido"))
    ])

    /// 422: there is no password, or far too much of one.
    static let invalidPassword = invalidData([
        FieldProblem(
            pointer: "/password", code: "invalid_password",
            reason: LocalizedText(
                en: "A password has 1 to 1024 bytes.", es: "Una contraseña tiene de 1 a 1024 bytes."))
    ])
}
