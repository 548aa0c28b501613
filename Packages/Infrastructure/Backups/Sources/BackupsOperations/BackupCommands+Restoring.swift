import AtomicFiles
import ConsoleAPI
import FoundationEssentials
import Localization
import OperatingAPI

/// The commands that read what `backup create` has made.
extension BackupCommands {
    private static let into = Parameter<String>.required(
        "into", .folder,
        summary: LocalizedText(
            en: "The data folder to be: one that is empty or not there",
            es: "La futura carpeta de datos: una vacía o que no exista"))

    private static let keep = Parameter<Int>.required(
        "keep", .integer(in: 1...100_000),
        summary: LocalizedText(en: "How many backups stay, the latest", es: "Cuántas copias quedan, las últimas"))

    static let keyFile = Parameter<String?>.optional(
        "key-file", .file,
        summary: LocalizedText(
            en: "The private key of an encrypted backup, in a file that lies elsewhere otherwise",
            es: "La clave privada de una copia cifrada, en un archivo que normalmente está en otro sitio"))

    func opening(_ invocation: Invocation) throws -> BackupOpening? {
        let cryptography = try access.cryptography()
        return try invocation[Self.keyFile].map { try BackupOpening(keyFile: $0, cryptography) }
    }

    // MARK: verify

    private struct Verified: Encodable, Sendable {
        let name: String
        let sound: Bool
        /// Whether database and key were opened as a server would.
        let opened: Bool
        let isAhead: Bool
        let findings: [BackupFinding]
        let missing: [String]
        /// Whether others learn of it.
        let noted: Bool
    }

    var verify: Command {
        Command(
            "backup verify",
            summary: LocalizedText(
                en: "Read a backup to its end, and see whether a server would start with it",
                es: "Lee una copia hasta el final y mira si un servidor arrancaría con ella"),
            discussion: LocalizedText(
                en: """
                    Everything is compared with its digest; the database is opened by a copy: it is sound, this program \
                    knows its tables, the key opens what it has sealed, and every picture that it names is there. Of an \
                    encrypted backup only the digests can be compared without its private key.
                    """,
                es: """
                    Todo se compara con su resumen; la base de datos se abre en una copia: está sana, este programa \
                    conoce sus tablas, la clave abre lo que sella y están todas las imágenes que nombra. De una copia \
                    cifrada, sin su clave privada solo se pueden comparar los resúmenes.
                    """),
            examples: [
                CommandExample(
                    "essentiald backup verify --from /backup/essential",
                    LocalizedText(en: "the latest one", es: "la última"))
            ],
            parameters: [Self.name, Self.from, Self.keyFile]
        ) { invocation, terminal throws(CommandFailure) in
            try await BackupFailures.told {
                let place = try place(invocation[Self.from]), pieces = try pieces()
                let name = try await backup(
                    invocation[Self.name], in: place, pieces, isOpening: invocation[Self.keyFile] != nil)
                let reader = BackupReader(place: place, name: name, pieces: pieces, opening: try opening(invocation))
                // The server's time, by which doctor looks at the note, where the server is.
                let time = (try? await BackupServer.found(by: access, at: now()))?.now ?? now()
                let (verdict, unnoted) = try await place.locked(isWriting: false) {
                    let progress = terminal.progress(BackupTexts.reading, unit: .items)
                    defer { progress.finish() }
                    let found = try await reader.verify(BackupTrial(access: access, pieces: pieces), progress)
                    // What couldn't be tried is neither good nor damaged.
                    guard found.obstacle == nil || !found.findings.isEmpty else { return (found, LocalizedText?.none) }
                    let unnoted = BackupTexts.unnoted {
                        try place.note(
                            name, isSound: found.findings.isEmpty, withKey: reader.opening != nil, at: time)
                    }
                    return (found, unnoted)
                }
                let contents = verdict.contents, findings = verdict.findings
                var text = findings.prefix(20).map { OutputBlock.line($0.message, .failure) }
                text.append(BackupTexts.verdict(of: name, verdict))
                if let contents { text += BackupTexts.missing(in: contents.description) }
                let isAhead = contents.map { BackupSeries.isAhead($0.description.createdAt, of: time) } ?? false
                if isAhead { text.append(BackupTexts.isAhead(name)) }
                if let unnoted { text.append(.line(unnoted, .warning)) }
                let isSound = findings.isEmpty && verdict.obstacle == nil
                return CommandOutput(
                    json: Verified(
                        name: name, sound: isSound, opened: verdict.isOpened, isAhead: isAhead,
                        findings: findings,
                        missing: contents?.description.missing ?? [],
                        noted: unnoted == nil && (isSound || !findings.isEmpty)),
                    text: text, exit: isSound ? .success : .failure)
            }
        }
    }

    // MARK: restore

    private struct Restored: Encodable, Sendable {
        let name: String
        let folder: String
        let createdAt: Date
        let files: Int
        let missing: [String]
        let resumed: Bool
    }

    var restore: Command {
        Command(
            "backup restore",
            summary: LocalizedText(
                en: "Put a backup into a new data folder", es: "Pon una copia en una carpeta de datos nueva"),
            discussion: LocalizedText(
                en: """
                    All of it is verified before anything is put in place, and nothing that is there gives way. No server \
                    uses the folder until that is done; if it is cut short, the same command begins it again. Run it as \
                    the server's user.
                    """,
                es: """
                    Todo se comprueba antes de poner nada en su sitio, y nada de lo que hay cede el suyo. Ningún servidor \
                    usa la carpeta hasta el final; si se interrumpe, la misma orden empieza de nuevo. Ejecútala como el \
                    usuario del servidor.
                    """),
            examples: [
                CommandExample(
                    "essentiald backup restore --from /backup/essential --into /var/lib/essentiald",
                    LocalizedText(en: "the latest one", es: "la última")),
                CommandExample(
                    "essentiald backup restore 2026-11-27 --into /srv/essential",
                    LocalizedText(en: "the one of that day", es: "la de ese día")),
                CommandExample(
                    "essentiald backup restore --key-file /media/key/backup.key --into /srv/essential",
                    LocalizedText(en: "an encrypted one", es: "una cifrada")),
            ],
            parameters: [Self.name, Self.from, Self.into, Self.keyFile]
        ) { invocation, terminal throws(CommandFailure) in
            try await BackupFailures.told {
                let place = try place(invocation[Self.from]), pieces = try pieces()
                let name = try await backup(
                    invocation[Self.name], in: place, pieces, isOpening: invocation[Self.keyFile] != nil)
                let target = Self.withoutSlash(invocation[Self.into])
                guard Self.areApart(target, place.path) else { throw BackupError.targetAmongBackups(target) }
                let restored = try await place.locked(isWriting: false) {
                    let progress = terminal.progress(BackupTexts.copying, unit: .items)
                    defer { progress.finish() }
                    return try await BackupRestorer(
                        reader: BackupReader(
                            place: place, name: name, pieces: pieces, opening: try opening(invocation)),
                        access: access, target: target
                    ).restore(progress)
                }
                let description = restored.description
                var text = restored.wasCutShort ? [BackupTexts.wasCutShort] : []
                text.append(BackupTexts.restored(Backup(name: name, description: description), into: target))
                text += BackupTexts.missing(in: description)
                return CommandOutput(
                    json: Restored(
                        name: name, folder: target, createdAt: description.createdAt, files: description.files,
                        missing: description.missing, resumed: restored.wasCutShort),
                    text: text)
            }
        }
    }

    // MARK: prune

    private struct Pruned: Encodable, Sendable {
        let removed: [String]
        let files: Int
        let ahead: [String]
        let damaged: [String]
        /// How many stay since they aren't this server's own.
        let others: Int
    }

    var prune: Command {
        Command(
            "backup prune",
            summary: LocalizedText(
                en: "Remove old backups, and the pictures that no other one needs",
                es: "Elimina copias antiguas y las imágenes que ninguna otra necesita"),
            discussion: LocalizedText(
                en: """
                    Only backups of this server are removed, which its key tells. What people have deleted is gone for good \
                    with the last backup that has it.
                    """,
                es: """
                    Solo se eliminan copias de este servidor, lo que dice su clave. Lo que alguien borró desaparece del todo \
                    con la última copia que lo tiene.
                    """),
            examples: [
                CommandExample(
                    "essentiald backup prune --keep 14 --from /backup/essential",
                    LocalizedText(en: "two weeks, if one is made each day", es: "dos semanas, con una al día"))
            ],
            parameters: [Self.keep, Self.from]
        ) { invocation, _ throws(CommandFailure) in
            try await BackupFailures.told {
                let place = try place(invocation[Self.from]), pieces = try pieces()
                _ = try place.names()
                let server = try await pruningServer(in: place)
                let pruned = try await place.locked(isWriting: true) {
                    try await onDisk {
                        try BackupPruner(place: place, pieces: pieces, server: server, now: server.now)
                            .keep(invocation[Self.keep])
                    }
                }
                return CommandOutput(
                    json: Pruned(
                        removed: pruned.names, files: pruned.files, ahead: pruned.ahead.map(\.name),
                        damaged: pruned.damaged.map(\.name), others: pruned.others),
                    text: [.line(BackupTexts.pruned(pruned), .success)]
                        + [BackupTexts.left(pruned)].compactMap(\.self).map { .line($0) }
                        + pruned.ahead.map { BackupTexts.isAhead($0.name) }
                        + pruned.damaged.map { .line(BackupTexts.foundDamaged($0.name), .warning) })
            }
        }
    }
    /// The server whose backups are removed.
    ///
    /// - Throws: ``BackupError/ownersUnknown(_:_:)``.
    private func pruningServer(in place: BackupPlace) async throws -> BackupServer {
        do throws(CommandFailure) {
            return try await BackupServer.found(by: access, at: now())
        } catch {
            throw BackupError.ownersUnknown(place.path, error.message)
        }
    }
}
