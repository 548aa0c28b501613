public import Localization
public import Presenting
public import SecureStorageAPI

/// Why the session could not be read or written.
public enum SessionStoreError: PresentableError, Hashable {
    /// The session has no stored form that reads back as the same session;
    /// nothing was written.
    case unencodable
    /// What is stored isn't a session; it was left as it is.
    case unreadable
    /// The store is locked, full or out of order.
    case storage(SecretStoreError)
    /// Somebody else, of this name, logged in while this login was waited for, and stays so.
    case somebodyElse(name: String)
    /// Another program began or ended a session meanwhile, and with it the key of this device
    /// became another one than that to which the session is bound: nobody could use it.
    case anotherKey

    /// A stable word for scripts and logs, in `snake_case`.
    public var code: String {
        switch self {
        case .unencodable: "session_unencodable"
        case .unreadable: "session_unreadable"
        case .storage(let error): error.code
        case .somebodyElse: "somebody_is_logged_in"
        case .anotherKey: "session_overtaken"
        }
    }

    /// What happened.
    public var text: LocalizedText {
        switch self {
        case .unencodable:
            LocalizedText(en: "The session cannot be stored.", es: "La sesión no se puede guardar.")
        case .unreadable:
            LocalizedText(
                en: "The stored session cannot be read.", es: "La sesión guardada no se puede leer.")
        case .storage(let error): error.text
        case .somebodyElse(let name):
            LocalizedText(
                en:
                    "Meanwhile \(name) logged in here, and stays so. What you began here is over; nothing is left of it.",
                es: "Entretanto \(name) inició sesión aquí, y así sigue. Lo que empezaste se acabó y no dejó nada.")
        case .anotherKey:
            LocalizedText(
                en:
                    "Meanwhile another program on this device logged in or out, and what you began here no longer fits. "
                    + "It is over and left nothing; whoever is logged in stays so.",
                es:
                    "Entretanto otro programa de este dispositivo inició o cerró una sesión, y lo que empezaste ya no "
                    + "encaja. Se acabó y no dejó nada; quien tiene la sesión iniciada, así sigue.")
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .unencodable, .unreadable: .fault
        case .storage(let error): error.nature
        case .somebodyElse, .anotherKey: .refused
        }
    }

    /// What the person can do about it.
    public var remark: LocalizedText? {
        switch self {
        case .unencodable, .unreadable:
            LocalizedText(
                en: "Log in again to get a new one.", es: "Inicia sesión de nuevo para obtener otra.")
        case .storage(let error): error.remark
        case .somebodyElse(let name):
            LocalizedText(
                en: "To be logged in instead of \(name), log out first, and begin anew.",
                es: "Para iniciar sesión en lugar de \(name), cierra antes su sesión y empieza de nuevo.")
        case .anotherKey:
            LocalizedText(
                en: "To be logged in here, log in again.", es: "Para iniciar sesión aquí, vuelve a hacerlo.")
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .unencodable, .unreadable: []
        case .storage(let error): error.nextSteps
        case .somebodyElse: [.logOut]
        case .anotherKey: [.logIn]
        }
    }

    /// What is in the way of logging in where that isn't the store: it stays in the way.
    public var refusal: Obstacle? {
        switch self {
        case .somebodyElse, .anotherKey: Obstacle(code: code, fullText, nextSteps: nextSteps, isFinal: true)
        case .unencodable, .unreadable, .storage: nil
        }
    }
}

extension SessionStoreError: CustomStringConvertible {
    /// What logs say.
    public var description: String { text.english }
}
