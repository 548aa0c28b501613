import ConsoleAPI
import FoundationEssentials
import Localization
import OperatingAPI

/// The command that proves backups.
extension BackupCommands {
    private struct Proved: Encodable, Sendable {
        let name: String
        let provedAt: Date
        let program: String
        /// Whether others learn of it.
        let noted: Bool
    }

    var prove: Command {
        Command(
            "backup prove",
            summary: LocalizedText(
                en: "Restore a backup beside the server, and sign in to it",
                es: "Restaura una copia junto al servidor e inicia sesión en ella"),
            discussion: LocalizedText(
                en: """
                    All of it is restored into a folder within the data folder, compared, and served, without a port and \
                    without a letter to anybody; an account that is made for that, in the copy alone, signs in. Then the \
                    folder is removed, and backup list says that the backup is proved. It takes as much room as the data.
                    """,
                es: """
                    Todo se restaura en una carpeta dentro de la de datos, se compara y se sirve, sin puerto y sin cartas a \
                    nadie; una cuenta creada para ello, solo en esa copia, inicia sesión. Después se elimina la carpeta, y \
                    backup list dice que la copia está probada. Ocupa tanto como los datos.
                    """),
            examples: [
                CommandExample(
                    "essentiald backup prove --from /backup/essential",
                    LocalizedText(
                        en: "the latest one, beside a running server", es: "la última, junto a un servidor en marcha"))
            ],
            parameters: [Self.name, Self.from, Self.keyFile]
        ) { invocation, terminal throws(CommandFailure) in
            try await access.withData([]) { data in
                try await BackupFailures.told { try await prove(invocation, of: data, terminal) }
            }
        }
    }

    private func prove(
        _ invocation: Invocation, of data: ServerData, _ terminal: any Terminal
    ) async throws -> CommandOutput {
        let place = try place(invocation[Self.from]), pieces = try pieces()
        let name = try await backup(
            invocation[Self.name], in: place, pieces, isOpening: invocation[Self.keyFile] != nil)
        let reader = BackupReader(place: place, name: name, pieces: pieces, opening: try opening(invocation))
        let proved = try await place.locked(isWriting: false) {
            let progress = terminal.progress(BackupTexts.copying, unit: .items)
            defer { progress.finish() }
            return try await BackupProver(reader: reader, access: access, data: data, now: data.now).prove(progress)
        }
        return CommandOutput(
            json: Proved(
                name: name, provedAt: proved.proof.provedAt, program: proved.proof.program,
                noted: proved.unnoted == nil),
            text: [.line(BackupTexts.proved(name), .success)]
                + [proved.unnoted].compactMap(\.self).map { .line($0, .warning) })
    }
}
