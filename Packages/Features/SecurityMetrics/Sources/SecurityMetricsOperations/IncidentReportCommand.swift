import ConsoleAPI
import FoundationEssentials
import Localization
import OperatingAPI
import SQLStoreAPI
import SecurityMetricsService

/// `essentiald incidents report`: what operators get by letter, of the days up to now.
struct IncidentReportCommand: Sendable {
    let access: any ServerDataAccess

    private static let days = Parameter<Int>.option(
        "days", short: "d", .integer(in: 1...366), default: 7,
        summary: LocalizedText(
            en: "How many days it tells of, in UTC and with today", es: "De cuántos días trata, en UTC y con hoy"))

    private struct Shown: Encodable, Sendable {
        struct Count: Encodable, Sendable {
            let kind: String
            let now: Int
            let before: Int
        }

        let since: Date
        let until: Date
        /// Whether some of the latest events aren't counted yet.
        let partial: Bool
        let quiet: Bool
        let open: Int
        let found: Int
        let foundBefore: Int
        /// Those that are open, the worst first.
        let incidents: [IncidentItem]
        let counts: [Count]
    }

    var report: Command {
        Command(
            "incidents report",
            summary: LocalizedText(
                en: "Show what looks like an attack, the worst first, and what counted",
                es: "Muestra lo que parece un ataque, primero lo peor, y qué se contó"),
            discussion: LocalizedText(
                en:
                    "What happened is shown beside as many days before. Those of metrics.operators get the same by letter "
                    + "(metrics.report).",
                es:
                    "Lo que pasó se muestra junto a otros tantos días antes. Quienes están en metrics.operators reciben lo "
                    + "mismo por carta (metrics.report)."),
            examples: [
                CommandExample(
                    "essentiald incidents report --days 1",
                    LocalizedText(en: "today beside yesterday", es: "hoy junto a ayer"))
            ],
            parameters: [Self.days]
        ) { invocation, _ throws(CommandFailure) in
            let days = invocation[Self.days]
            return try await access.withData(AuditMigrations.all + IncidentMigrations.all) { data in
                let now = data.now(), period = ReportPeriod(latest: days, at: now)
                let (report, isPartial) = try await data.database.read { db in
                    (try IncidentReport(period, in: db), try !EventMarks.reach(period.end, in: db))
                }
                return Self.output(of: report, isPartial: isPartial, at: now)
            }
        }
    }

    private static func output(of report: IncidentReport, isPartial: Bool, at now: Date) -> CommandOutput {
        let shown = Shown(
            since: report.period.begin, until: now, partial: isPartial, quiet: report.isQuiet, open: report.openCount,
            found: report.found.now, foundBefore: report.found.before, incidents: report.open.map(IncidentItem.init),
            counts: report.counts.map { Shown.Count(kind: $0.kind.name, now: $0.now, before: $0.before) })
        var text = [
            OutputBlock.line(
                LocalizedText(
                    en:
                        "Open incidents: \(report.openCount). Found: \(report.found.now) (before: \(report.found.before)).",
                    es: "Incidentes abiertos: \(report.openCount). Encontrados: \(report.found.now) (antes: "
                        + "\(report.found.before))."))
        ]
        if !report.open.isEmpty { text.append(.table(IncidentCommands.table(of: report.open, at: now))) }
        text += report.rules.map { rule in
            .line(
                LocalizedText(
                    en: "\(rule.title.english): \(rule.advice.english)",
                    es: "\(rule.title.spanish): \(rule.advice.spanish)"))
        }
        text.append(.table(table(of: report.counts)))
        if isPartial {
            text.append(
                .line(
                    LocalizedText(
                        en:
                            "Some of the latest events aren't counted yet. A server that runs counts them within seconds.",
                        es: "Algunos de los últimos sucesos aún no están contados. Un servidor en marcha los cuenta en "
                            + "segundos."), .faint))
        }
        return CommandOutput(json: shown, text: text)
    }

    private static func table(of counts: [IncidentReport.Count]) -> Table {
        Table(
            columns: [
                Table.Column(LocalizedText(en: "what", es: "qué"), minimumWidth: 16),
                Table.Column(LocalizedText(en: "now", es: "ahora"), alignment: .trailing),
                Table.Column(LocalizedText(en: "before", es: "antes"), alignment: .trailing),
            ],
            rows: counts.map { count in
                [
                    StyledText(count.kind.title), StyledText(verbatim: "\(count.now)"),
                    StyledText(verbatim: "\(count.before)"),
                ]
            })
    }
}
