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

    func logIn(email: String, password: Secret, captcha: Secret?) async throws(LoginError) -> User {
        try await observed { () async throws(LoginError) in
            // Who made an account with such an address before D24 still gets in.
            guard let address = EmailAddress(kept: email) else { throw .invalidEmail }
            guard !password.isEmpty else { throw .emptyPassword }
            let credentials = LoginContract.Credentials(
                email: address.description, password: password, device: device,
                deviceToken: await knownDevice.token(for: address), captcha: captcha)
            let id = makeID()
            do throws(LoginError) {
                let user = try await submit(credentials, as: id)
                // Whatever waits would log somebody in again.
                try? await queue?.discard(.login)
                return user
            } catch {
                throw await keep(credentials, as: id, after: error)
            }
        }
    }

    /// Sends a login that waited.
    func retry(_ credentials: LoginContract.Credentials, as id: QueuedRequestID) async throws(LoginError) -> User {
        try await observed { () async throws(LoginError) in try await submit(credentials, as: id) }
    }

    private func observed(_ attempt: () async throws(LoginError) -> User) async throws(LoginError) -> User {
        do throws(LoginError) {
            let user = try await attempt()
            for observer in observers() { await observer.didLogIn(user) }
            return user
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
        _ credentials: LoginContract.Credentials, as id: QueuedRequestID
    ) async throws(LoginError) -> User {
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await server.post(
                LoginContract.loginPath, json: credentials, fields: [.idempotencyKey: id.description])
        } catch {
            throw error.mapped(
                cancelled: LoginError.cancelled, unreachable: LoginError.connectivity, unintelligible: .server,
                impossible: LoginError.impossible)
        }
        guard answer.status == .ok, let result = answer.decode(LoginContract.LoggedIn.self) else {
            throw LoginError(answer)
        }
        do throws(SessionStoreError) {
            try await beginning.begin(StoredSession(user: result.user, grant: result.token, receivedAt: now()))
        } catch {
            throw .tokenStorageFailed(Obstacle(error))
        }
        if let token = result.deviceToken, let address = EmailAddress(kept: credentials.email) {
            await knownDevice.keep(token, for: address)
        }
        return result.user
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
    init(_ answer: ServerAnswer) {
        let problem = answer.problem
        switch (answer.status, problem.code.flatMap(LoginContract.Code.init)) {
        case (_, .invalidCredentials): self = .invalidCredentials(next: CaptchaChallenge(askedBy: answer))
        case (_, .emailNotVerified): self = .emailNotVerified
        case (_, .captchaRequired):
            self = CaptchaChallenge(askedBy: answer).map { .captchaRequired($0) } ?? .server
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
