import ConsoleAPI
import FoundationEssentials
import Localization
import OperatingAPI
import SQLStoreAPI

/// The command by which a server takes over the backups that were made before it was restored.
extension BackupCommands {
    private struct Adopted: Encodable, Sendable {
        let adopted: [String]
    }

    private static let free = Parameter<String?>.optionalArgument(
        "backup", .text.called(en: "BACKUP", es: "COPIA"),
        summary: LocalizedText(
            en: "One that doesn't say whose it is, by its name (all with this server's key if left out)",
            es: "Una que no dice de quién es, por su nombre (todas las de la clave de este servidor si falta)"))

    var adopt: Command {
        Command(
            "backup adopt",
            summary: LocalizedText(
                en: "Take over the backups from before this server was restored",
                es: "Hazte cargo de las copias de antes de restaurar este servidor"),
            discussion: LocalizedText(
                en: """
                    A restored server begins a branch of its own, and removes no backup of the one before: that may still \
                    be at work. If it took the other's place, this makes the other's backups its own, which prune and \
                    backup.keep count from then on. Don't call it in a rehearsal: the other server would lose its backups.
                    """,
                es: """
                    Un servidor restaurado empieza una rama propia y no elimina ninguna copia del anterior, que puede \
                    seguir en marcha. Si ocupó su lugar, esto hace suyas las copias del otro, que prune y backup.keep \
                    cuentan desde entonces. No la uses en un ensayo: el otro servidor perdería sus copias.
                    """),
            examples: [
                CommandExample(
                    "essentiald backup adopt --from /backup/essential",
                    LocalizedText(
                        en: "all that have this server's key", es: "todas las que tienen la clave de este servidor"))
            ],
            parameters: [Self.free, Self.from]
        ) { invocation, _ throws(CommandFailure) in
            try await access.withData([]) { data in
                try await BackupFailures.told {
                    let place = try place(invocation[Self.from]), pieces = try pieces()
                    _ = try place.names()
                    let server = try await BackupServer(beginningIn: data)
                    let adoption = BackupAdoption(place: place, pieces: pieces, server: server)
                    let names = try await place.locked(isWriting: true) {
                        let names = try await onDisk {
                            try adoption.candidates(for: invocation[Self.free])
                        }
                        // The trail first: what is taken over without a line there nobody would ever learn.
                        try await data.database.write { db in
                            for name in names { try data.record(.backupAdopted, name, in: db) }
                        }
                        try await onDisk { for name in names { try adoption.adopt(name) } }
                        return names
                    }
                    return CommandOutput(
                        json: Adopted(adopted: names), text: [.line(BackupTexts.adopted(names.count), .success)])
                }
            }
        }
    }
}

/// Makes backups of another branch a server's own.
struct BackupAdoption: Sendable {
    let place: BackupPlace
    let pieces: FilePieces
    let server: BackupServer

    /// - Parameter words: Which one, by its name or how that begins; nil for all that have the server's key.
    /// - Returns: The names of those that aren't its own yet.
    /// - Throws: ``BackupError/notAdopted(_:)`` for one that is named and is another server's.
    func candidates(for words: String?) throws -> [String] {
        let members = try BackupSeries(of: place, pieces, seenBy: server, at: server.now).members
        guard let words else { return members.filter { $0.owner == .otherBranch }.map(\.name) }
        let name = try place.name(words)
        guard let member = members.first(where: { $0.name == name }), isFree(member) else {
            throw BackupError.notAdopted(name)
        }
        return member.owner == .own ? [] : [name]
    }

    /// Says of one that it is this branch's.
    func adopt(_ name: String) throws {
        let reader = BackupReader(place: place, name: name, pieces: pieces)
        guard let list = try pieces.content(of: reader.path(of: BackupManifest.name)) else {
            throw reader.refusal(.missing(BackupManifest.name))
        }
        try BackupPlace.note(server.makeOrigin(of: list.digest), in: place.path(of: name))
    }

    /// Whether it can be this server's: of an encrypted one whose origin is lost only its operator knows.
    private func isFree(_ member: BackupSeries.Member) -> Bool {
        switch member.owner {
        case .own, .otherBranch: true
        case .otherServer: member.origin == nil && member.description?.isSealed == true
        case .unknown: false
        }
    }
}
