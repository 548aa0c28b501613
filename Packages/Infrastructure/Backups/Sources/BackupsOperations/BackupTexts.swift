import ConsoleAPI
import Localization

/// What the commands say.
enum BackupTexts {
    static let copying = LocalizedText(en: "Copying", es: "Copiando")
    static let reading = LocalizedText(en: "Reading", es: "Leyendo")

    static func created(_ backup: Backup, in place: BackupPlace) -> LocalizedText {
        let files = backup.description.files, size = size(backup.description.bytes).english
        return LocalizedText(
            en: "The backup \(backup.name) is in \(place.path): pictures' files: \(files), \(size) in all.",
            es: "La copia \(backup.name) está en \(place.path): archivos de imágenes: \(files), \(size) en total.")
    }

    /// What rows name and the server had no good file of, if there is any.
    static func missing(in description: BackupDescription) -> [OutputBlock] {
        guard let first = description.missing.first else { return [] }
        let count = description.missing.count
        return [
            .line(
                LocalizedText(
                    en:
                        "Of some files that the database names the server itself had none that is good when the backup was "
                        + "made: \(count), such as \(first). Those pictures can't be shown.",
                    es:
                        "De algunos archivos que nombra la base de datos, el propio servidor no tenía ninguno bueno cuando "
                        + "se hizo la copia: \(count), como \(first). Esas imágenes no se pueden mostrar."), .warning)
        ]
    }

    static func keyMade(_ path: String) -> LocalizedText {
        LocalizedText(
            en:
                "Put that into backup.recipients. The private key is in \(path): take it away from the server, keep it twice, "
                + "and try it with essentiald backup verify --key-file. Who has it reads every backup; without it nobody does.",
            es:
                "Ponlo en backup.recipients. La clave privada está en \(path): llévatela del servidor, guárdala dos veces y "
                + "pruébala con essentiald backup verify --key-file. Quien la tenga lee todas las copias; sin ella, nadie."
        )
    }

    static func verdict(of name: String, _ verdict: BackupReader.Verdict) -> OutputBlock {
        let count = verdict.findings.count
        if count == 0, let obstacle = verdict.obstacle { return .line(compared(name) + notTried(obstacle), .failure) }
        if count == 0, !verdict.isOpened { return .line(unopened(name), .success) }
        return count == 0
            ? .line(
                LocalizedText(
                    en: "The backup \(name) is as it was made, and a server would start with it.",
                    es: "La copia \(name) está como se hizo, y un servidor arrancaría con ella."), .success)
            : .line(unsound(name, verdict.findings), .failure)
    }

    /// Pictures lie beside the backups, once for all of them, and are copied again where they are gone.
    private static func unsound(_ name: String, _ findings: [BackupFinding]) -> LocalizedText {
        let found = LocalizedText(
            en: "The backup \(name) can't be restored as it is. Found: \(findings.count). Nothing was changed.",
            es: "La copia \(name) no se puede restaurar como está. Problemas: \(findings.count). No se cambió nada.")
        guard findings.allSatisfy({ $0.file.hasPrefix("../") }) else {
            return found
                + LocalizedText(
                    en: "Use another one (essentiald backup list), and make a new one; the disk may be failing.",
                    es: "Usa otra (essentiald backup list) y haz una nueva; puede que falle el disco.")
        }
        return found
            + LocalizedText(
                en:
                    "Make a new backup, which copies the pictures again that are damaged here, and verify this one once more; "
                    + "the disk may be failing.",
                es:
                    "Haz una copia nueva, que vuelve a copiar las imágenes dañadas aquí, y comprueba esta otra vez; puede que "
                    + "falle el disco.")
    }

    static func proved(_ name: String) -> LocalizedText {
        LocalizedText(
            en:
                "The backup \(name) is proved: it was restored beside the server, compared, and an account signed in to it.",
            es:
                "La copia \(name) está probada: se restauró junto al servidor, se comparó y una cuenta inició sesión en ella."
        )
    }

    private static func compared(_ name: String) -> LocalizedText {
        LocalizedText(en: "The backup \(name) is as it was made.", es: "La copia \(name) está como se hizo.")
    }

    /// One that is encrypted, read without its key.
    private static func unopened(_ name: String) -> LocalizedText {
        LocalizedText(
            en:
                "The backup \(name) is as it was made. It is encrypted: whether a server would start with it, only its private "
                + "key tells (--key-file).",
            es:
                "La copia \(name) está como se hizo. Está cifrada: si un servidor arrancaría con ella, solo lo dice su clave "
                + "privada (--key-file).")
    }

    /// Why the schedule has a problem.
    static func failed(_ reason: LocalizedText) -> LocalizedText {
        LocalizedText(
            en: "The last backup that was due has a problem, and is tried again within a quarter of an hour.",
            es: "La última copia que tocaba tiene un problema y se intenta de nuevo en un cuarto de hora.") + reason
    }

    static let wasCutShort = OutputBlock.line(
        LocalizedText(
            en: "A restore into this folder had been cut short; what it left was removed first.",
            es: "Una restauración en esta carpeta se había interrumpido; primero se eliminó lo que dejó."), .warning)

    static func restored(_ backup: Backup, into folder: String) -> OutputBlock {
        let made = LocalizedText.momentInUTC(backup.description.createdAt)
        return .line(
            LocalizedText(
                en:
                    "The backup \(backup.name) of \(made.english) is restored into \(folder). It has no settings: start "
                    + "the server with the configuration of before (essentiald serve --config FILE --data FOLDER), or "
                    + "whatever was closed there is open.",
                es:
                    "La copia \(backup.name) de \(made.spanish) está restaurada en \(folder). No lleva ajustes: arranca el "
                    + "servidor con la configuración de antes (essentiald serve --config ARCHIVO --data CARPETA), o quedará "
                    + "abierto lo que allí estaba cerrado.")
                + LocalizedText(
                    en: "If it takes the other's place, have it take over its backups: essentiald backup adopt.",
                    es: "Si ocupa el lugar del otro, haz que se quede con sus copias: essentiald backup adopt."),
            .success)
    }

    /// A backup that is dated later than now.
    static func isAhead(_ name: String) -> OutputBlock { .line(datedAhead(name), .warning) }

    static func datedAhead(_ name: String) -> LocalizedText {
        LocalizedText(
            en: "The backup \(name) is dated ahead: the clock was wrong when it was made, or is now (timedatectl). It "
                + "can be restored; backup prune keeps it until that time has come, besides the others.",
            es: "La copia \(name) tiene fecha futura: el reloj estaba mal cuando se hizo, o lo está ahora "
                + "(timedatectl). Se puede restaurar; backup prune la conserva hasta entonces, además de las otras.")
    }

    static func foundDamaged(_ name: String) -> LocalizedText {
        LocalizedText(
            en:
                "The backup \(name) was found damaged: it takes no other one's place, and backup prune keeps it besides. "
                + "See what is wrong with essentiald backup verify \(name), and remove its folder; the disk may be failing.",
            es:
                "La copia \(name) resultó dañada: no ocupa el lugar de ninguna otra, y backup prune la conserva además. "
                + "Mira qué le pasa con essentiald backup verify \(name) y elimina su carpeta; puede que falle el disco."
        )
    }

    static func pruned(_ pruned: BackupPruner.Pruned) -> LocalizedText {
        LocalizedText(
            en: "Removed: backups: \(pruned.names.count), pictures' files: \(pruned.files).",
            es: "Eliminado: copias: \(pruned.names.count), archivos de imágenes: \(pruned.files).")
    }

    /// Those that stay whatever is kept; nil for none.
    static func left(_ pruned: BackupPruner.Pruned) -> LocalizedText? {
        guard pruned.others > 0 else { return nil }
        return LocalizedText(
            en: "Left, since they aren't this server's own: \(pruned.others) (essentiald backup list).",
            es: "Quedan, porque no son de este servidor: \(pruned.others) (essentiald backup list).")
    }

    // MARK: The list

    static func table(_ items: [BackupItem]) -> Table {
        let columns = [
            Table.Column(LocalizedText(en: "backup", es: "copia"), minimumWidth: 27),
            Table.Column(LocalizedText(en: "made", es: "hecha")),
            Table.Column(LocalizedText(en: "size", es: "tamaño"), alignment: .trailing),
            Table.Column(LocalizedText(en: "files", es: "archivos"), alignment: .trailing),
            Table.Column(LocalizedText(en: "encrypted", es: "cifrada")),
            Table.Column(LocalizedText(en: "verified", es: "comprobada")),
            Table.Column(LocalizedText(en: "proved", es: "probada")),
        ]
        let whose = Table.Column(LocalizedText(en: "of", es: "de"))
        let isShared = items.contains { $0.owner != .own && $0.owner != .unknown }
        return Table(
            columns: columns + (isShared ? [whose] : []),
            rows: items.map { item in
                [
                    StyledText(verbatim: item.name),
                    StyledText(item.createdAt.map { .moment($0) } ?? none),
                    StyledText(item.bytes.map(size) ?? none),
                    StyledText(verbatim: item.files.map { "\($0)" } ?? "—"),
                    StyledText(item.recipients.isEmpty ? none : LocalizedText(en: "yes", es: "sí")),
                    item.readable && !item.foundDamaged
                        ? StyledText(item.verifiedAt.map { .moment($0) } ?? LocalizedText(en: "not yet", es: "aún no"))
                        : StyledText(LocalizedText(en: "damaged", es: "dañada"), .failure),
                    StyledText(item.provedAt.map { .moment($0) } ?? LocalizedText(en: "not yet", es: "aún no")),
                ] + (isShared ? [StyledText(words(for: item.owner))] : [])
            })
    }

    private static func words(for owner: BackupOwner) -> LocalizedText {
        switch owner {
        case .own: LocalizedText(en: "this server", es: "este servidor")
        case .otherBranch:
            LocalizedText(en: "its copy, or before its restore", es: "su duplicado, o antes de restaurar")
        case .otherServer: LocalizedText(en: "another server", es: "otro servidor")
        case .unknown: none
        }
    }

    private static let none = LocalizedText(verbatim: "—")

    /// In the largest unit of which there are ten.
    private static func size(_ bytes: Int) -> LocalizedText {
        let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)]
        let (name, unit) = units.first { bytes >= 10 * $0.1 } ?? ("kB", 1_000)
        return LocalizedText(verbatim: "\((bytes + unit - 1) / unit) \(name)")
    }
}
