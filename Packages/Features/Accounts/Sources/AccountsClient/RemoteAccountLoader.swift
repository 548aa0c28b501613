import AccountsAPI
import AccountsContract
import CoreModels
import HTTPTransportAPI
import HTTPTypes
import Presenting

/// Asks the server for the account.
struct RemoteAccountLoader: AccountLoading {
    let server: ServerClient

    func loadAccount() async throws(AccountLoadingError) -> User {
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await server.get(AccountsContract.mePath, limits: .brief)
        } catch {
            throw AccountLoadingError(error)
        }
        if answer.status == .ok, let user = answer.decode(User.self) { return user }
        switch (answer.refusal, answer.obstacle) {
        case (.session, _): throw .notLoggedIn
        case (.proof(let code, let text), _): throw .impossible(Obstacle(code: code, text))
        case (.route(let obstacle), _): throw .impossible(obstacle)
        case (_, let obstacle?): throw .connectivity(obstacle.text)
        case (_, nil): throw answer.status == .ok ? .unreadableAnswer : .server(status: answer.status.rawValue)
        }
    }
}

extension AccountLoadingError {
    /// Describes why there is no answer.
    init(_ error: HTTPTransportError) {
        switch error {
        case .cancelled: self = .cancelled
        case .connectivity, .timedOut: self = .connectivity(error.text)
        case .tls, .insecureAddress, .credentialsUnavailable, .invalidRequest, .fileSystem:
            self = .impossible(Obstacle(error))
        case .tooLarge, .invalidResponse: self = .unreadableAnswer
        }
    }
}
