import AtomicFiles
import FoundationEssentials
import Localization

/// What is said of whose backups are, and who may read them.
extension BackupTexts {
    /// What people are to know of the backups of a folder.
    static func remarks(on series: BackupSeries) -> [LocalizedText] {
        var remarks = series.members.filter { $0.isAhead && $0.description != nil }.map { datedAhead($0.name) }
        if !series.knowsOwners, !series.members.isEmpty { remarks.append(ownersUnknown) }
        return remarks + [readable(in: series), otherBranch(in: series), otherServers(in: series)].compactMap(\.self)
    }

    private static let ownersUnknown = LocalizedText(
        en: "Whose they are, and which are proved, only the server's key tells, which isn't there (--data).",
        es: "De quién son y cuáles están probadas solo lo dice la clave del servidor, que no está (--data).")

    /// Those from before the backups were encrypted; nil for none.
    static func readable(in series: BackupSeries) -> LocalizedText? {
        guard let last = series.readableByAnybody.last else { return nil }
        let count = series.readableByAnybody.count, keep = series.encryptedSince
        let found = LocalizedText(
            en:
                "Not encrypted, although later or earlier ones are: \(count), the last of them \(last.name). Whoever has the disk "
                + "reads them, with the server's key and the pictures.",
            es:
                "Sin cifrar, aunque otras lo están: \(count), la última \(last.name). Quien tenga el disco las lee, con la clave "
                + "del servidor y las imágenes.")
        guard keep > 0 else {
            return found
                + LocalizedText(
                    en:
                        "Make an encrypted one first (essentiald backup create), and then remove them with backup prune.",
                    es: "Haz primero una cifrada (essentiald backup create) y elimínalas después con backup prune.")
        }
        let remedy =
            found
            + LocalizedText(
                en:
                    "Prove an encrypted one (essentiald backup prove --key-file), and then remove them: essentiald backup prune "
                    + "--keep \(keep).",
                es:
                    "Prueba una cifrada (essentiald backup prove --key-file) y después elimínalas: essentiald backup prune "
                    + "--keep \(keep).")
        let older = series.own.count { $0.description?.isSealed == true } - keep
        guard older > 0 else { return remedy }
        return remedy
            + LocalizedText(
                en: "That also removes encrypted ones from before them: \(older).",
                es: "Eso elimina también las cifradas anteriores a ellas: \(older).")
    }

    /// Those of the same key from another data folder; nil for none.
    static func otherBranch(in series: BackupSeries) -> LocalizedText? {
        let count = series.members.count { $0.owner == .otherBranch }
        guard count > 0 else { return nil }
        return LocalizedText(
            en:
                "Made with this server's key in another data folder, before it was restored or by a copy of it: \(count). They "
                + "don't count as this server's, and backup prune leaves them. If this server took the other's place: "
                + "essentiald backup adopt; not in a rehearsal, which is to have a folder of its own.",
            es:
                "Hechas con la clave de este servidor en otra carpeta de datos, antes de restaurarlo o por un duplicado: "
                + "\(count). No cuentan como de este servidor y backup prune las deja. Si este servidor ocupó el lugar del "
                + "otro: essentiald backup adopt; no en un ensayo, que debe tener su propia carpeta.")
    }

    /// Those of other servers; nil for none.
    static func otherServers(in series: BackupSeries) -> LocalizedText? {
        let count = series.members.count { $0.owner == .otherServer }
        guard count > 0 else { return nil }
        return LocalizedText(
            en:
                "Of another server, or without saying whose: \(count). They don't count as this server's, and backup prune "
                + "leaves them. Better give each server a folder of its own.",
            es:
                "De otro servidor, o no dicen de quién: \(count). No cuentan como de este servidor y backup prune las deja. Es "
                + "mejor dar a cada servidor su propia carpeta.")
    }

    static func adopted(_ count: Int) -> LocalizedText {
        LocalizedText(
            en: "This server's own from now on: \(count). Another server with its key doesn't count them any more.",
            es: "De este servidor desde ahora: \(count). Otro servidor con su clave ya no las cuenta.")
    }

    // MARK: Notes

    /// Notes something, and says why that didn't work if it didn't.
    static func unnoted(_ note: () throws -> Void) -> LocalizedText? {
        do {
            try note()
            return nil
        } catch {
            let reason = (error as? FileError)?.text ?? LocalizedText(verbatim: "\(error)")
            return LocalizedText(
                en: "That couldn't be noted beside the backup, so backup list and doctor don't know it.",
                es: "Eso no se pudo anotar junto a la copia, así que backup list y doctor no lo saben.") + reason
        }
    }

    /// Why a backup couldn't be opened, through no fault of its own.
    static func notTried(_ reason: LocalizedText) -> LocalizedText {
        LocalizedText(
            en: "Whether a server would start with it couldn't be tried, so nothing was noted.",
            es: "No se pudo probar si un servidor arrancaría con ella, así que no se anotó nada.") + reason
    }

    /// What helps in most cases, before the reason.
    static let makeRoom = LocalizedText(
        en: "Name a folder with room for a copy in TMPDIR, or mend what is said here, and verify it again.",
        es:
            "Indica en TMPDIR una carpeta con sitio para un duplicado, o arregla lo que se dice aquí, y compruébala otra "
            + "vez.")

    /// An encrypted one that is as it was made, and was damaged then.
    static let damagedWithKey = LocalizedText(
        en: "With its private key it was found damaged before, and without it nobody can say otherwise: verify it with "
            + "--key-file, or use another one.",
        es: "Con su clave privada antes resultó dañada, y sin ella nadie puede decir lo contrario: compruébala con "
            + "--key-file o usa otra.")
}
