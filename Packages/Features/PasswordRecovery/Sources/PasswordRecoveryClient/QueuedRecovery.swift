import Localization
import OfflineQueueAPI
import PasswordRecoveryAPI
import PasswordRecoveryContract
import Presenting
import SecureStorageAPI

/// Asks for the message when there is a connection again.
///
/// Setting the other password never waits: a password change doesn't (D1).
struct QueuedRecovery: QueuedRequestHandling {
    let kind = QueuedRequestKind.recovery
    /// Has no queue of its own: what fails here waits already.
    let recovery: RemoteRecovery

    func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        guard let form = try? SecretCoding.decode(PasswordRecoveryContract.Request.self, from: request.payload) else {
            return .refused(QueueProblem(code: "unreadable", text: Self.unreadable))
        }
        do throws(PasswordRecoveryError) {
            try await recovery.submit(form, as: request.id)
            return .done(Self.asked)
        } catch {
            return Self.answer(to: error)
        }
    }

    /// What a failure means for a request that waits: only what the server says
    /// about it is final.
    private static func answer(to error: PasswordRecoveryError) -> QueuedRequestAnswer {
        switch error {
        case .connectivity, .waiting, .cancelled: .unreachable(error.text)
        case .busy(_, let retryAfter):
            .failed(QueueProblem(presenting: error), retryAfter: retryAfter)
        case .invalidEmail: .refused(QueueProblem(presenting: error))
        // A person at the program answers it; what waits has nobody.
        case .captchaRequired: .refused(QueueProblem(presenting: error))
        case .tooManyRequests(let retryAfter):
            .failed(QueueProblem(presenting: error), retryAfter: retryAfter)
        case .impossible(let obstacle) where obstacle.isFinal: .refused(QueueProblem(presenting: error))
        case .impossible: .failed(QueueProblem(presenting: error))
        default: .failed(QueueProblem(code: "server_error", text: error.text))
        }
    }

    private static let asked = LocalizedText(
        en: "If there is an account with this address, a message is on its way.",
        es: "Si hay una cuenta con esta dirección, un mensaje está de camino.")
    private static let unreadable = LocalizedText(
        en: "What was kept to recover the password can't be read. Ask again.",
        es: "No se puede leer lo guardado para recuperar la contraseña. Vuelve a pedirlo.")
}
