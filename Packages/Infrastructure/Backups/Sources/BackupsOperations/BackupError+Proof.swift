import Localization

/// What is said of keys, proofs and whose backups are.
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
        case .notAdopted(let name):
            LocalizedText(
                en:
                    "The backup \(name) is another server's, or nothing tells that it has this server's key. Nothing was "
                    + "changed. Restore it into a folder of its own if you need it.",
                es: "La copia \(name) es de otro servidor, o nada dice que tenga la clave de este. No se cambió nada. "
                    + "Restáurala en una carpeta aparte si la necesitas.")
        case .notNamed(let path, let names):
            LocalizedText(
                en:
                    "Which backup in \(path) is this server's latest isn't known: none shows that it is this server's, or they "
                    + "are of more than one. Nothing was done. Name the one that you mean, or this server's folder with "
                    + "--data. The latest there: \(Self.last(names)).",
                es:
                    "No se sabe qué copia de \(path) es la última de este servidor: ninguna demuestra ser suya, o son de más de "
                    + "uno. No se hizo nada. Nombra la que quieres, o la carpeta de este servidor con --data. Las últimas que "
                    + "hay: \(Self.last(names)).")
        case .branchUnusable(let path):
            LocalizedText(
                en:
                    "\(path) doesn't say which branch this server is, so which backups are its own isn't known. None is made or "
                    + "removed, and the file stays as it is. Put its former content back; if that is lost, move the file "
                    + "away, make a backup and have it take over the others: essentiald backup adopt.",
                es:
                    "\(path) no dice qué rama es este servidor, así que no se sabe qué copias son suyas. No se hace ni se "
                    + "elimina ninguna, y el archivo queda como está. Recupera su contenido; si se perdió, aparta el archivo, "
                    + "haz una copia y hazte cargo de las otras: essentiald backup adopt.")
        case .ownersUnknown(let path, let reason):
            LocalizedText(
                en:
                    "Whose the backups in \(path) are, and which are proved, only the server's key tells, which can't be used. "
                    + "Nothing was removed. Name the server's folder with --data.",
                es:
                    "De quién son las copias de \(path) y cuáles están probadas solo lo dice la clave del servidor, que no se "
                    + "puede usar. No se eliminó nada. Indica la carpeta del servidor con --data.") + reason
        case .notOpened(let name, let reason):
            LocalizedText(
                en:
                    "The backup \(name) is as it was made, but its copy couldn't be opened here. Nothing of it was put in "
                    + "place, and nothing was noted. Mend what is said here, and try again.",
                es:
                    "La copia \(name) está como se hizo, pero su duplicado no se pudo abrir aquí. No se puso nada de ella en "
                    + "su sitio ni se anotó nada. Arregla lo que se dice aquí e inténtalo de nuevo.") + reason
        case .unnoted(let found, let reason): found.text + reason
        default: text
        }
    }
}
