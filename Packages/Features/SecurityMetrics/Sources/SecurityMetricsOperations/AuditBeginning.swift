import AtomicFiles
import ConsoleAPI
import Localization
import OperatingAPI
import SQLStoreAPI
import SecurityMetricsAPI
import SecurityMetricsContract
import SecurityMetricsService

/// `essentiald audit begin`: a trail that somebody changed is put aside, since the server signs
/// nothing on top of it.
struct AuditBeginning: Sendable {
    let access: any ServerDataAccess

    private static let file = Parameter<String>.argument(
        "file", .file,
        summary: LocalizedText(
            en: "A new file, for the trail as it is", es: "Un archivo nuevo, para el registro tal como está"))

    private struct Begun: Encodable, Sendable {
        let events: Int
        let withheld: Int
    }

    var begin: Command {
        Command(
            "audit begin",
            summary: LocalizedText(
                en: "Put an audit trail aside that somebody changed, and begin a new one",
                es: "Aparta un registro de auditoría que alguien cambió y empieza uno nuevo"),
            discussion: LocalizedText(
                en:
                    "Also after server.key was lost. The trail is written into a file as it is, and the first event of the "
                    + "new one says how long it was and what its root is. Start a server anew that runs meanwhile: it "
                    + "remembers the former one. Heads that were kept elsewhere belong to the file.",
                es:
                    "También si se perdió server.key. El registro se escribe en un archivo tal como está, y el primer "
                    + "suceso del nuevo dice cuánto medía y cuál es su raíz. Reinicia el servidor que funcione entretanto: "
                    + "recuerda el anterior. Las cabezas guardadas en otro sitio son del archivo."),
            examples: [
                CommandExample(
                    "essentiald audit begin changed.jsonl",
                    LocalizedText(en: "after audit verify found something", es: "cuando audit verify encontró algo")),
                CommandExample(
                    "essentiald audit begin cut.jsonl --since-head head.json",
                    LocalizedText(
                        en: "where only a kept head shows that events are missing",
                        es: "si solo una cabeza guardada muestra que faltan sucesos")),
            ],
            parameters: [Self.file, AuditCommands.sinceHead]
        ) { invocation, _ throws(CommandFailure) in
            let path = invocation[Self.file]
            let kept: TreeHead? =
                if let head = invocation[AuditCommands.sinceHead] { try AuditDesk.head(in: head) } else { nil }
            return try await AuditDesk.open(access) { desk in
                let file = try OperatorFile.named(path, outside: desk.data.folder)
                let verifier = AuditVerifier(desk.signer, desk.data.cryptography)
                let trail = AuditTrail(desk.signer, desk.data.cryptography), now = desk.now
                do {
                    // What takes long is done before, so that a server that runs goes on writing.
                    let (former, events, withheld) = try await desk.database.read { db in
                        guard try !verifier.verify(since: kept, at: now, in: db).findings.isEmpty else {
                            throw CommandFailure.trailWhole
                        }
                        let former = try trail.tree(in: db)
                        let (events, withheld) = try AuditExport(format: .jsonl, filter: nil).write(to: file, in: db)
                        return (former, events, withheld)
                    }
                    try await desk.database.write { db in try trail.begin(after: former, at: now, in: db) }
                    return CommandOutput(
                        json: Begun(events: events, withheld: withheld),
                        .line(
                            LocalizedText(
                                en: "A new audit trail has begun. The former one is in \(file.path).",
                                es: "Ha empezado un registro nuevo. El anterior está en \(file.path)."), .success))
                } catch AuditTrail.Obstacle.busy {
                    try file.remove()
                    throw CommandFailure.trailBusy
                } catch let error as FileError {
                    throw CommandFailure(code: "file", message: error.text)
                }
            }
        }
    }
}

extension CommandFailure {
    fileprivate static let trailBusy = CommandFailure(
        code: "audit_busy",
        message: LocalizedText(
            en: "The server has signed events meanwhile. Nothing was changed.",
            es: "Entretanto el servidor ha firmado sucesos. No se cambió nada."),
        hint: LocalizedText(
            en: "Stop the server, and try again.", es: "Detén el servidor e inténtalo de nuevo."))

    fileprivate static let trailWhole = CommandFailure(
        code: "audit_whole",
        message: LocalizedText(
            en: "The audit trail is whole, so it goes on. Nothing was changed.",
            es: "El registro de auditoría está íntegro, así que continúa. No se cambió nada."),
        hint: LocalizedText(
            en: "Where the latest events were cut off, a head that was kept elsewhere shows it: --since-head.",
            es: "Si se cortaron los últimos sucesos, lo muestra una cabeza guardada en otro sitio: --since-head."))
}
