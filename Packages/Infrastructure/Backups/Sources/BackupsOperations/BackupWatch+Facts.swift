import FoundationEssentials
import Localization
import OperatingAPI

/// What administrators see of backups by a page.
extension BackupWatch {
    func facts() async throws -> [ServerFact] {
        guard let folder else {
            return [
                ServerFact(
                    LocalizedText(
                        en: "Nobody has said where backups are: backup.folder isn't set.",
                        es: "Nadie ha dicho dónde están las copias: backup.folder no está configurado."))
            ]
        }
        let place = BackupPlace(path: BackupCommands.withoutSlash(folder)), now = now()
        let server = try? await server()
        let series: BackupSeries
        do {
            series = try await onDisk { try BackupSeries(of: place, pieces, seenBy: server, at: now) }
        } catch BackupError.noBackups {
            return [ServerFact(Self.none)]
        }
        let usable = series.counted.filter { $0.description != nil && !$0.isFoundDamaged }
        guard let latest = usable.last else { return [ServerFact(Self.none)] }
        var facts = [
            ServerFact(
                LocalizedText(en: "The latest, made:", es: "La última, hecha:"), latest.name,
                at: latest.description?.createdAt)
        ]
        if let proved = usable.last(where: { $0.proof != nil }) {
            facts.append(
                ServerFact(
                    LocalizedText(
                        en: "The last that was restored and signed in to, proved:",
                        es: "La última que se restauró y en la que se inició sesión, probada:"),
                    proved.name, at: proved.proof?.provedAt))
        } else {
            facts.append(
                ServerFact(LocalizedText(en: "None was proved yet.", es: "Aún no se ha probado ninguna.")))
        }
        return facts
    }

    private static let none = LocalizedText(
        en: "There is no backup of this server that can be used.",
        es: "No hay ninguna copia de este servidor que sirva.")
}
