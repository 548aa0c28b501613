import CaptchaAPI
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Localization
import LoginAPI
import LoginContract
import OfflineQueueAPI
import SecureStorageAPI
import SessionsAPI

/// Logs in at the server and stores the session.
struct RemoteLogin: LoggingIn {
    let server: ServerClient
    let sessions: any SessionStoring
    let knownDevice: KnownDevice
    let device: String?
    /// Keeps a login that can't be sent; nil where there is no queue.
    let queue: (any RequestQueueing)?
    let makeID: @Sendable () -> QueuedRequestID
    let now: @Sendable () -> BootTime
    let observers: @Sendable () -> [any LoginObserving]
    let endObservers: @Sendable () -> [any SessionEndObserving]

    func logIn(email: String, password: Secret, captcha: Secret?) async throws(LoginError) -> User {
        try await observed { () async throws(LoginError) in
            guard let address = EmailAddress(email) else { throw .invalidEmail }
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

    /// Keeps a login that never reached the server, or whose answer was lost.
    private func keep(
        _ credentials: LoginContract.Credentials, as id: QueuedRequestID, after error: LoginError
    ) async -> LoginError {
        guard case .connectivity(let obstacle) = error, let queue,
            let payload = try? SecretCoding.encode(credentials)
        else { return error }
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
        try await begin(StoredSession(user: result.user, grant: result.token, receivedAt: now()))
        if let token = result.deviceToken, let address = EmailAddress(credentials.email) {
            await knownDevice.keep(token, for: address)
        }
        return result.user
    }

    /// Stores the session.
    ///
    /// One of somebody else ends with that, and what was kept for them on this
    /// device has to go.
    private func begin(_ session: StoredSession) async throws(LoginError) {
        let before = await sessions.load()
        // Asked once more, the server gives its first answer again: its tokens may have been renewed since, and
        // using them then would end the session.
        if case .present(let stored) = before, stored.id != nil, stored.id == session.id { return }
        do throws(SessionStoreError) {
            try await sessions.save(session)
        } catch {
            throw .tokenStorageFailed(error.message + error.hint)
        }
        switch before {
        case .absent: return
        case .present(let other) where other.user.id == session.user.id: return
        case .present, .unavailable:
            for observer in endObservers() { await observer.sessionDidEnd(.loggedOut) }
        }
    }
}

extension LoginError {
    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer) {
        let problem = answer.problem
        switch (answer.status, problem.code.flatMap(LoginContract.Code.init)) {
        case (_, .invalidCredentials): self = .invalidCredentials
        // Without a code it isn't the server that speaks, but something on the
        // way to it: that says nothing about the password.
        case (.unauthorized, _) where problem.code != nil:
            self = LoginError(refusedProofOf: answer) ?? .invalidCredentials
        case (_, .emailNotVerified): self = .emailNotVerified
        case (_, .captchaRequired):
            self =
                answer.decode(LoginContract.CaptchaRequired.self)
                .map { .captchaRequired(CaptchaChallenge($0.captcha)) } ?? .server
        case (_, .accountLocked), (.tooManyRequests, _): self = .tooManyAttempts(retryAfter: answer.retryAfter)
        default: self = LoginError(refusedFieldsOf: problem) ?? .server
        }
    }

    /// What is said about the proof of this device's key says nothing about
    /// the password (RFC 9449, section 5).
    private init?(refusedProofOf answer: ServerAnswer) {
        guard let code = answer.problem.code,
            answer.fields.values(of: .wwwAuthenticate).contains(where: { $0.hasPrefix("DPoP ") })
        else { return nil }
        let words = [answer.problem.title ?? code, answer.problem.detail].compactMap { $0 }
        self = .impossible(code: code, LocalizedText(verbatim: words.joined(separator: " ")))
    }

    /// What a server refuses that this client let pass.
    private init?(refusedFieldsOf problem: ProblemDetails) {
        switch problem.errors?.lazy.compactMap({ LoginContract.FieldCode(rawValue: $0.code) }).first {
        case .invalidEmail: self = .invalidEmail
        // No account can have such a password.
        case .invalidPassword: self = .invalidCredentials
        case nil: return nil
        }
    }
}
