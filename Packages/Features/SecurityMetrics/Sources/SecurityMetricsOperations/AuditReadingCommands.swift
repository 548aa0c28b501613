import AtomicFiles
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import OperatingAPI
import PluginKit
import SQLStoreAPI
import SecurityMetricsAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI

/// `essentiald audit show` and `audit export`: what the trail says.
struct AuditReadingCommands: Sendable {
    let access: any ServerDataAccess

    private static let limit = Parameter<Int>.option(
        "limit", short: "n", .integer(in: 1...10_000), default: 50,
        summary: LocalizedText(en: "How many are shown at most", es: "Cuántos se muestran como máximo"))
    private static let format = Parameter<EventFormat>.option(
        "format", .choice(), default: .jsonl,
        summary: LocalizedText(
            en: "jsonl proves itself, csv is for spreadsheets, cef for what gathers events",
            es: "jsonl se demuestra a sí mismo, csv es para hojas de cálculo, cef para reunir sucesos"))
    private static let file = Parameter<String>.argument(
        "file", .file,
        summary: LocalizedText(
            en: "The file to write, outside of the server's folder; - for standard output",
            es: "El archivo que se escribe, fuera de la carpeta del servidor; - para la salida estándar"))

    var all: [Command] { [show, export] }

    private func titles() throws(CommandFailure) -> [String: LocalizedText] {
        let kinds = try access.declarations().auditKinds
        return Dictionary(kinds.map { ($0.name, $0.title) }) { first, _ in first }
    }

    // MARK: Showing

    private struct Shown: Encodable, Sendable {
        /// Its place; nil while it isn't signed.
        let position: Int?
        /// Whose account it is about; nil where there is none, or not any more.
        let account: UserID?
        /// Which administrator did it; nil for none, or none any more.
        let actor: UserID?
        let event: AuditRecord

        init(_ event: AuditRecord, at position: Int?, of account: UserID?, in db: any SQLReading) throws {
            self.position = position
            self.account = try account ?? event.account.flatMap { try AuditNames.account(named: $0, in: db) }
            actor = try event.actor.flatMap { try AuditNames.account(named: $0, in: db) }
            self.event = event
        }
    }

    private struct List: Encodable, Sendable {
        let events: [Shown]
    }

    private var show: Command {
        Command(
            "audit show",
            summary: LocalizedText(
                en: "Show what happened, the latest first", es: "Muestra lo que ha pasado, primero lo último"),
            examples: [
                CommandExample(
                    "essentiald audit show --since 24h --severity warning",
                    LocalizedText(en: "what deserves a look", es: "lo que merece una mirada")),
                CommandExample(
                    "essentiald audit show --kind login --account ana@example.com",
                    LocalizedText(en: "the logins of an account", es: "los inicios de sesión de una cuenta")),
            ],
            parameters: [
                AuditFilter.since, AuditFilter.until, AuditFilter.account, AuditFilter.kind, AuditFilter.severity,
                Self.limit,
            ]
        ) { invocation, _ throws(CommandFailure) in
            let titles = try titles(), limit = invocation[Self.limit]
            return try await AuditDesk.open(access) { desk in
                let events = try await desk.database.read { db in
                    try Self.latest(limit, AuditFilter(invocation, at: desk, in: db), in: db)
                }
                return Self.output(events, titles, of: invocation[AuditFilter.kind], at: desk.now)
            }
        }
    }

    private static func latest(_ limit: Int, _ filter: AuditFilter, in db: any SQLReading) throws -> [Shown] {
        var events: [Shown] = []
        try WaitingEvent.scanLatest(in: db) { event in
            if let record = AuditRecord(event.event), filter.matches(record, of: event.account) {
                events.append(try Shown(record, at: nil, of: event.account, in: db))
            }
            return events.count < limit ? .next : .stop
        }
        guard events.count < limit else { return events }
        try AuditRow.scanLatest(with: filter.pieces, in: db) { row in
            if let record = row.event.flatMap(AuditRecord.init), filter.matches(record, of: nil) {
                events.append(try Shown(record, at: row.position, of: nil, in: db))
            }
            return events.count < limit ? .next : .stop
        }
        return events
    }

    private static func output(
        _ events: [Shown], _ titles: [String: LocalizedText], of kind: String?, at now: Date
    ) -> CommandOutput {
        let list = List(events: events)
        guard !events.isEmpty else {
            let none = LocalizedText(en: "There is no such event.", es: "No hay ningún suceso así.")
            return CommandOutput(
                json: list,
                text: [.line(none, .faint)] + (kind.flatMap { unknown($0, titles) }.map { [.line($0, .warning)] } ?? [])
            )
        }
        let columns = [
            Table.Column(LocalizedText(en: "place", es: "lugar"), alignment: .trailing, isOptional: true),
            Table.Column(LocalizedText(en: "when", es: "cuándo")),
            Table.Column(LocalizedText(en: "what", es: "qué"), minimumWidth: 16),
            Table.Column(LocalizedText(en: "why", es: "por qué"), minimumWidth: 8, isOptional: true),
            Table.Column.identifiers(LocalizedText(en: "account", es: "cuenta")),
            Table.Column(LocalizedText(en: "by", es: "por"), isOptional: true),
            Table.Column(LocalizedText(en: "from", es: "desde"), isOptional: true),
            Table.Column(LocalizedText(en: "program", es: "programa"), minimumWidth: 8, isOptional: true),
        ]
        let rows = events.map { shown in
            let event = shown.event, title = titles[event.kind] ?? LocalizedText(verbatim: event.kind)
            return [
                StyledText(verbatim: shown.position.map(String.init) ?? "–", .faint),
                time(of: event, at: now),
                StyledText(title, style(of: event.severity)), StyledText(verbatim: event.cause ?? ""),
                StyledText(verbatim: shown.account.map { "\($0)" } ?? event.account ?? "", .faint),
                StyledText(verbatim: shown.actor.map { "\($0)" } ?? event.actor ?? "", .faint),
                StyledText(verbatim: event.address ?? ""),
                StyledText(verbatim: event.program ?? ""),
            ]
        }
        return CommandOutput(json: list, .table(Table(columns: columns, rows: rows)))
    }

    /// What to say where an event of this kind can't be, as far as the server as it is now knows; nil if one can.
    private static func unknown(_ kind: String, _ titles: [String: LocalizedText]) -> LocalizedText? {
        guard !titles.keys.contains(where: { $0 == kind || $0.hasPrefix(kind + ".") }) else { return nil }
        let groups = Set(titles.keys.map { String($0.prefix { $0 != "." }) }).sorted().joined(separator: ", ")
        return LocalizedText(
            en: "No kind is called \(kind) or begins so. They begin with: \(groups).",
            es: "Ninguna clase se llama \(kind) ni empieza así. Empiezan por: \(groups).")
    }

    /// How long ago it was; the time as it was written where a clock was ahead.
    private static func time(of event: AuditRecord, at now: Date) -> StyledText {
        guard let date = event.date, date.timeIntervalSince(now) < 60 else { return StyledText(verbatim: event.at) }
        return StyledText(.since(date, at: now))
    }

    private static func style(of severity: String) -> TextStyle {
        switch AuditSeverity(rawValue: severity) {
        case .critical: .failure
        case .warning: .warning
        case .info, .notice, nil: .plain
        }
    }

    // MARK: Exporting

    private static let twoAnswers = LocalizedText(
        en: "With - the trail goes to standard output, and with --json an object does; there is only one. Nothing was "
            + "written.",
        es: "Con - va el registro a la salida estándar y con --json, un objeto; solo hay una. No se escribió nada.")
    private static let nameAFile = LocalizedText(
        en: "Name a file, or leave out --json.", es: "Indica un archivo, o quita --json.")

    /// The next bytes of a trail, for standard output: of a file or a program as they were hashed;
    /// on a terminal, what somebody wrote into the database acts on nothing.
    ///
    /// Pieces end where lines do.
    private static func fit(_ bytes: Data, for terminal: any Terminal) -> Data {
        guard terminal.capabilities(of: .output).isInteractive else { return bytes }
        return Data(WireCoding.visible(String(decoding: bytes, as: UTF8.self)).utf8)
    }

    private struct Exported: Encodable, Sendable {
        let events: Int
        let withheld: Int
        let size: Int
        /// Whether somebody has changed the trail, so that it is written as it is.
        let changed: Bool
    }

    private var export: Command {
        Command(
            "audit export",
            summary: LocalizedText(
                en: "Write the audit trail into a file", es: "Escribe el registro de auditoría en un archivo"),
            discussion: LocalizedText(
                en:
                    "A file in JSON Lines is verified without the server (docs/features/audit.md). Of events that weren't "
                    + "asked for it has the hash only.",
                es:
                    "Un archivo en JSON Lines se verifica sin el servidor (docs/features/audit.md). De los sucesos que no "
                    + "se piden solo lleva el resumen criptográfico."),
            examples: [
                CommandExample("essentiald audit export trail.jsonl", LocalizedText(en: "all of it", es: "todo")),
                CommandExample(
                    "essentiald audit export - --format cef --since 1h",
                    LocalizedText(en: "into another program", es: "para otro programa")),
                CommandExample(
                    "essentiald audit export march.csv --format csv --since 2026-03-01 --until 2026-04-01",
                    LocalizedText(en: "a month as a table", es: "un mes como tabla")),
            ],
            parameters: [
                Self.file, Self.format, OperatorFile.force, AuditFilter.since, AuditFilter.until, AuditFilter.account,
                AuditFilter.kind, AuditFilter.severity,
            ]
        ) { invocation, terminal throws(CommandFailure) in
            let titles = try titles(), format = invocation[Self.format], path = invocation[Self.file]
            guard path != "-" || !invocation.isJSON else { throw .usage(Self.twoAnswers, hint: Self.nameAFile) }
            return try await AuditDesk.open(access) { desk in
                let replaces = invocation[OperatorFile.force]
                let file =
                    try path == "-"
                    ? nil : OperatorFile.named(path, replaces: replaces, outside: desk.data.folder)
                // What somebody has changed is evidence, too.
                let isChanged: Bool
                do {
                    _ = try await desk.seal()
                    isChanged = false
                } catch AuditTrail.Obstacle.changed {
                    isChanged = true
                }
                let (events, withheld): (Int, Int)
                do {
                    (events, withheld) = try await desk.database.read { db in
                        let filter = try AuditFilter(invocation, at: desk, in: db)
                        let export = AuditExport(format: format, filter: filter, titles: titles)
                        guard let file else {
                            return try export.write({ terminal.writeBytes(Self.fit($0, for: terminal)) }, in: db)
                        }
                        return try export.write(to: file, in: db)
                    }
                } catch let error as FileError {
                    throw CommandFailure(code: "file", message: error.text)
                }
                if file == nil { return CommandOutput() }
                let json = Exported(
                    events: events, withheld: withheld, size: events + withheld, changed: isChanged)
                var text: [OutputBlock] = [
                    .line(
                        LocalizedText(
                            en: "Events that were written: \(events).", es: "Sucesos escritos: \(events)."), .success)
                ]
                if isChanged { text.append(.line(CommandFailure.trailChanged.message, .warning)) }
                return CommandOutput(json: json, text: text)
            }
        }
    }
}
