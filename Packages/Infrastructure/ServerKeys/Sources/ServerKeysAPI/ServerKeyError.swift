import AtomicFiles
public import CryptographyAPI
public import Localization
public import PluginKit
public import Presenting

/// Why a server has no keys.
public enum ServerKeyError: PresentableError, Hashable {
    /// Others may read or write the file, or it isn't a plain file of this user.
    case unsafe(path: String, reason: LocalizedText)
    /// The file isn't as it was written.
    case damaged(path: String)
    /// The file could not be read or made; the number is that of `errno`.
    case fileSystem(path: String, operation: String, errorNumber: Int32)
    /// What is stored was sealed with the secret of another key file.
    case foreign
    /// The cryptography failed.
    case cryptography(reason: String)

    /// The word `server_keys`.
    public var code: String { "server_keys" }
    /// The server can't do anything about it.
    public var nature: FailureNature { .refused }

    /// What happened and what to do about it.
    public var text: LocalizedText {
        switch self {
        case .unsafe(let path, let reason):
            LocalizedText(
                en: "The key file \(path) is not safe: \(reason.english). Make it yours alone: chmod 600.",
                es: "El archivo de claves \(path) no es seguro: \(reason.spanish). Hazlo solo tuyo: chmod 600.")
        case .damaged(let path):
            LocalizedText(
                en: "The key file \(path) is damaged. Restore it from a backup: without it nobody can log in.",
                es: "El archivo de claves \(path) está dañado. Restáuralo de una copia: sin él nadie puede entrar.")
        case .fileSystem(let path, _, let number):
            LocalizedText(
                en: "The key file \(path) cannot be used: \(SystemReason(number).text.english). "
                    + "Check that its folder exists and can be written.",
                es: "No se puede usar el archivo de claves \(path): \(SystemReason(number).text.spanish). "
                    + "Comprueba que su carpeta existe y admite escritura.")
        case .foreign:
            LocalizedText(
                en: "The key file server.key does not belong to this database. Nothing was changed. "
                    + "Restore the one that was backed up with the database: without it nobody can log in.",
                es: "El archivo de claves server.key no es el de esta base de datos. No se cambió nada. "
                    + "Restaura el que se copió con la base de datos: sin él nadie puede entrar.")
        case .cryptography(let reason):
            LocalizedText(
                en: "The server's keys cannot be made: \(reason).",
                es: "No se pueden crear las claves del servidor: \(reason).")
        }
    }
}

extension ServerKeyError {
    /// Describes a failure of the cryptography.
    public init(_ error: CryptographyError) {
        self = .cryptography(reason: "\(error)")
    }
}

extension ServerKeyError: CustomStringConvertible {
    /// What logs say.
    public var description: String { text.english }
}

extension ServerKeyError: MendableError {
    /// Puts the backed up key in place, or closes it to others.
    public var remedy: ShellCommand? {
        switch self {
        case .unsafe(let path, _): "chmod 600 \(path)"
        case .damaged(let path): "cp --preserve BACKUPS/NAME/server.key \(path)"
        case .fileSystem(let path, _, _): "namei --long \(path)"
        case .foreign: "cp --preserve BACKUPS/NAME/server.key FOLDER/server.key"
        case .cryptography: nil
        }
    }
}
