import CaptchaAPI
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Localization
import LoginAPI
import LoginContract
import OfflineQueueAPI
import Presenting
import SecureStorageAPI
import SessionsAPI

/// Logs in at the server and stores the session.
struct RemoteLogin: LoggingIn {
    let server: ServerClient
    let sessions: any SessionStoring
    let beginning: SessionBeginning
    let knownDevice: KnownDevice
    let device: String?
    /// Keeps a login that can't be sent; nil where there is no queue.
    let queue: (any RequestQueueing)?
    let makeID: @Sendable () -> QueuedRequestID
    let now: @Sendable () -> BootTime
    let observers: @Sendable () -> [any LoginObserving]

    func logIn(
        email: String, password: Secret, captcha: Secret?, since start: SessionBeginning.Start?
    ) async throws(LoginError) -> LoggedIn {
        try await observed { () async throws(LoginError) in
            // Who made an account with such an address before D24 still gets in.
            guard let address = EmailAddress(kept: email) else { throw .invalidEmail }
            guard !password.isEmpty else { throw .emptyPassword }
            let credentials = LoginContract.Credentials(
                email: address.description, password: password, device: device,
                deviceToken: await knownDevice.token(for: address), captcha: captcha)
            let id = makeID()
            do throws(LoginError) {
                let login = try await submit(credentials, as: id, since: start)
                // Whatever waits would log somebody in again.
                try? await queue?.discard(.login)
                return login
            } catch {
                throw await keep(credentials, as: id, after: error)
            }
        }
    }

    func logIn(
        with code: Secret, completing ticket: LoginTicket, since start: SessionBeginning.Start?
    ) async throws(LoginError) -> LoggedIn {
        try await observed { () async throws(LoginError) in
            guard !code.isEmpty else { throw .wrongCode }
            let step = LoginContract.SecondStep(ticket: ticket.secret, code: code)
            let login = try await submit(
                step, to: LoginContract.codePath, of: ticket.email, as: makeID(), since: start)
            try? await queue?.discard(.login)
            return login
        }
    }

    func foreseeLostFactor(completing ticket: LoginTicket) async throws(LoginError) -> Date? {
        let answer = try await ask(
            LoginContract.lossQuestionPath, LoginContract.Loss(ticket: ticket.secret), as: makeID())
        if answer.status == .ok, let foreseen = answer.decode(LoginContract.LossReported.self) {
            return foreseen.factorEndsAt
        }
        // A server without the route has only what acts.
        if answer.status == .notFound { return nil }
        throw LoginError(answer, to: ticket.email)
    }

    func reportLostFactor(completing ticket: LoginTicket) async throws(LoginError) -> Date {
        let answer = try await ask(LoginContract.lossPath, LoginContract.Loss(ticket: ticket.secret), as: makeID())
        guard answer.status == .accepted, let reported = answer.decode(LoginContract.LossReported.self) else {
            throw LoginError(answer, to: ticket.email)
        }
        return reported.factorEndsAt
    }

    /// Sends a login that waited.
    func retry(_ credentials: LoginContract.Credentials, as id: QueuedRequestID) async throws(LoginError) -> LoggedIn {
        try await observed { () async throws(LoginError) in
            try await submit(credentials, as: id, since: .nobody, hasWaited: true)
        }
    }

    private func observed(_ attempt: () async throws(LoginError) -> LoggedIn) async throws(LoginError) -> LoggedIn {
        do throws(LoginError) {
            let login = try await attempt()
            for observer in observers() { await observer.didLogIn(login.user) }
            return login
        } catch {
            for observer in observers() { await observer.didFailToLogIn(error) }
            throw error
        }
    }

    /// Who is logged in on this device, if that is somebody else.
    func somebodyElse(than email: String) async -> User? {
        guard case .present(let session) = await sessions.load(), session.user.email != EmailAddress(kept: email) else {
            return nil
        }
        return session.user
    }

    /// Keeps a login that never reached the server, or whose answer was lost;
    /// not where it would later log somebody out in the midst of something.
    private func keep(
        _ credentials: LoginContract.Credentials, as id: QueuedRequestID, after error: LoginError
    ) async -> LoginError {
        guard case .connectivity(let obstacle) = error, let queue,
            let payload = try? SecretCoding.encode(credentials)
        else { return error }
        if let other = await somebodyElse(than: credentials.email) {
            return .connectivity(obstacle + LoginClientTexts.nothingIsKept + LoginClientTexts.isLoggedIn(other))
        }
        let request = QueuedRequest(id: id, kind: .login, subject: credentials.email, payload: payload)
        return switch await queue.keep(request, because: obstacle) {
        case .kept(let text): .waiting(text)
        case .lost(let text): .connectivity(text)
        }
    }

    private func submit(
        _ credentials: LoginContract.Credentials, as id: QueuedRequestID, since start: SessionBeginning.Start?,
        hasWaited: Bool = false
    ) async throws(LoginError) -> LoggedIn {
        try await submit(
            credentials, to: LoginContract.loginPath, of: credentials.email, as: id, since: start,
            hasWaited: hasWaited)
    }

    /// Sends one of the steps, the last of which begins the session.
    private func submit(
        _ step: some Encodable & Sendable, to path: String, of email: String, as id: QueuedRequestID,
        since start: SessionBeginning.Start?, hasWaited: Bool = false
    ) async throws(LoginError) -> LoggedIn {
        let answer = try await ask(path, step, as: id, hasWaited: hasWaited)
        guard answer.status == .ok, let result = answer.decode(LoginContract.LoggedIn.self) else {
            throw LoginError(answer, to: email)
        }
        do throws(SessionStoreError) {
            let session = StoredSession(user: result.user, grant: result.token, receivedAt: now())
            try await beginning.begin(session, since: start)
        } catch {
            throw error.refusal.map { .impossible($0) } ?? .tokenStorageFailed(Obstacle(error))
        }
        if let token = result.deviceToken, let address = EmailAddress(kept: email) {
            await knownDevice.keep(token, for: address)
        }
        return LoggedIn(result.user, keepsAccount: result.accountKept)
    }

    private func ask(
        _ path: String, _ step: some Encodable & Sendable, as id: QueuedRequestID, hasWaited: Bool = false
    ) async throws(LoginError) -> ServerAnswer {
        var fields: HTTPFields = [.idempotencyKey: id.description]
        if hasWaited { fields[HTTPFieldName(LoginContract.waitedField)] = LoginContract.waited }
        do throws(HTTPTransportError) {
            return try await server.post(path, json: step, fields: fields)
        } catch {
            throw error.mapped(
                cancelled: LoginError.cancelled, unreachable: LoginError.connectivity, unintelligible: .server,
                impossible: LoginError.impossible)
        }
    }
}

extension CaptchaChallenge {
    /// What an answer wants answered; nil if nothing.
    fileprivate init?(askedBy answer: ServerAnswer) {
        guard let asked = answer.decode(LoginContract.CaptchaRequired.self) else { return nil }
        self.init(asked.captcha)
    }
}

extension LoginError {
    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer, to email: String) {
        let problem = answer.problem
        switch (answer.status, problem.code.flatMap(LoginContract.Code.init)) {
        case (_, .invalidCredentials): self = .invalidCredentials(next: CaptchaChallenge(askedBy: answer))
        case (_, .emailNotVerified): self = .emailNotVerified
        case (_, .accountSuspended): self = .impossible(.accountSuspended)
        case (_, .accountClosing): self = .impossible(.accountClosing)
        case (_, .captchaRequired):
            self = CaptchaChallenge(askedBy: answer).map { .captchaRequired($0) } ?? .server
        case (_, .secondFactorRequired):
            self =
                answer.decode(LoginContract.SecondFactorRequired.self)
                .map { .secondFactorRequired(LoginTicket(email: email, secret: $0.ticket)) } ?? .server
        case (_, .wrongCode): self = .wrongCode
        case (_, .loginExpired): self = .loginExpired
        case (_, .factorStays): self = .factorStays
        case (_, .tooManyLosses): self = .tooManyLosses(retryAfter: answer.retryAfter)
        case (_, .accountLocked), (.tooManyRequests, _): self = .tooManyAttempts(retryAfter: answer.retryAfter)
        // What is said about the proof of this device's key, or by something on
        // the way to the server, says nothing about the password.
        default:
            switch answer.refusal {
            case .session(let code, let text)?, .proof(let code, let text)?:
                self = .impossible(Obstacle(code: code, text))
            case .route(let obstacle)?: self = .impossible(obstacle)
            case .foreign?, nil:
                self = LoginError(refusedFieldsOf: problem) ?? answer.obstacle.map(LoginError.init) ?? .server
            }
        }
    }

    private init(_ obstacle: AnswerObstacle) {
        switch obstacle.cause {
        case .busy: self = .busy(obstacle.text, retryAfter: obstacle.retryAfter)
        case .foreign: self = .connectivity(obstacle.text)
        }
    }

    /// What a server refuses that this client let pass.
    private init?(refusedFieldsOf problem: ProblemDetails) {
        switch problem.errors?.lazy.compactMap({ LoginContract.FieldCode(rawValue: $0.code) }).first {
        case .invalidEmail: self = .invalidEmail
        // No account can have such a password.
        case .invalidPassword: self = .invalidCredentials()
        case nil: return nil
        }
    }
}
