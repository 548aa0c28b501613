public import Localization
public import Presenting
public import SecureStorageAPI

extension NextStep {
    /// Send what waits now.
    public static let sendQueue = NextStep("send_queue")
    /// Remove what waits.
    public static let dropQueue = NextStep("drop_queue")
}

/// Why the queue didn't do what it was asked.
public enum OfflineQueueError: PresentableError, Hashable {
    /// The vault can't be used.
    case storage(SecretStoreError)
    /// What is kept isn't a queue that this version knows.
    case unreadable
    /// As many requests wait as may.
    case full(limit: Int)
    /// The request has more bytes than one may have.
    case tooLarge(limit: Int)
    /// The request was wiped here while it was sent for the first time, and doesn't come back.
    case wiped
    /// What was to be removed is being sent right now, so it waits on, and may be done; all
    /// else that was to be removed is gone.
    case beingSent
    /// The call was cancelled.
    case cancelled

    /// A stable word for scripts, in `snake_case`.
    public var code: String {
        switch self {
        case .storage(let error): error.code
        case .unreadable: "queue_unreadable"
        case .full: "queue_full"
        case .tooLarge: "queue_request_too_large"
        case .wiped: "queue_request_wiped"
        case .beingSent: "queue_request_being_sent"
        case .cancelled: "cancelled"
        }
    }

    /// What happened, what was kept, and what to do next.
    public var text: LocalizedText {
        switch self {
        case .storage(let error): error.fullText
        case .unreadable:
            LocalizedText(
                en: "What waits for a connection can't be read. Remove it.",
                es: "No se puede leer lo que espera conexión. Bórralo.")
        case .full(let limit):
            LocalizedText(
                en: "\(limit) requests already wait for a connection. Send them first.",
                es: "Ya hay \(limit) peticiones a la espera de conexión. Envíalas antes.")
        case .tooLarge(let limit):
            LocalizedText(
                en: "A request of more than \(limit) bytes can't wait for a connection. Nothing was kept.",
                es: "Una petición de más de \(limit) bytes no puede esperar conexión. No se guardó nada.")
        case .wiped:
            LocalizedText(
                en: "It doesn't wait here: meanwhile what waited was removed, or its person logged out.",
                es: "No espera aquí: entretanto se borró lo que esperaba, o su persona cerró la sesión.")
        case .beingSent:
            LocalizedText(
                en:
                    "What is being sent right now was not removed, and may be done; all else that was to go is gone. Look "
                    + "again in a moment: if it waits still, remove it then; if it was done, undo it where it is.",
                es:
                    "Lo que se está enviando ahora mismo no se borró, y puede que se haga; lo demás que se iba a borrar "
                    + "ya no está. Míralo de nuevo enseguida: si aún espera, bórralo entonces; si se hizo, deshazlo allí."
            )
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .storage(let error): error.nature
        case .unreadable: .fault
        case .full, .tooLarge, .wiped, .beingSent: .refused
        case .cancelled: .cancelled
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .storage(let error): error.nextSteps
        case .unreadable: [.dropQueue]
        case .full: [.sendQueue]
        case .beingSent: [.seeQueue]
        case .tooLarge, .wiped, .cancelled: []
        }
    }
}
