import Localization

/// What is said of keys and proofs.
extension BackupError {
    var laterText: LocalizedText {
        switch self {
        case .dataInUse(let path):
            LocalizedText(
                en: "Another command works in \(path). Nothing was changed. Wait until it has ended.",
                es: "Otra orden trabaja en \(path). No se cambió nada. Espera a que termine.")
        case .keyNeeded(let name, let recipients):
            LocalizedText(
                en: "The backup \(name) is encrypted to \(Self.list(recipients)), and nothing of it was put in place. "
                    + "Name the file of the private key with --key-file; the server doesn't have it.",
                es:
                    "La copia \(name) está cifrada para \(Self.list(recipients)) y no se puso nada de ella en su sitio. "
                    + "Indica el archivo de la clave privada con --key-file; el servidor no la tiene.")
        case .keyWrong(let name, let recipients):
            LocalizedText(
                en: "The private key doesn't open the backup \(name), which is encrypted to \(Self.list(recipients)). "
                    + "Nothing was changed. Find the file of that key: each says its public key in its first line.",
                es: "La clave privada no abre la copia \(name), que está cifrada para \(Self.list(recipients)). No se "
                    + "cambió nada. Busca el archivo de esa clave: cada uno dice su clave pública en la primera línea.")
        case .keyUnusable(let path):
            LocalizedText(
                en: "There is no private key in \(path). Nothing was changed. Name the file that essentiald backup key "
                    + "create or age-keygen wrote; one with a pass phrase has to be decrypted with age first.",
                es:
                    "No hay ninguna clave privada en \(path). No se cambió nada. Indica el archivo que escribió essentiald "
                    + "backup key create o age-keygen; uno con contraseña hay que descifrarlo antes con age.")
        case .otherServer(let name):
            LocalizedText(
                en:
                    "The backup \(name) has another key than this server: it is another server's, or from before the key "
                    + "was replaced. It wasn't proved. Prove one of this server, or that one beside its own.",
                es:
                    "La copia \(name) tiene otra clave que este servidor: es de otro, o de antes de cambiar la clave. No se "
                    + "probó. Prueba una de este servidor, o esa junto al suyo.")
        case .proofFailed(let path):
            LocalizedText(
                en:
                    "\(path) was read otherwise than it was written, beside the server. Nothing was proved: its disk or its "
                    + "memory fails. See what the kernel says (dmesg).",
                es:
                    "\(path) se leyó distinto de como se escribió, junto al servidor. No se probó nada: falla su disco o su "
                    + "memoria. Mira qué dice el núcleo (dmesg).")
        default: text
        }
    }
}
