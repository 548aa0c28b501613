import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import OperatingAPI
import SQLStoreAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI

/// `essentiald incidents list`, `show` and `close`: what was found in events.
struct IncidentCommands: Sendable {
    let access: any ServerDataAccess

    private static let limit = Parameter<Int>.option(
        "limit", short: "n", .integer(in: 1...1_000), default: 50,
        summary: LocalizedText(en: "How many are shown at most", es: "Cuántos se muestran como máximo"))
    private static let open = Parameter<Bool>.flag(
        "open", summary: LocalizedText(en: "Only those that nobody closed", es: "Solo los que nadie ha cerrado"))
    private static let number = Parameter<Int>.argument(
        "number", .integer(in: 1...Int.max),
        summary: LocalizedText(
            en: "The incident's number, as incidents list shows it",
            es: "El número del incidente, como lo muestra incidents list"))

    var all: [Command] { [list, show, close] }

    // MARK: List

    private struct List: Encodable, Sendable {
        let incidents: [IncidentItem]
    }

    private var list: Command {
        Command(
            "incidents list",
            summary: LocalizedText(
                en: "Show what looks like an attack, the latest first",
                es: "Muestra lo que parece un ataque, primero lo último"),
            examples: [
                CommandExample(
                    "essentiald incidents list --open",
                    LocalizedText(en: "what nobody has looked at", es: "lo que nadie ha mirado"))
            ],
            parameters: [Self.open, Self.limit]
        ) { invocation, _ throws(CommandFailure) in
            let isOpen = invocation[Self.open], limit = invocation[Self.limit]
            return try await access.withData(IncidentMigrations.all) { data in
                let rows = try await data.database.read { db in
                    try IncidentRow.latest(limit, isOpen: isOpen, in: db)
                }
                return Self.output(of: rows, at: data.now())
            }
        }
    }

    private static func output(of rows: [IncidentRow], at now: Date) -> CommandOutput {
        let list = List(incidents: rows.map(IncidentItem.init))
        guard !rows.isEmpty else {
            return CommandOutput(
                json: list, .line(LocalizedText(en: "There is no incident.", es: "No hay ningún incidente."), .faint))
        }
        return CommandOutput(json: list, .table(table(of: rows, at: now)))
    }

    static func table(of rows: [IncidentRow], at now: Date) -> Table {
        let columns = [
            Table.Column(LocalizedText(en: "number", es: "número"), alignment: .trailing),
            Table.Column(LocalizedText(en: "begun", es: "comenzó")),
            Table.Column(LocalizedText(en: "what", es: "qué"), minimumWidth: 16),
            Table.Column(LocalizedText(en: "about", es: "sobre"), minimumWidth: 8),
            Table.Column(LocalizedText(en: "events", es: "sucesos"), alignment: .trailing),
            Table.Column(LocalizedText(en: "state", es: "estado")),
        ]
        let cells = rows.map { row in
            let rule = PatternRule.named(row.rule)
            return [
                StyledText(verbatim: "\(row.number)"), StyledText(.since(row.begunAt, at: now)),
                StyledText(
                    rule?.title ?? LocalizedText(verbatim: row.rule),
                    row.closedAt != nil ? .plain : rule?.severity == .critical ? .failure : .warning),
                StyledText(verbatim: row.subject ?? ""),
                StyledText(verbatim: "\(row.events)"), StyledText(row.stateText),
            ]
        }
        return Table(columns: columns, rows: cells)
    }

    // MARK: Show

    private struct Shown: Encodable, Sendable {
        let incident: IncidentItem
    }

    private var show: Command {
        Command(
            "incidents show",
            summary: LocalizedText(en: "Show the evidence of an incident", es: "Muestra las pruebas de un incidente"),
            examples: [
                CommandExample(
                    "essentiald incidents show 3", LocalizedText(en: "one of the list", es: "uno de la lista"))
            ],
            parameters: [Self.number]
        ) { invocation, _ throws(CommandFailure) in
            let number = invocation[Self.number]
            return try await access.withData(IncidentMigrations.all) { data in
                guard let row = try await data.database.read({ db in try IncidentRow.find(number, in: db) }) else {
                    throw CommandFailure.noIncident
                }
                let advice = PatternRule.named(row.rule)?.advice
                return CommandOutput(
                    json: Shown(incident: IncidentItem(row)),
                    text: [.fields(Self.fields(of: row))] + (advice.map { [.line(StyledText($0))] } ?? []))
            }
        }
    }

    private static func fields(of row: IncidentRow) -> [OutputField] {
        let rule = PatternRule.named(row.rule), day = Date.ISO8601FormatStyle()
        var fields = [
            OutputField(
                LocalizedText(en: "What", es: "Qué"), StyledText(rule?.title ?? LocalizedText(verbatim: row.rule))),
            OutputField(LocalizedText(en: "State", es: "Estado"), StyledText(row.stateText)),
        ]
        if let subject = row.subject {
            fields.append(OutputField(LocalizedText(en: "About", es: "Sobre"), verbatim: subject))
        }
        fields += [
            OutputField(LocalizedText(en: "First event", es: "Primer suceso"), StyledText(.moment(row.begunAt))),
            OutputField(LocalizedText(en: "Enough at", es: "Suficientes a las"), StyledText(.moment(row.crossedAt))),
            OutputField(LocalizedText(en: "Last event", es: "Último suceso"), StyledText(.moment(row.latestAt))),
            OutputField(LocalizedText(en: "Events", es: "Sucesos"), verbatim: "\(row.events)"),
            OutputField(LocalizedText(en: "Accounts", es: "Cuentas"), verbatim: "\(row.targets)"),
            OutputField(LocalizedText(en: "Networks", es: "Redes"), verbatim: "\(row.networks)"),
            OutputField(
                LocalizedText(en: "In the trail", es: "En el registro"),
                verbatim: "essentiald audit show --since \(row.begunAt.formatted(day)) "
                    + "--until \(row.latestAt.addingTimeInterval(1).formatted(day))"),
        ]
        if let answer = row.answer {
            fields.append(
                OutputField(LocalizedText(en: "Done", es: "Hecho"), StyledText(answer.text(for: row.network))))
        }
        return fields
    }

    // MARK: Close

    private struct Closed: Encodable, Sendable {
        let number: Int
        let changed: Bool
    }

    private var close: Command {
        Command(
            "incidents close",
            summary: LocalizedText(
                en: "Say that an incident was looked at", es: "Indica que se ha mirado un incidente"),
            discussion: LocalizedText(
                en:
                    "Nothing of it is deleted. What was done against it by itself ends within ten seconds. If it goes on it "
                    + "isn't told again; what begins anew is.",
                es:
                    "No se borra nada. Lo que se hacía contra él automáticamente acaba en diez segundos. Si continúa, no se "
                    + "avisa otra vez; si empieza de nuevo, sí."),
            examples: [
                CommandExample(
                    "essentiald incidents close 3", LocalizedText(en: "one of the list", es: "uno de la lista"))
            ],
            parameters: [Self.number]
        ) { invocation, _ throws(CommandFailure) in
            let number = invocation[Self.number]
            return try await access.withData(IncidentMigrations.all) { data in
                let now = data.now()
                let isClosed = try await data.database.write { db in
                    let outcome = try IncidentRow.close(number, at: now, in: db) {
                        try data.record(.incidentClosed, "\(number)", in: db)
                    }
                    guard outcome != .unknown else { throw CommandFailure.noIncident }
                    return outcome == .closed
                }
                let text =
                    isClosed
                    ? LocalizedText(en: "Incident \(number) is closed.", es: "El incidente \(number) está cerrado.")
                    : LocalizedText(
                        en: "Incident \(number) was closed before. Nothing was changed.",
                        es: "El incidente \(number) ya estaba cerrado. No se cambió nada.")
                return CommandOutput(
                    json: Closed(number: number, changed: isClosed), .line(text, isClosed ? .success : .faint))
            }
        }
    }
}

extension CommandFailure {
    fileprivate static let noIncident = CommandFailure(
        code: "incident_not_found",
        message: LocalizedText(
            en: "There is no incident with this number. Nothing was changed.",
            es: "No hay ningún incidente con este número. No se cambió nada."),
        hint: LocalizedText(en: "essentiald incidents list shows them.", es: "essentiald incidents list los muestra."))
}
