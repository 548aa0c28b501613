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
            en: "The public keys to which backups are encrypted",
            es: "Las claves públicas con las que se cifran las copias"),
        detail:
            "Of age, `age1…`: `essentiald backup key create` makes a pair, whose private half is to be kept away from "
            + "the server. Each of the keys opens each backup. Without one, backups aren't encrypted.")

    static let every = ConfigurationKey<Duration?>(
        "backup.every", default: nil,
        allowed: .matching(LocalizedText(en: "from 1m to 31d", es: "de 1m a 31d")) { interval in
            interval.map { (.seconds(60) ... .seconds(31 * 86_400)).contains($0) } ?? true
        },
        summary: LocalizedText(
            en: "How long after the latest backup the server makes another one",
            es: "Cuánto después de la última copia hace otra el servidor"),
        detail: "Into `backup.folder`, where an operator has made the first one. Without it, the server makes none.")

    static let keep = ConfigurationKey<Int?>(
        "backup.keep", default: nil,
        allowed: .matching(LocalizedText(en: "from 1 to 100000", es: "de 1 a 100000")) { count in
            count.map { (1...100_000).contains($0) } ?? true
        },
        summary: LocalizedText(
            en: "How many backups stay when the server has made one",
            es: "Cuántas copias quedan cuando el servidor ha hecho una"),
        detail: "The latest, as with `essentiald backup prune`. Without it, all stay.")

    static let prove = ConfigurationKey<Bool>(
        "backup.prove", default: false,
        summary: LocalizedText(
            en: "Whether the server restores each backup that it made, and signs in to it",
            es: "Si el servidor restaura cada copia que ha hecho e inicia sesión en ella"),
        detail:
            "As `essentiald backup prove`. It takes as much room as the data, beside them, for that time. Encrypted "
            + "backups the server can't open; they are proved by hand.")

    static func recipients(in configuration: Configuration) -> [FileRecipient] {
        configuration[recipients].compactMap { FileRecipient($0) }
    }

    static func plan(in configuration: Configuration) -> BackupSchedule.Plan? {
        guard let interval = configuration[every], let folder = configuration[folder] else { return nil }
        return BackupSchedule.Plan(
            folder: folder, interval: interval, keep: configuration[keep], proves: configuration[prove],
            recipients: recipients(in: configuration))
    }

    private static func problems(in configuration: Configuration) -> [UnusableSettings] {
        var problems: [UnusableSettings] = []
        if configuration[every] != nil, configuration[folder] == nil {
            problems.append(
                UnusableSettings(
                    [every.name, folder.name],
                    LocalizedText(
                        en: "backup.every needs backup.folder: say where backups are kept.",
                        es: "backup.every necesita backup.folder: di dónde se guardan las copias.")))
        }
        if configuration[prove], configuration[every] == nil {
            problems.append(
                UnusableSettings(
                    [prove.name, every.name],
                    LocalizedText(
                        en: "backup.prove needs backup.every: it is for backups that the server makes itself.",
                        es: "backup.prove necesita backup.every: es para las copias que hace el propio servidor.")))
        }
        if configuration[prove], !configuration[recipients].isEmpty {
            problems.append(
                UnusableSettings(
                    [prove.name, recipients.name],
                    LocalizedText(
                        en:
                            "The server can't open what backup.recipients has encrypted: leave backup.prove out, and call "
                            + "essentiald backup prove --key-file now and then.",
                        es:
                            "El servidor no puede abrir lo que cifra backup.recipients: quita backup.prove y llama de vez en "
                            + "cuando a essentiald backup prove --key-file.")))
        }
        if configuration[keep] != nil, configuration[every] == nil {
            problems.append(
                UnusableSettings(
                    [keep.name, every.name],
                    LocalizedText(
                        en: "backup.keep needs backup.every: without it, only essentiald backup prune removes backups.",
                        es: "backup.keep necesita backup.every: sin él, solo essentiald backup prune elimina copias.")))
        }
        return problems
    }

    static let section = ConfigurationSection(
        LocalizedText(en: "Backups", es: "Copias de seguridad"), folder, recipients, every, keep, prove,
        check: problems(in:))
}
