/// Why a vault, or a file of it, isn't used: errors carry the English words, as
/// logs have them.
package enum SecretStoreReason: String, CaseIterable {
    // A file or folder isn't safe.
    case notAFolder = "it isn't a folder"
    case belowNoFolder = "it is below something that isn't a folder"
    case notAFile = "it isn't a plain file"
    case link = "it is a symbolic link"
    case foreign = "it belongs to another user"
    case readableByOthers = "others can read it"

    // A file holds no pass phrase.
    case noFile = "it isn't there"
    case noPassphrase = "it is empty"
    case moreThanAPassphrase = "it has more than 4096 bytes"

    // The header is damaged.
    case tooLong = "it is too long"
    case missing = "it is missing, and there are records"
    case cut = "it is cut short or has something added"
    case otherDigest = "its digest doesn't match"
    case unintelligible = "it can't be understood"
    case otherIdentity = "the vault's identity has another length"
    case unstretched = "it doesn't say how the pass phrase is stretched"
    case tooCostly = "to try a pass phrase with it would take too much memory or time"

    /// The words of an error in Spanish; as they are if it carries others.
    static func spanish(_ words: String) -> String {
        SecretStoreReason(rawValue: words)?.spanish ?? words
    }

    private var spanish: String {
        switch self {
        case .notAFolder: "no es una carpeta"
        case .belowNoFolder: "está en algo que no es una carpeta"
        case .notAFile: "no es un archivo normal"
        case .link: "es un enlace simbólico"
        case .foreign: "es de otro usuario"
        case .readableByOthers: "otros pueden leerlo"
        case .noFile: "no existe"
        case .noPassphrase: "está vacío"
        case .moreThanAPassphrase: "tiene más de 4096 bytes"
        case .tooLong: "es demasiado larga"
        case .missing: "falta, y hay registros"
        case .cut: "está cortada o le sobra algo"
        case .otherDigest: "su resumen no coincide"
        case .unintelligible: "no se entiende"
        case .otherIdentity: "la identidad de la caja fuerte tiene otra longitud"
        case .unstretched: "no dice cómo se refuerza la frase de paso"
        case .tooCostly: "probar una frase de paso con ella llevaría demasiada memoria o demasiado tiempo"
        }
    }
}

extension SecretStoreError {
    /// Something belongs to somebody else, or isn't a plain file or folder.
    package static func unsafeFile(path: String, because reason: SecretStoreReason) -> SecretStoreError {
        .unsafeFile(path: path, reason: reason.rawValue)
    }

    /// A file holds no pass phrase that can be taken.
    package static func passphraseFile(path: String, because reason: SecretStoreReason) -> SecretStoreError {
        .passphraseFile(path: path, reason: reason.rawValue)
    }

    /// The vault's header is missing or isn't as it was written.
    package static func damagedHeader(path: String, because reason: SecretStoreReason) -> SecretStoreError {
        .damagedHeader(path: path, reason: reason.rawValue)
    }
}
