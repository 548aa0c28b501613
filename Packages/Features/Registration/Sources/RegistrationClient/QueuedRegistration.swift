import CoreModels
import Localization
import OfflineQueueAPI
import Presenting
import RegistrationAPI
import RegistrationContract
import SecureStorageAPI

/// Makes an account when there is a connection again.
struct QueuedRegistration: QueuedRequestHandling {
    let kind = QueuedRequestKind.registration
    /// Has no queue of its own: what fails here waits already.
    let registration: RemoteRegistration

    func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        guard let form = try? SecretCoding.decode(RegistrationContract.Request.self, from: request.payload) else {
            return .refused(QueueProblem(code: "unreadable", text: Self.unreadable))
        }
        do throws(RegistrationError) {
            let outcome = try await registration.submit(form, as: request.id, keepsOthers: true)
            registration.made.note(outcome, of: form)
            return .done(Self.text(of: outcome))
        } catch {
            return QueuedRequestAnswer(error)
        }
    }

    private static func text(of outcome: RegistrationOutcome) -> LocalizedText {
        switch outcome {
        case .confirmation:
            LocalizedText(
                en: "Your account is made. Confirm your address with the code in the message that was sent to you.",
                es: "Tu cuenta está creada. Confirma tu dirección con el código del mensaje que se te envió.")
        case .signedIn:
            LocalizedText(
                en: "Your account is made, and you are logged in.", es: "Tu cuenta está creada y has iniciado sesión.")
        case .logIn(let user) where user.isVerified:
            LocalizedText(
                en: "Your account is made, and you can log in.", es: "Tu cuenta está creada y puedes iniciar sesión.")
        case .logIn:
            LocalizedText(
                en: "Your account is made. Confirm your address with the code in the message that was sent to you, and "
                    + "log in.",
                es: "Tu cuenta está creada. Confirma tu dirección con el código del mensaje que se te envió e inicia "
                    + "sesión.")
        case .checkMail:
            LocalizedText(
                en: "The server has your registration. Look at your mail, and confirm your address before you log in.",
                es: "El servidor tiene tu registro. Mira tu correo y confirma tu dirección antes de iniciar sesión.")
        }
    }

    private static let unreadable = LocalizedText(
        en: "What was kept to make your account can't be read. Register again.",
        es: "No se puede leer lo guardado para crear tu cuenta. Vuelve a registrarte.")
}

extension QueuedRequest {
    /// - Throws: when the request can't be written.
    init(_ request: RegistrationContract.Request, as id: QueuedRequestID) throws(SecretStoreError) {
        self.init(
            id: id, kind: .registration, subject: request.email, payload: try SecretCoding.encode(request))
    }
}

extension QueuedRequestAnswer {
    /// What a failure means for a registration that waits: only what the server
    /// says about it is final.
    fileprivate init(_ error: RegistrationError) {
        switch error {
        case .connectivity, .waiting, .cancelled: self = .unreachable(error.text)
        case .busy(_, let retryAfter):
            self = .failed(QueueProblem(presenting: error), retryAfter: retryAfter)
        case .emailAlreadyInUse, .madeBefore, .closed, .invitationOver: self = .refused(QueueProblem(presenting: error))
        case .invalidData: self = .refused(QueueProblem(presenting: error))
        case .replayDetected: self = .failed(QueueProblem(presenting: error))
        case .abuseDetected(let retryAfter):
            self = .failed(QueueProblem(presenting: error), retryAfter: retryAfter)
        case .impossible(let obstacle) where obstacle.isFinal: self = .refused(QueueProblem(presenting: error))
        case .impossible: self = .failed(QueueProblem(presenting: error))
        case .unknown: self = .failed(QueueProblem(presenting: error))
        case .tokenStorageFailed: self = .failed(QueueProblem(presenting: error))
        }
    }
}
