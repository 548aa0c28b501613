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

    /// A stable word for scripts and logs, in `snake_case`.
    public var code: String {
        switch self {
        case .unencodable: "session_unencodable"
        case .unreadable: "session_unreadable"
        case .storage(let error): error.code
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
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        if case .storage(let error) = self { error.nature } else { .fault }
    }

    /// What the person can do about it.
    public var remark: LocalizedText? {
        switch self {
        case .unencodable, .unreadable:
            LocalizedText(
                en: "Log in again to get a new one.", es: "Inicia sesión de nuevo para obtener otra.")
        case .storage(let error): error.remark
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        if case .storage(let error) = self { error.nextSteps } else { [] }
    }
}

extension SessionStoreError: CustomStringConvertible {
    /// What logs say.
    public var description: String { text.english }
}
