import Glibc
public import Localization

/// A call of the operating system that failed on a file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the call.
    public let call: String
    /// The file or folder.
    public let path: String
    /// The value of `errno`.
    public let code: Int32

    /// Creates an error.
    public init(call: String, path: String, code: Int32) {
        self.call = call
        self.path = path
        self.code = code
    }

    /// The call, the path and the system's message, for logs.
    public var description: String { "\(call) \(path): \(SystemReason(code))" }

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch code {
        case ENOSPC, EDQUOT:
            LocalizedText(
                en: "The disk is full (\(path)). Free some space and try again.",
                es: "El disco está lleno (\(path)). Libera espacio e inténtalo de nuevo.")
        case EROFS:
            LocalizedText(
                en: "The disk can only be read (\(path)). Choose a folder on another disk.",
                es: "El disco es de solo lectura (\(path)). Elige una carpeta en otro disco.")
        case EACCES, EPERM:
            LocalizedText(
                en: "You may not use \(path). Check who owns it and its permissions.",
                es: "No tienes permiso para usar \(path). Comprueba su dueño y sus permisos.")
        case ENOLCK, EOPNOTSUPP:
            LocalizedText(
                en: "The disk of \(path) has no locks. Choose a folder on a local disk.",
                es: "El disco de \(path) no tiene bloqueos. Elige una carpeta en un disco local.")
        case EIO:
            LocalizedText(
                en: "The disk of \(path) can't be read or written. Nothing that was confirmed is lost by that: look "
                    + "after the disk (dmesg), then try again.",
                es: "No se puede leer o escribir en el disco de \(path). No se pierde por eso nada confirmado: revisa "
                    + "el disco (dmesg) e inténtalo de nuevo.")
        default:
            LocalizedText(
                en: "\(path) can't be used: \(SystemReason(code).text.english).",
                es: "No se puede usar \(path): \(SystemReason(code).text.spanish).")
        }
    }
}
