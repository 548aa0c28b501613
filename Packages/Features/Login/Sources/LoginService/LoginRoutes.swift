import AccountsServiceAPI
import CaptchaServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import LoginContract
import LoginServiceAPI
import Presenting
import SessionsServiceAPI
import TelemetryAPI

/// Answers `POST /auth/login` and `POST /auth/logout`.
struct LoginRoutes: Sendable {
    let accounts: any PasswordAuthenticating
    /// Whether a password is answered as a wrong one until the address is proved (D2).
    let hidesUnproved: Bool
    let issuing: any SessionIssuing
    let ending: any SessionEnding
    let lockout: LoginLockout
    /// What people can do.
    let offered: @Sendable () -> [NextStep]
    /// Who hears of those that come to nothing.
    let observers: @Sendable () -> [any LoginObserving]
    let logins: any Counter
    let log: Logger
    let now: @Sendable () -> Date

    /// How many bytes of a password are looked at: more than anybody types.
    private static let maximumPasswordBytes = 1_024

    var all: [Route] {
        [
            Route(
                .post, LoginContract.loginPath, bodyLimit: 16 * 1024, limit: RouteLimit("login"),
                description: .logIn(asksForProof: offered().contains(.verify))
            ) { try await logIn($0) },
            Route(.post, LoginContract.logoutPath, bodyLimit: 16 * 1024, description: .logOut) {
                try await logOut($0)
            },
        ]
    }

    private func logIn(_ request: ServerRequest) async throws -> ServerResponse {
        try issuing.checkProof(of: request)
        let begun = now()
        let credentials = try await request.decodeJSON(LoginContract.Credentials.self)
        let email = try Self.address(in: credentials)
        let log = log.with(["peer": "\(request.peer.ip)", "agent": request.fields[.userAgent]])
        let device = await knownDevice(credentials.deviceToken, email, log)
        let client = SessionClient(of: request, device: credentials.device)
        let session: IssuedSession
        let user: User, replacements: Int
        do throws(HTTPProblem) {
            (user, replacements) = try await authenticate(email, credentials, on: device, from: request.peer.ip, log)
            session = try await beginSession(
                for: user, by: request.hasWaited ? .waited : .password, on: client, since: begun,
                unlessReplacedSince: replacements, log)
        } catch {
            await observers().tell(of: error, to: .address(email), on: client)
            throw error
        }
        logins.increment(["result": "success"])
        log.info("logged in", ["user": user.id, "session": session.id])
        let password = PasswordVersion(of: user.id, after: replacements)
        let token = device == nil ? await newDeviceToken(password, log) : credentials.deviceToken
        return try .json(
            LoginContract.LoggedIn(
                user: user.told(where: offered()), token: session.grant, deviceToken: token,
                accountKept: session.keepsAccount),
            fields: [.cacheControl: "no-store"])
    }

    /// The address, if the credentials can be right at all.
    ///
    /// - Throws: 422 with every field that can't be; that is no attempt to log
    ///   in, and is counted nowhere.
    private static func address(in credentials: LoginContract.Credentials) throws(HTTPProblem) -> EmailAddress {
        // Who made an account with such an address before D24 still gets in.
        let email = EmailAddress(kept: credentials.email)
        var problems: [FieldProblem] = []
        if email == nil { problems.append(.invalidEmail) }
        if !(1...maximumPasswordBytes).contains(credentials.password.count) { problems.append(.invalidPassword) }
        guard let email, problems.isEmpty else { throw .invalidData(problems) }
        return email
    }

    private func authenticate(
        _ email: EmailAddress, _ credentials: LoginContract.Credentials, on device: String?, from peer: IPAddress,
        _ log: Logger
    ) async throws(HTTPProblem) -> (User, replacements: Int) {
        let outcome: LoginLockout.Outcome
        do {
            outcome = try await lockout.attempt(
                email, on: device, from: peer, answer: .init(text: credentials.captcha, peer: peer)
            ) {
                let found = try await accounts.authenticate(email: email, password: credentials.password)
                guard hidesUnproved, case .accepted(let user, _) = found, !user.isVerified else { return found }
                return .rejected
            }
        } catch let unanswered as LoginLockout.UnansweredCaptcha {
            logins.increment(["result": "captcha_required"])
            throw .captchaRequired(unanswered.challenge)
        } catch {
            logins.increment(["result": "unavailable"])
            throw unavailable(error, log)
        }
        switch outcome {
        case .checked(.accepted(let user, let replacements), _): return (user, replacements)
        case .locked(let seconds):
            logins.increment(["result": "account_locked"])
            log.notice("login refused", ["reason": "account_locked"])
            throw .accountLocked(for: seconds)
        case .checked(.rejected, let challenge): throw wrongPassword(log, nextChallenge: challenge)
        }
    }

    /// Begins a session, unless the password was replaced after it was checked:
    /// that ends what was begun with the one before.
    private func beginSession(
        for user: User, by way: WayIn, on client: SessionClient, since begun: Date,
        unlessReplacedSince replacements: Int, _ log: Logger
    ) async throws(HTTPProblem) -> IssuedSession {
        do {
            let admission = try await issuing.admit(user, by: way, on: client, since: begun) { [accounts] db in
                try accounts.isPasswordReplaced(exactly: replacements, of: user.id, in: db)
            }
            return try await issuing.issueSession(admission, on: client)
        } catch SessionsError.notAdmitted(let problem) {
            logins.increment(["result": problem.code])
            log.notice("login refused", ["user": user.id, "reason": problem.code])
            throw problem
        } catch SessionsError.proofRefused(let problem) {
            logins.increment(["result": "unproven"])
            throw problem
        } catch SessionsError.overtaken {
            throw wrongPassword(log)
        } catch {
            logins.increment(["result": "unavailable"])
            throw unavailable(error, log)
        }
    }

    private func wrongPassword(_ log: Logger, nextChallenge: String? = nil) -> HTTPProblem {
        logins.increment(["result": "invalid_credentials"])
        log.notice("login refused", ["reason": "invalid_credentials"])
        return .invalidCredentials(nextChallenge: nextChallenge)
    }

    /// A token that can't be read counts as none.
    private func knownDevice(_ token: Secret?, _ email: EmailAddress, _ log: Logger) async -> String? {
        do {
            return try await lockout.device(token, of: email)
        } catch {
            log.failure("could not read a device token", ["reason": "\(error)"])
            return nil
        }
    }

    /// Somebody who logged in is no less welcome without one.
    private func newDeviceToken(_ password: PasswordVersion, _ log: Logger) async -> Secret? {
        do {
            return try await lockout.issueToken(for: password)
        } catch {
            log.failure("could not make a device token", ["reason": "\(error)"])
            return nil
        }
    }

    private func logOut(_ request: ServerRequest) async throws -> ServerResponse {
        let logout = try await request.decodeJSON(LoginContract.Logout.self)
        do throws(SessionsError) {
            // The answer is the same for a token that is unknown: RFC 7009,
            // section 2.2.
            let didEnd = try await ending.endSession(holding: logout.refreshToken, because: .logout)
            if didEnd { log.info("logged out", ["peer": "\(request.peer.ip)"]) }
        } catch {
            throw unavailable(error, log)
        }
        return .noContent
    }

    /// 503, for whatever reason; the errors say nothing about credentials.
    private func unavailable(_ error: any Error, _ log: Logger) -> HTTPProblem {
        log.failure("could not log in or out", ["reason": "\(error)"])
        return .unavailable(retryAfter: .seconds(5))
    }
}

extension ServerRequest {
    /// Whether its device says that it waited for a connection.
    fileprivate var hasWaited: Bool {
        fields[HTTPFieldName(LoginContract.waitedField)] == LoginContract.waited
    }
}

extension [any LoginObserving] {
    /// Tells of a login that came to nothing.
    ///
    /// That somebody is asked for more, or that the server can't answer, is none.
    func tell(
        of problem: HTTPProblem, to claim: LoginEvent.Claim, in session: SessionID? = nil, on client: SessionClient
    ) async {
        let code = LoginContract.Code(rawValue: problem.code)
        guard problem.status.rawValue < 500, code != .captchaRequired, code != .secondFactorRequired else { return }
        let event = LoginEvent(
            claim, on: client, in: session, because: problem.code, isLocked: code == .accountLocked)
        for observer in self { await observer.observe(event) }
    }
}

extension HTTPProblem {
    /// 401: the address and the password don't belong together.
    ///
    /// - Parameter nextChallenge: What has to be answered with the next attempt.
    static func invalidCredentials(nextChallenge: String? = nil) -> HTTPProblem {
        HTTPProblem(
            status: .unauthorized, code: LoginContract.Code.invalidCredentials.rawValue,
            title: LocalizedText(
                en: "The email or the password is wrong.", es: "El correo o la contraseña no son correctos."),
            members: nextChallenge.map { ["captcha": $0] } ?? [:])
    }

    /// 429: there were too many wrong passwords.
    static func accountLocked(for seconds: TimeInterval) -> HTTPProblem {
        var problem = HTTPProblem.tooManyRequests(
            code: LoginContract.Code.accountLocked.rawValue, retryAfter: .seconds(seconds))
        problem.title = LocalizedText(en: "Too many attempts.", es: "Demasiados intentos.")
        problem.detail =
            switch Duration.seconds(seconds).minutesToWait {
            case 1: LocalizedText(en: "Try again in 1 minute.", es: "Inténtalo en 1 minuto.")
            case let minutes:
                LocalizedText(en: "Try again in \(minutes) minutes.", es: "Inténtalo en \(minutes) minutos.")
            }
        return problem
    }
}

extension FieldProblem {
    /// What was sent as an address isn't one.
    static let invalidEmail = FieldProblem(
        pointer: "/email", code: LoginContract.FieldCode.invalidEmail.rawValue,
        reason: LocalizedText(en: "Invalid email", es: "Correo no válido"), key: "validation.email.invalid")

    /// There is no password, or far too much of one.
    static let invalidPassword = FieldProblem(
        pointer: "/password", code: LoginContract.FieldCode.invalidPassword.rawValue,
        reason: LocalizedText(
            en: "A password has 1 to 1024 bytes.", es: "Una contraseña tiene de 1 a 1024 bytes."))
}
