import CoreModels
import Localization
import LoginAPI
import LoginContract
import OfflineQueueAPI
import SecureStorageAPI

/// Logs in when there is a connection again.
struct QueuedLogin: QueuedRequestHandling {
    let kind = QueuedRequestKind.login
    /// Has no queue of its own: what fails here waits already.
    let login: RemoteLogin

    func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        guard let credentials = try? SecretCoding.decode(LoginContract.Credentials.self, from: request.payload) else {
            return .refused(QueueProblem(code: "unreadable", text: Self.unreadable))
        }
        do throws(LoginError) {
            let user = try await login.retry(credentials, as: request.id)
            return .done(Self.loggedIn(user))
        } catch {
            return QueuedRequestAnswer(error)
        }
    }

    private static func loggedIn(_ user: User) -> LocalizedText {
        LocalizedText(
            en: "The connection is back, and you are logged in as \(user.name).",
            es: "Ha vuelto la conexión y has iniciado sesión como \(user.name).")
    }

    private static let unreadable = LocalizedText(
        en: "What was kept to log you in can't be read. Log in again.",
        es: "No se puede leer lo guardado para iniciar tu sesión. Vuelve a iniciarla.")
}

extension QueuedRequestAnswer {
    /// What a failure means for a login that waits: only what the server says
    /// about it is final.
    fileprivate init(_ error: LoginError) {
        switch error {
        case .connectivity, .waiting, .cancelled: self = .unreachable(error.text)
        case .invalidEmail: self = .refused(QueueProblem(code: "invalid_email", text: error.text))
        case .emptyPassword: self = .refused(QueueProblem(code: "empty_password", text: error.text))
        case .invalidCredentials: self = .refused(QueueProblem(code: "invalid_credentials", text: error.text))
        case .emailNotVerified: self = .refused(QueueProblem(code: "email_not_verified", text: error.text))
        // A person at the program answers it; what waits has nobody.
        case .captchaRequired: self = .refused(QueueProblem(code: "captcha_required", text: error.text))
        case .tooManyAttempts(let retryAfter):
            self = .failed(QueueProblem(code: "account_locked", text: error.text), retryAfter: retryAfter)
        case .impossible(let code, let text): self = .failed(QueueProblem(code: code, text: text))
        case .server: self = .failed(QueueProblem(code: "server_error", text: error.text))
        case .tokenStorageFailed: self = .failed(QueueProblem(code: "token_storage_failed", text: error.text))
        }
    }
}
