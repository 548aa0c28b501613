import AtomicFiles
import ConfigurationAPI
import ConsoleAPI
import CryptographyAPI
import DataFolderAPI
import FoundationEssentials
import Localization
import OperatingAPI
import Presenting
import SQLStoreAPI

/// `essentiald backup create`, `list`, `verify`, `restore`, `prune`, `prove` and `key create`.
struct BackupCommands: Sendable {
    let access: any ServerDataAccess
    /// The time of the machine: where no data are open there is no server's.
    var now: @Sendable () -> Date = { Date() }

    var all: [Command] { [create, list, verify, restore, prune, prove, createKey] }

    // MARK: What is named

    private static let to = Parameter<String?>.optional(
        "to", .folder,
        summary: LocalizedText(
            en: "The folder of the backups (backup.folder)", es: "La carpeta de las copias (backup.folder)"))

    static let from = Parameter<String?>.optional(
        "from", .folder,
        summary: LocalizedText(
            en: "The folder of the backups (backup.folder)", es: "La carpeta de las copias (backup.folder)"))

    static let name = Parameter<String?>.optionalArgument(
        "backup", .text.called(en: "BACKUP", es: "COPIA"),
        summary: LocalizedText(
            en: "Which one, by its name or how that begins (the latest if left out)",
            es: "Cuál, por su nombre o su comienzo (la última si falta)"))

    /// Whether none of two folders is within the other, or is it.
    static func areApart(_ one: String, _ other: String) -> Bool {
        !AtomicFile(path: one + "/in").isInside(other) && !AtomicFile(path: other + "/in").isInside(one)
    }

    func place(_ folder: String?) throws -> BackupPlace {
        guard let folder = try folder ?? access.configuration()[BackupSettings.folder] else {
            throw BackupError.noFolder
        }
        return BackupPlace(path: Self.withoutSlash(folder))
    }

    static func withoutSlash(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? withoutSlash(String(path.dropLast())) : path
    }

    /// The backup that is named; the latest if none is.
    func backup(_ words: String?, in place: BackupPlace, _ pieces: FilePieces) async throws -> String {
        try await onDisk {
            if let words { return try place.name(words) }
            guard let latest = try BackupSeries(of: place, pieces, at: now()).latest else {
                throw BackupError.noBackups(place.path)
            }
            return latest.name
        }
    }

    func pieces() throws -> FilePieces { FilePieces(hashing: try access.cryptography().hashing) }

    // MARK: create

    private var create: Command {
        Command(
            "backup create",
            summary: LocalizedText(
                en: "Copy database, key and pictures while the server runs",
                es: "Copia la base de datos, la clave y las imágenes con el servidor en marcha"),
            discussion: LocalizedText(
                en: """
                    What was acknowledged before it begins is in it. A picture that an earlier backup has isn't copied \
                    again. The backup is opened as a server would before it gets its name; one that is cut short gets \
                    none. It has the whole secret of the server, its key included; with backup.recipients it is \
                    encrypted, and the server itself can't read it.
                    """,
                es: """
                    Contiene todo lo confirmado antes de empezar. Una imagen que ya está en otra copia no se copia otra \
                    vez. La copia se abre como lo haría un servidor antes de recibir su nombre; la que se interrumpe no \
                    recibe ninguno. Contiene todo el secreto del servidor, también su clave; con backup.recipients se \
                    cifra y ni el servidor puede leerla.
                    """),
            examples: [
                CommandExample(
                    "essentiald backup create --to /backup/essential",
                    LocalizedText(en: "beside a running server", es: "junto a un servidor en marcha"))
            ],
            parameters: [Self.to]
        ) { invocation, terminal throws(CommandFailure) in
            try await access.withData([]) { data in
                try await BackupFailures.told { try await create(invocation[Self.to], of: data, terminal) }
            }
        }
    }

    private func create(_ folder: String?, of data: ServerData, _ terminal: any Terminal) async throws -> CommandOutput
    {
        let recipients = BackupSettings.recipients(in: try access.configuration())
        let work = BackupWork(access: access, place: try place(folder), recipients: recipients, now: now)
        let progress = terminal.progress(BackupTexts.copying, unit: .items)
        defer { progress.finish() }
        let backup = try await work.make(of: data, progress)
        progress.finish()
        var text = [OutputBlock.line(BackupTexts.created(backup, in: work.place), .success)]
        text += BackupTexts.missing(in: backup.description)
        return CommandOutput(json: BackupItem(backup, isAhead: false, verifiedAt: nil), text: text)
    }

    // MARK: list

    private struct Report: Encodable, Sendable {
        let folder: String
        /// Whether proofs could be told from others' by the server's key; without it none counts.
        let proofsChecked: Bool
        let backups: [BackupItem]
    }

    private var list: Command {
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
                let proofs = await BackupProofs.reachable(by: access)
                let items = try await onDisk {
                    try BackupSeries(of: place, pieces, believing: proofs, at: now()).members.map {
                        member -> BackupItem in
                        guard let description = member.description else { return BackupItem(damaged: member.name) }
                        return BackupItem(
                            Backup(name: member.name, description: description), isAhead: member.isAhead,
                            verifiedAt: place.verifiedAt(member.name), foundDamaged: member.isFoundDamaged,
                            proof: proofs == nil ? nil : member.proof)
                    }
                }
                let ahead = items.filter(\.isAhead).map { BackupTexts.isAhead($0.name) }
                return CommandOutput(
                    json: Report(folder: place.path, proofsChecked: proofs != nil, backups: items),
                    text: [
                        items.isEmpty
                            ? .line(BackupError.noBackups(place.path).text, .faint)
                            : .table(BackupTexts.table(items))
                    ] + ahead)
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

    init(
        _ backup: Backup, isAhead: Bool, verifiedAt: Date?, foundDamaged: Bool = false, proof: BackupProof? = nil
    ) {
        let proof = foundDamaged ? nil : proof
        provedAt = proof?.provedAt
        provedBy = proof?.program
        self.foundDamaged = foundDamaged
        name = backup.name
        number = backup.description.number
        self.isAhead = isAhead
        createdAt = backup.description.createdAt
        files = backup.description.files
        bytes = backup.description.bytes
        missing = backup.description.missing
        self.verifiedAt = verifiedAt
        recipients = backup.description.recipients ?? []
        readable = true
    }

    /// One of which nothing can be believed.
    init(damaged name: String) {
        self.name = name
        number = nil
        isAhead = false
        createdAt = nil
        files = nil
        bytes = nil
        missing = []
        verifiedAt = nil
        provedAt = nil
        provedBy = nil
        recipients = []
        readable = false
        foundDamaged = false
    }
}

/// What commands make of what is thrown on the way.
enum BackupFailures {
    static func told(_ body: () async throws -> CommandOutput) async throws(CommandFailure) -> CommandOutput {
        do {
            return try await body()
        } catch let failure as CommandFailure {
            throw failure
        } catch let error as FileError {
            throw CommandFailure(code: "file", message: error.text)
        } catch let error as any PresentableError {
            throw CommandFailure(presenting: error)
        } catch {
            throw CommandFailure(
                code: "backup_failed",
                message: LocalizedText(
                    en: "That didn't work: \(error).",
                    es: "No funcionó: \(error)."))
        }
    }
}
