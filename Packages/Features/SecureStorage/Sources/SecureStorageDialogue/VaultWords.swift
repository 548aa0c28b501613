package import Localization
package import SecureStorageAPI

/// What commands and screens say about the vault.
package enum VaultWords {
    /// What is the matter with a record, and what was done about it.
    package static func found(_ record: SetAsideRecord) -> LocalizedText {
        if record.isList {
            return LocalizedText(
                en: "The list of the records was missing or damaged. A new one was made of those that are there; "
                    + "whether one was taken away or put back before, nobody can tell.",
                es: "La lista de los registros faltaba o estaba dañada. Se hizo una nueva con los que hay; si antes se "
                    + "quitó o se repuso alguno, nadie puede saberlo.")
        }
        let id = record.id
        return switch record.reason {
        case .malformed, .notAuthentic:
            LocalizedText(
                en: "\(id) is damaged. It was taken out of use, still sealed.",
                es: "\(id) está dañado. Se retiró, aún sellado.")
        case .rolledBack:
            LocalizedText(
                en: "\(id) was an older one than the last. It was taken out of use, still sealed.",
                es: "\(id) era más antiguo que el último. Se retiró, aún sellado.")
        case .missing:
            LocalizedText(
                en: "\(id) is missing: something other than this program deleted it.",
                es: "Falta \(id): lo borró algo ajeno a este programa.")
        }
    }

    package static func checked(_ records: Int, damaged: Int) -> LocalizedText {
        LocalizedText(
            en: "Secrets kept in it: \(records), unreadable: \(damaged).",
            es: "Secretos que guarda: \(records), ilegibles: \(damaged).")
    }

    package static func protected(by protection: VaultProtection) -> LocalizedText {
        switch protection {
        case .keyFile:
            LocalizedText(en: "A key file protects the vault.", es: "Un archivo de clave protege la caja fuerte.")
        case .passphrase:
            LocalizedText(
                en: "Your pass phrase protects the vault. Nobody can tell it to you if you forget it.",
                es: "Tu frase de paso protege la caja fuerte. Nadie puede decírtela si la olvidas.")
        case .kernelKeyring:
            LocalizedText(
                en: "The kernel's keyring protects the vault. After a restart you log in again.",
                es: "El llavero del núcleo protege la caja fuerte. Tras reiniciar el equipo inicias sesión de nuevo.")
        }
    }

    package static let cleaned = LocalizedText(
        en: "Nothing damaged and no old vault is kept any more.",
        es: "Ya no se guarda nada dañado ni ninguna caja fuerte anterior.")
}
