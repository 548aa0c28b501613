import AccountVerificationAPI
import AccountVerificationContract
import CoreModels
import Localization
import OfflineQueueAPI
import Presenting
import SecureStorageAPI

/// A code or link that waits.
struct WaitingProof: Codable {
    /// Whose session it needs; nil if none.
    let person: UserID?
    let confirmation: AccountVerificationContract.Confirmation
}

/// Confirms an address when there is a connection again.
struct QueuedConfirmation: QueuedRequestHandling {
    let kind = QueuedRequestKind.verification
    /// Has no queue of its own: what fails here waits already.
    let confirmation: RemoteConfirmation

    func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        guard let waiting = try? SecretCoding.decode(WaitingProof.self, from: request.payload) else {
            return .refused(QueueProblem(code: "unreadable", text: Self.unreadable))
        }
        if let person = waiting.person, await confirmation.person()?.id != person { return .needsLogin }
        do throws(AddressConfirmationError) {
            let user = try await confirmation.submit(waiting.confirmation, as: request.id)
            return .done(Self.confirmed(user.email))
        } catch {
            return QueuedRequestAnswer(error)
        }
    }

    private static func confirmed(_ email: EmailAddress) -> LocalizedText {
        LocalizedText(en: "\(email) is confirmed.", es: "\(email) está confirmada.")
    }

    private static let unreadable = LocalizedText(
        en: "A code that waited can't be read. Type it again.",
        es: "No se puede leer un código que esperaba. Vuelve a escribirlo.")
}

extension QueuedRequestAnswer {
    fileprivate static let needsLogin = QueuedRequestAnswer.blocked(
        QueueProblem(
            code: "not_logged_in",
            text: LocalizedText(
                en: "The code is sent when its owner logs in.",
                es: "El código se envía cuando su dueño inicie sesión.")))

    /// What a failure means for a code that waits: only what the server says
    /// about it is final.
    fileprivate init(_ error: AddressConfirmationError) {
        switch error {
        case .connectivity, .waiting, .cancelled: self = .unreachable(error.text)
        case .busy(_, let retryAfter):
            self = .failed(QueueProblem(presenting: error), retryAfter: retryAfter)
        case .notLoggedIn, .interrupted: self = .needsLogin
        case .malformedCode, .invalidEmail, .wrongCode, .wrongCodeOrPassword, .passwordNeeded, .wrongPassword:
            self = .refused(QueueProblem(presenting: error))
        case .expiredCode: self = .refused(QueueProblem(presenting: error))
        case .usedCode: self = .refused(QueueProblem(presenting: error))
        case .unknownLink: self = .refused(QueueProblem(presenting: error))
        case .foreignLink: self = .refused(QueueProblem(presenting: error))
        case .impossible(let obstacle) where obstacle.isFinal: self = .refused(QueueProblem(presenting: error))
        case .impossible: self = .failed(QueueProblem(presenting: error))
        case .server: self = .failed(QueueProblem(presenting: error))
        }
    }
}
