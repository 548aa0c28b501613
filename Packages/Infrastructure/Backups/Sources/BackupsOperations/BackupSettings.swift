import ConfigurationAPI
import CryptographyAPI
import Localization

/// What operators set of backups.
enum BackupSettings {
    static let folder = ConfigurationKey<String?>(
        "backup.folder", default: nil,
        summary: LocalizedText(
            en: "The folder in which backups are kept", es: "La carpeta en la que se guardan las copias"),
        detail: "For `essentiald backup`; `--to` and `--from` name another one. It has the whole secret of the server, "
            + "its key included, unless `backup.recipients` has it encrypted: a folder of the server's user alone, on "
            + "another disk.")

    static let recipients = ConfigurationKey<[String]>(
        "backup.recipients", default: [],
        allowed: .matching(
            LocalizedText(
                en: "each a public key of age (age1…), which essentiald backup key create shows",
                es: "cada uno una clave pública de age (age1…), que muestra essentiald backup key create")
        ) { $0.allSatisfy { FileRecipient($0) != nil } },
        summary: LocalizedText(
            en: "The public keys to which backups are encrypted", es: "Las claves públicas con las que se cifran las copias"),
        detail: "Of age, `age1…`: `essentiald backup key create` makes a pair, whose private half is to be kept away from "
            + "the server. Each of the keys opens each backup. Without one, backups aren't encrypted.")

    static let section = ConfigurationSection(
        LocalizedText(en: "Backups", es: "Copias de seguridad"), folder, recipients)
}
