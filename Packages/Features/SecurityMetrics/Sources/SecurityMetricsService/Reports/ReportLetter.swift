import CoreModels
import FoundationEssentials
import Localization
import MailAPI

/// Writes a report to operators.
enum ReportLetter {
    static func message(_ report: IncidentReport, to recipient: EmailAddress) -> MailMessage {
        MailMessage(
            recipient: recipient, template: report.isQuiet ? .quietReport : .report,
            values: ["open": "\(report.openCount)"],
            texts: [
                "begin": .dayInUTC(of: report.period.begin),
                // The last day, not the moment at which it ends.
                "end": .dayInUTC(of: report.period.end.addingTimeInterval(-1)),
                "incidents": incidents(of: report), "counts": counts(of: report),
                "failed_logins": failedLogins(in: report),
            ])
    }

    private static func incidents(of report: IncidentReport) -> LocalizedText {
        guard !report.open.isEmpty else {
            return LocalizedText(
                en: "No incident is open. Found in this time: \(report.found.now) (before: \(report.found.before)).",
                es: "No hay incidentes abiertos. Encontrados en este tiempo: \(report.found.now) (antes: "
                    + "\(report.found.before)).")
        }
        let more = report.openCount - report.open.count
        let head = LocalizedText(
            en:
                "Open incidents, the worst first: \(report.openCount). Found in this time: \(report.found.now) (before: "
                + "\(report.found.before)).",
            es: "Incidentes abiertos, primero lo peor: \(report.openCount). Encontrados en este tiempo: "
                + "\(report.found.now) (antes: \(report.found.before)).")
        let rest =
            more > 0 ? [LocalizedText(en: "And \(more) more.", es: "Y \(more) más.")] : []
        let advice = report.rules.map { rule in
            LocalizedText(
                en: "\(rule.title.english): \(rule.advice.english)", es: "\(rule.title.spanish): \(rule.advice.spanish)"
            )
        }
        return joined([head] + report.open.map(text) + rest + advice, by: "\n\n")
    }

    private static func text(of row: IncidentRow) -> LocalizedText {
        let title = PatternRule.named(row.rule)?.title ?? LocalizedText(verbatim: row.rule)
        let time = LocalizedText.momentInUTC(row.begunAt), about = row.subject.map { "\n    \($0)" } ?? ""
        return LocalizedText(
            en: """
                    \(row.number): \(title.english)
                    \(time.english), \(row.stateText.english), events: \(row.events), accounts: \(row.targets)\(about)
                """,
            es: """
                    \(row.number): \(title.spanish)
                    \(time.spanish), \(row.stateText.spanish), sucesos: \(row.events), cuentas: \(row.targets)\(about)
                """)
    }

    private static func counts(of report: IncidentReport) -> LocalizedText {
        joined(
            report.counts.map { count in
                LocalizedText(
                    en: "    \(count.kind.title.english): \(count.now) (before: \(count.before))",
                    es: "    \(count.kind.title.spanish): \(count.now) (antes: \(count.before))")
            }, by: "\n")
    }

    private static func failedLogins(in report: IncidentReport) -> LocalizedText {
        let count = report.counts.first
        return LocalizedText(
            en: "\(count?.now ?? 0) (before: \(count?.before ?? 0))",
            es: "\(count?.now ?? 0) (antes: \(count?.before ?? 0))")
    }

    private static func joined(_ texts: [LocalizedText], by separator: String) -> LocalizedText {
        LocalizedText(
            en: texts.map(\.english).joined(separator: separator),
            es: texts.map(\.spanish).joined(separator: separator))
    }
}

extension MailTemplate {
    /// What operators should look at, and what counted beside the time before.
    static let report = MailTemplate(
        "incident-report",
        subject: LocalizedText(
            en: "{product}: security report, {begin} to {end}", es: "{product}: informe de seguridad, {begin} a {end}"),
        text: LocalizedText(
            en: """
                {hello}

                What looked like an attack on accounts of {product} until {end} (UTC):

                {incidents}

                What happened from {begin} to {end}, and in as many days before:

                {counts}

                The evidence is shown by

                    essentiald incidents show NUMBER

                and what came since by

                    essentiald incidents report
                """,
            es: """
                {hello}

                Lo que pareció un ataque a cuentas de {product} hasta el {end} (UTC):

                {incidents}

                Lo que pasó del {begin} al {end}, y en otros tantos días antes:

                {counts}

                Las pruebas se ven con

                    essentiald incidents show NÚMERO

                y lo que vino después con

                    essentiald incidents report
                """), knowing: ["failed_logins", "open"])

    /// Nothing happened that deserves more than a line.
    static let quietReport = MailTemplate(
        "incident-report-quiet",
        subject: LocalizedText(
            en: "{product}: security report, {begin} to {end}: quiet",
            es: "{product}: informe de seguridad, {begin} a {end}: en calma"),
        text: LocalizedText(
            en: "From {begin} to {end} (UTC) nothing looked like an attack on accounts of {product}. Failed logins: "
                + "{failed_logins}.",
            es: "Del {begin} al {end} (UTC) nada pareció un ataque a cuentas de {product}. Inicios de sesión fallidos: "
                + "{failed_logins}."),
        knowing: ["counts", "incidents", "open"])
}
