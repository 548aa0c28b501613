import AccountsAPI
import AccountsContract
import CoreModels
import HTTPTransportAPI
import HTTPTypes

/// Asks the server for the account.
struct RemoteAccountLoader: AccountLoading {
    let server: ServerClient

    func loadAccount() async throws(AccountLoadingError) -> User {
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await server.get(AccountsContract.mePath)
        } catch {
            throw AccountLoadingError(error)
        }
        switch answer.status {
        case .ok:
            guard let user = answer.decode(User.self) else { throw .unreadableAnswer }
            return user
        case .unauthorized: throw .notLoggedIn
        default: throw .server(status: answer.status.rawValue)
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
            self = .impossible(code: error.code, error.text)
        case .tooLarge, .invalidResponse: self = .unreadableAnswer
        }
    }
}
