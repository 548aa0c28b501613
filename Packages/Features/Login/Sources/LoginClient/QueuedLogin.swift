import CoreModels
import Localization
import LoginAPI
import LoginContract
import OfflineQueueAPI
import Presenting
import SecureStorageAPI

/// Logs in when there is a connection again.
struct QueuedLogin: QueuedRequestHandling {
    let kind = QueuedRequestKind.login
    /// Has no queue of its own: what fails here waits already.
    let login: RemoteLogin

    func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        guard let credentials = try? SecretCoding.decode(LoginContract.Credentials.self, from: request.payload) else {
            return .refused(QueueProblem(code: "unreadable", text: LoginClientTexts.unreadable))
        }
        if let other = await login.somebodyElse(than: credentials.email) {
            return .refused(
                QueueProblem(
                    code: "somebody_is_logged_in",
                    text: LoginClientTexts.isNotDone + LoginClientTexts.isLoggedIn(other)))
        }
        do throws(LoginError) {
            return .done(LoginClientTexts.loggedIn(try await login.retry(credentials, as: request.id).user))
        } catch {
            return QueuedRequestAnswer(error)
        }
    }
}

extension QueuedRequestAnswer {
    /// What a failure means for a login that waits: only what the server says
    /// about it is final.
    fileprivate init(_ error: LoginError) {
        switch error {
        case .connectivity, .waiting, .cancelled: self = .unreachable(error.text)
        case .busy(_, let retryAfter):
            self = .failed(QueueProblem(presenting: error), retryAfter: retryAfter)
        case .invalidEmail: self = .refused(QueueProblem(presenting: error))
        case .emptyPassword: self = .refused(QueueProblem(presenting: error))
        case .invalidCredentials: self = .refused(QueueProblem(presenting: error))
        case .emailNotVerified: self = .refused(QueueProblem(presenting: error))
        // A person at the program answers it; what waits has nobody.
        case .captchaRequired, .secondFactorRequired, .wrongCode, .loginExpired, .factorStays, .tooManyLosses:
            self = .refused(QueueProblem(presenting: error))
        case .tooManyAttempts(let retryAfter):
            self = .failed(QueueProblem(presenting: error), retryAfter: retryAfter)
        case .impossible(let obstacle) where obstacle.isFinal: self = .refused(QueueProblem(presenting: error))
        case .impossible: self = .failed(QueueProblem(presenting: error))
        case .server: self = .failed(QueueProblem(presenting: error))
        case .tokenStorageFailed: self = .failed(QueueProblem(presenting: error))
        }
    }
}
