import Localization

/// What is said of keys.
extension BackupError {
    var encryptionText: LocalizedText {
        switch self {
        case .dataInUse(let path):
            LocalizedText(
                en: "Another backup of the same server is being made (\(path)). Nothing was changed. Wait until it has "
                    + "ended.",
                es: "Se está haciendo otra copia del mismo servidor (\(path)). No se cambió nada. Espera a que termine."
            )
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
        default: text
        }
    }
}
