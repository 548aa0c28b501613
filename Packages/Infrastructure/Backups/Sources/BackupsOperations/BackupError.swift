import ConsoleAPI
import Localization
import PluginKit
import Presenting

/// Why there is no backup, or none is restored.
enum BackupError: PresentableError {
    case noFolder
    case databaseElsewhere
    case placeInData(String)
    case openToOthers(String)
    case foreign(String)
    case placeInUse(String)
    /// Another backup works in the data folder.
    case dataInUse(String)
    case noBackups(String)
    /// Nobody has made a backup there yet, or its disk isn't there.
    case placeNotReady(String)
    case notOneBackup(String, place: String, count: Int)
    /// The database couldn't be copied.
    case snapshot(LocalizedText)
    /// Pictures were deleted faster than they could be copied.
    case neverStill
    case notSound(String, [BackupFinding])
    /// It is as it was made, and for that reason its copy couldn't be opened.
    case notOpened(String, LocalizedText)
    /// It is encrypted to these public keys, and nobody named a private one.
    case keyNeeded(String, [String])
    /// It is encrypted to these public keys, and the private one is another's.
    case keyWrong(String, [String])
    /// There is no private key in a file.
    case keyUnusable(String)
    /// It has the key of another server.
    case otherServer(String)
    /// It isn't of this server's key, so it can't become its own.
    case notAdopted(String)
    /// Of these backups the one that is meant may be another server's, and nobody named it.
    case notNamed(String, [String])
    /// What is to say which branch a server is says nothing.
    case branchUnusable(String)
    /// The server's key isn't there to tell whose backups are, for that reason.
    case ownersUnknown(String, LocalizedText)
    /// What was found, and why it couldn't be noted.
    indirect case unnoted(BackupError, LocalizedText)
    /// What was written isn't what is there.
    case proofFailed(String)
    case targetInUse(String)
    case targetNotEmpty(String)
    /// A restore was cut short there, and besides what it left there are other things.
    case targetHasOthers(String, [String])
    case targetAmongBackups(String)
    case targetOpenToOthers(String)

    var code: String {
        switch self {
        case .noFolder: "usage"
        case .databaseElsewhere: "database_elsewhere"
        case .placeInData: "backup_in_data"
        case .openToOthers: "backup_folder_unsafe"
        case .foreign: "backup_folder_foreign"
        case .placeInUse, .dataInUse: "backup_folder_in_use"
        case .keyNeeded: "backup_key_needed"
        case .otherServer, .notAdopted: "backup_of_other_server"
        case .notNamed: "backup_not_named"
        case .branchUnusable: "backup_branch_unusable"
        case .ownersUnknown: "backup_owners_unknown"
        case .unnoted(let found, _): found.code
        case .proofFailed: "backup_not_proved"
        case .keyWrong: "backup_key_wrong"
        case .keyUnusable: "backup_key_unusable"
        case .noBackups, .notOneBackup: "backup_not_found"
        case .placeNotReady: "backup_folder_not_ready"
        case .snapshot: "database"
        case .neverStill: "backup_not_consistent"
        case .notSound: "backup_not_sound"
        case .notOpened: "backup_not_opened"
        case .targetInUse: "restore_in_progress"
        case .targetNotEmpty, .targetHasOthers: "folder_not_empty"
        case .targetAmongBackups: "restore_among_backups"
        case .targetOpenToOthers: "restore_folder_unsafe"
        }
    }

    var nature: FailureNature {
        switch self {
        case .noFolder, .placeInData, .openToOthers, .foreign, .noBackups, .notOneBackup, .targetNotEmpty,
            .targetHasOthers, .targetAmongBackups, .targetOpenToOthers, .keyNeeded, .keyWrong, .keyUnusable,
            .placeNotReady, .notNamed, .ownersUnknown:
            .input
        case .unnoted(let found, _): found.nature
        case .databaseElsewhere, .placeInUse, .dataInUse, .otherServer, .notAdopted, .proofFailed, .neverStill,
            .notSound, .notOpened, .branchUnusable,
            .targetInUse:
            .refused
        case .snapshot: .fault
        }
    }

    var text: LocalizedText {
        switch self {
        case .noFolder:
            LocalizedText(
                en: "Nobody said where backups are: set backup.folder, or name a folder with --to or --from.",
                es: "Nadie dijo dónde están las copias: configura backup.folder o indica una carpeta con --to o --from."
            )
        case .databaseElsewhere:
            LocalizedText(
                en:
                    "The database is on PostgreSQL, which has means of its own: back it up with pg_dump first, and then copy "
                    + "server.key and images/ of the data folder, in this order. Nothing was copied now. How is in "
                    + "docs/operating.md, “A database on PostgreSQL”.",
                es: "La base de datos está en PostgreSQL, que tiene sus propios medios: cópiala primero con pg_dump y "
                    + "después copia server.key e images/ de la carpeta de datos, en este orden. Ahora no se copió nada. "
                    + "Se explica en docs/operating.md, «A database on PostgreSQL».")
        case .placeInData(let path):
            LocalizedText(
                en:
                    "\(path) and the server's data folder are one within the other: what takes one takes both. Nothing was "
                    + "written. Name a folder elsewhere, on another disk.",
                es:
                    "\(path) y la carpeta de datos del servidor están una dentro de la otra: lo que afecte a una afecta a "
                    + "las dos. No se escribió nada. Indica una carpeta en otro sitio, en otro disco.")
        case .openToOthers(let path):
            LocalizedText(
                en: "Others may use \(path), or it is somebody else's, and backups have the server's key. Nothing was "
                    + "written. Make it this user's alone: chmod 700, chown.",
                es: "Otros pueden usar \(path), o es de otra persona, y las copias tienen la clave del servidor. No se "
                    + "escribió nada. Haz que sea solo de este usuario: chmod 700, chown.")
        case .foreign(let path):
            LocalizedText(
                en: "\(path) holds other things than backups. Nothing was written. Name a new or an empty folder.",
                es: "\(path) contiene otras cosas que copias. No se escribió nada. Indica una carpeta nueva o vacía.")
        case .placeInUse(let path):
            LocalizedText(
                en: "Another command works with the backups in \(path). Nothing was changed. Wait until it has ended.",
                es: "Otra orden trabaja con las copias de \(path). No se cambió nada. Espera a que termine.")
        case .dataInUse, .keyNeeded, .keyWrong, .keyUnusable, .otherServer, .proofFailed, .notAdopted, .notNamed,
            .ownersUnknown, .unnoted, .notOpened, .branchUnusable:
            laterText
        case .noBackups(let path):
            LocalizedText(
                en: "There is no backup in \(path). essentiald backup create makes one.",
                es: "No hay ninguna copia en \(path). essentiald backup create hace una.")
        case .placeNotReady(let path):
            LocalizedText(
                en:
                    "\(path) isn't a folder of backups yet, or its disk isn't mounted. Nothing was written. Mount it, or "
                    + "make the first backup by hand, as the server's user.",
                es:
                    "\(path) aún no es una carpeta de copias, o su disco no está montado. No se escribió nada. Móntalo, o "
                    + "haz la primera copia a mano, como el usuario del servidor.")
        case .notOneBackup(let words, let place, let count):
            LocalizedText(
                en: "\(count == 0 ? "No backup is" : "More than one backup is") called so in \(place): \(words). "
                    + "essentiald backup list names them.",
                es: "\(count == 0 ? "Ninguna copia se llama" : "Más de una copia se llama") así en \(place): \(words). "
                    + "essentiald backup list las nombra.")
        case .snapshot(let reason):
            LocalizedText(
                en: "The database could not be copied, and no backup was made. The server goes on.",
                es: "No se pudo copiar la base de datos y no se hizo ninguna copia. El servidor continúa.") + reason
        case .neverStill:
            LocalizedText(
                en:
                    "Pictures were deleted again and again before they were copied, so no backup was made. What was copied "
                    + "stays for the next one: try again.",
                es:
                    "Se borraron imágenes una y otra vez antes de copiarlas, así que no se hizo ninguna copia. Lo copiado "
                    + "queda para la próxima: inténtalo de nuevo.")
        case .notSound(let name, let findings):
            LocalizedText(
                en: "The backup \(name) can't be used, and nothing of it was put in place:",
                es: "La copia \(name) no se puede usar, y no se puso nada de ella en su sitio:")
                + BackupFinding.text(of: findings)
        case .targetInUse(let folder):
            LocalizedText(
                en: "Another restore works in \(folder). Nothing was changed. Wait until it has ended.",
                es: "Otra restauración trabaja en \(folder). No se cambió nada. Espera a que termine.")
        case .targetNotEmpty(let folder):
            LocalizedText(
                en:
                    "\(folder) isn't empty. Nothing was changed: a restore takes nobody's place. Stop the server, move the "
                    + "folder away, and restore again.",
                es: "\(folder) no está vacía. No se cambió nada: una restauración no quita el sitio a nadie. Detén el "
                    + "servidor, aparta la carpeta y restaura de nuevo.")
        case .targetHasOthers(let folder, let names):
            LocalizedText(
                en:
                    "A restore into \(folder) was cut short, and besides what it left there is \(Self.list(names)), which "
                    + "it didn't make. Nothing was changed. Move that away and give the same command again, or restore "
                    + "into a new folder and delete this one.",
                es:
                    "Una restauración en \(folder) se interrumpió y, además de lo que dejó, hay \(Self.list(names)), que "
                    + "no es suyo. No se cambió nada. Apártalo y repite la orden, o restaura en una carpeta nueva y borra "
                    + "esta.")
        case .targetAmongBackups(let folder):
            LocalizedText(
                en:
                    "\(folder) and the folder of the backups are one within the other: the server would write among its "
                    + "backups, and backup prune among its data. Nothing was changed. Name a folder elsewhere with --into.",
                es:
                    "\(folder) y la carpeta de las copias están una dentro de la otra: el servidor escribiría entre sus "
                    + "copias, y backup prune entre sus datos. No se cambió nada. Indica otra carpeta con --into.")
        case .targetOpenToOthers(let folder):
            LocalizedText(
                en:
                    "Others may write to \(folder), or it is somebody else's, and what is restored has the server's key. "
                    + "Nothing was changed. Name a folder that isn't there yet, such as \(folder)/essentiald, or make this "
                    + "one the server's alone (chmod 700, chown) and give the command as its user.",
                es: "Otros pueden escribir en \(folder), o es de otra persona, y lo restaurado tiene la clave del "
                    + "servidor. No se cambió nada. Indica una carpeta que aún no exista, como \(folder)/essentiald, o haz "
                    + "esta solo del servidor (chmod 700, chown) y da la orden como su usuario.")
        }
    }
}

extension BackupError {
    static func list(_ names: [String]) -> String {
        let shown = names.sorted().prefix(5).joined(separator: ", ")
        return names.count > 5 ? "\(shown), …" : shown
    }
}

extension BackupError {
    /// The last of those that are in order.
    static func last(_ names: [String]) -> String {
        (names.count > 5 ? "…, " : "") + names.suffix(5).joined(separator: ", ")
    }
}

extension BackupError: MendableError {
    var remedy: ShellCommand? {
        switch self {
        case .openToOthers(let path): "chmod 700 \(path) && chown $(id --user) \(path)"
        case .noBackups(let path), .placeNotReady(let path): "essentiald backup create --to \(path)"
        default: nil
        }
    }
}
