public import Localization

/// Why the session could not be read or written.
public enum SessionStoreError: Error, Hashable, Sendable {
    /// The session has no stored form; nothing was written.
    case unencodable
    /// What is stored isn't a session; it was left as it is.
    case unreadable
    /// What was read back after writing isn't what was written.
    case notVerified
    /// The store is locked, full or out of order; the message says which and
    /// what to do about it.
    case storage(LocalizedText)

    /// What happened and what to do about it.
    public var message: LocalizedText {
        switch self {
        case .unencodable:
            LocalizedText(
                en: "The session cannot be stored. Log in again.",
                es: "La sesión no se puede guardar. Inicia sesión de nuevo.")
        case .unreadable:
            LocalizedText(
                en: "The stored session cannot be read. Log in again to replace it.",
                es: "La sesión guardada no se puede leer. Inicia sesión de nuevo para reemplazarla.")
        case .notVerified:
            LocalizedText(
                en: "The session was not stored as it should be. Check the disk and try again.",
                es: "La sesión no se guardó como debía. Revisa el disco e inténtalo de nuevo.")
        case .storage(let message): message
        }
    }
}
