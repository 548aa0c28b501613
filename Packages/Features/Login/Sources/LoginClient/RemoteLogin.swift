import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import LoginAPI
import LoginContract
import SessionsAPI

/// Logs in at the server and stores the session.
struct RemoteLogin: LoggingIn {
    let server: ServerClient
    let sessions: any SessionStoring
    let device: String?
    let now: @Sendable () -> Date
    let observers: @Sendable () -> [any LoginObserving]

    func logIn(email: String, password: Secret) async throws(LoginError) -> User {
        do throws(LoginError) {
            let user = try await attempt(email: email, password: password)
            for observer in observers() { await observer.didLogIn(user) }
            return user
        } catch {
            for observer in observers() { await observer.didFailToLogIn(error) }
            throw error
        }
    }

    private func attempt(email: String, password: Secret) async throws(LoginError) -> User {
        guard let address = EmailAddress(email) else { throw .invalidEmail }
        guard !password.isEmpty else { throw .emptyPassword }
        let credentials = LoginContract.Credentials(
            email: address.description, password: password, device: device)
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await server.post(LoginContract.loginPath, json: credentials)
        } catch {
            throw LoginError(error)
        }
        guard answer.status == .ok, let result = answer.decode(LoginContract.LoggedIn.self) else {
            throw LoginError(answer)
        }
        do throws(SessionStoreError) {
            try await sessions.save(StoredSession(user: result.user, grant: result.token, receivedAt: now()))
        } catch {
            throw .tokenStorageFailed(error.message)
        }
        return result.user
    }
}

extension LoginError {
    init(_ error: HTTPTransportError) {
        switch error {
        case .cancelled: self = .cancelled
        case .connectivity, .timedOut, .tls, .insecureAddress: self = .connectivity(error.text)
        case .tooLarge, .invalidResponse, .invalidRequest, .fileSystem: self = .server
        }
    }

    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer) {
        switch (answer.status, answer.problem.code.flatMap(LoginContract.Code.init)) {
        case (_, .invalidCredentials), (.unauthorized, _): self = .invalidCredentials
        case (_, .emailNotVerified): self = .emailNotVerified
        case (_, .accountLocked), (.tooManyRequests, _): self = .tooManyAttempts(retryAfter: answer.retryAfter)
        default: self = .server
        }
    }
}
