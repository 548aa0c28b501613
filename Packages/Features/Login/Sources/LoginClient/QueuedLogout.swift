import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Localization
import LoginContract
import OfflineQueueAPI
import Presenting
import SecureStorageAPI
import SessionsAPI

/// Tells the server that a session of this device ended.
struct QueuedLogout: QueuedRequestHandling {
    let kind = QueuedRequestKind.logout
    /// Asks without credentials: what ends the session is the refresh token.
    let server: ServerClient
    let sessions: any SessionStoring

    func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        guard let kept = try? SecretCoding.decode(KeptRevocation.self, from: request.payload) else {
            return .refused(QueueProblem(code: "unreadable", text: Self.unreadable))
        }
        if let replaced = kept.replaced, await isStillHere(replaced) {
            return .failed(QueueProblem(code: "in_use", text: Self.inUse))
        }
        do throws(HTTPTransportError) {
            let answer = try await server.post(
                LoginContract.logoutPath, json: kept.logout, fields: [.idempotencyKey: request.id.description])
            // The sign-in page of a network is a success, too.
            guard !answer.status.isSuccess || answer.obstacle != nil else {
                // Whoever logged in anew sees that: the session before ends with it.
                return .done(Self.told, isNews: kept.replaced == nil)
            }
            if case .route(let obstacle)? = answer.refusal {
                return .refused(QueueProblem(code: obstacle.code, text: obstacle.text))
            }
            // An unknown token is a success, so anything else is no final word.
            return .failed(
                QueueProblem(code: answer.problem.code ?? "server_error", text: Self.serverFailed),
                retryAfter: answer.retryAfter)
        } catch {
            switch error {
            case .connectivity, .timedOut, .tls, .refusedByPins, .cancelled: return .unreachable(error.text)
            case .tooLarge, .invalidResponse, .insecureAddress, .credentialsUnavailable, .invalidRequest,
                .fileSystem:
                return .failed(QueueProblem(code: error.code, text: error.text))
            }
        }
    }

    /// Whether a session was never replaced: the program ended between keeping
    /// its revocation and storing the new one.
    ///
    /// What can't be read may be that session.
    private func isStillHere(_ id: SessionID) async -> Bool {
        switch await sessions.load() {
        case .present(let session): session.id == id
        case .absent: false
        case .unavailable: true
        }
    }

    private static let inUse = LocalizedText(
        en: "The session is still the one of this device; it ends when another takes its place.",
        es: "La sesión sigue siendo la de este dispositivo; terminará cuando otra ocupe su lugar.")
    private static let told = LocalizedText(
        en: "The server has ended the session.", es: "El servidor ha terminado la sesión.")
    private static let serverFailed = LocalizedText(
        en: "The server could not end the session.", es: "El servidor no pudo terminar la sesión.")
    private static let unreadable = LocalizedText(
        en: "What was kept to end the session can't be read; it ends by itself.",
        es: "No se puede leer lo guardado para terminar la sesión; caducará sola.")
}
