import ConsoleAPI
import FoundationEssentials
import Localization
import OperatingAPI

/// The command that shows what is there.
extension BackupCommands {
    private struct Report: Encodable, Sendable {
        let folder: String
        /// Whether the server's key was there to tell whose backups and proofs are; without it no proof counts.
        let proofsChecked: Bool
        let backups: [BackupItem]
    }

    var list: Command {
        Command(
            "backup list",
            summary: LocalizedText(
                en: "Show which backups there are, and when each was last found good",
                es: "Muestra qué copias hay y cuándo se comprobó cada una por última vez"),
            examples: [
                CommandExample(
                    "essentiald backup list --from /backup/essential",
                    LocalizedText(en: "the latest last", es: "la última al final"))
            ],
            parameters: [Self.from]
        ) { invocation, _ throws(CommandFailure) in
            try await BackupFailures.told {
                let place = try place(invocation[Self.from]), pieces = try pieces()
                _ = try place.names()
                let server = try? await BackupServer.found(by: access, at: now())
                let (series, items) = try await onDisk {
                    let series = try BackupSeries(of: place, pieces, seenBy: server, at: server?.now ?? now())
                    return (series, series.members.map { BackupItem($0, verifiedAt: place.verifiedAt($0.name)) })
                }
                let notes = BackupTexts.remarks(on: series).map { OutputBlock.line($0, .warning) }
                return CommandOutput(
                    json: Report(folder: place.path, proofsChecked: series.knowsOwners, backups: items),
                    text: [
                        items.isEmpty
                            ? .line(BackupError.noBackups(place.path).text, .faint)
                            : .table(BackupTexts.table(items))
                    ] + notes)
            }
        }
    }
}

/// A backup as programs read it.
struct BackupItem: Encodable, Sendable {
    let name: String
    /// What tells the order; nil for a backup of an older program.
    let number: Int?
    let createdAt: Date?
    /// Whether it is dated later than now.
    let isAhead: Bool
    let files: Int?
    let bytes: Int?
    let missing: [String]
    let verifiedAt: Date?
    /// When it was restored beside the server and signed in to, and by which program; nil if it wasn't.
    let provedAt: Date?
    let provedBy: String?
    /// The public keys to which it is encrypted; none if it isn't.
    let recipients: [String]
    /// Whether it says what it has; whether all of that is good, verifying it tells.
    let readable: Bool
    /// Whether it was found damaged when it was last verified.
    let foundDamaged: Bool
    let owner: BackupOwner

    /// One that was made just now.
    init(_ backup: Backup) {
        self.init(backup.name, backup.description, isAhead: false, verifiedAt: nil, proof: nil, false, .own)
    }

    init(_ member: BackupSeries.Member, verifiedAt: Date?) {
        let isReadable = member.description != nil
        self.init(
            member.name, member.description, isAhead: isReadable && member.isAhead,
            verifiedAt: isReadable ? verifiedAt : nil, proof: member.isFoundDamaged || !isReadable ? nil : member.proof,
            isReadable && member.isFoundDamaged, member.owner)
    }

    private init(
        _ name: String, _ description: BackupDescription?, isAhead: Bool, verifiedAt: Date?, proof: BackupProof?,
        _ foundDamaged: Bool, _ owner: BackupOwner
    ) {
        self.name = name
        number = description?.number
        createdAt = description?.createdAt
        self.isAhead = isAhead
        files = description?.files
        bytes = description?.bytes
        missing = description?.missing ?? []
        self.verifiedAt = verifiedAt
        provedAt = proof?.provedAt
        provedBy = proof?.program
        recipients = description?.recipients ?? []
        readable = description != nil
        self.foundDamaged = foundDamaged
        self.owner = owner
    }
}
