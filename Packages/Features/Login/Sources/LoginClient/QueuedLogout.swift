import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Localization
import LoginContract
import OfflineQueueAPI
import SecureStorageAPI

/// Tells the server that a session of this device ended.
struct QueuedLogout: QueuedRequestHandling {
    let kind = QueuedRequestKind.logout
    /// Asks without credentials: what ends the session is the refresh token.
    let server: ServerClient

    func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        guard let logout = try? SecretCoding.decode(LoginContract.Logout.self, from: request.payload) else {
            return .refused(QueueProblem(code: "unreadable", text: Self.unreadable))
        }
        do throws(HTTPTransportError) {
            let answer = try await server.post(
                LoginContract.logoutPath, json: logout, fields: [.idempotencyKey: request.id.description])
            guard !answer.status.isSuccess else { return .done(Self.told) }
            // An unknown token is a success, so anything else is no final word.
            return .failed(
                QueueProblem(code: answer.problem.code ?? "server_error", text: Self.serverFailed),
                retryAfter: answer.retryAfter)
        } catch {
            switch error {
            case .connectivity, .timedOut, .tls, .cancelled: return .unreachable(error.text)
            case .tooLarge, .invalidResponse, .insecureAddress, .credentialsUnavailable, .invalidRequest,
                .fileSystem:
                return .failed(QueueProblem(code: error.code, text: error.text))
            }
        }
    }

    private static let told = LocalizedText(
        en: "The server has ended the session.", es: "El servidor ha terminado la sesión.")
    private static let serverFailed = LocalizedText(
        en: "The server could not end the session.", es: "El servidor no pudo terminar la sesión.")
    private static let unreadable = LocalizedText(
        en: "What was kept to end the session can't be read; it ends by itself.",
        es: "No se puede leer lo guardado para terminar la sesión; caducará sola.")
}
