import CoreModels
import Localization
import MailAPI

/// Tells operators of incidents.
enum IncidentLetter {
    static func message(about rows: [IncidentRow], to recipient: EmailAddress) -> MailMessage {
        let texts = rows.map(text)
        return MailMessage(
            recipient: recipient, template: .incidents, values: ["count": "\(rows.count)"],
            texts: [
                "incidents": LocalizedText(
                    en: texts.map(\.english).joined(separator: "\n\n"),
                    es: texts.map(\.spanish).joined(separator: "\n\n"))
            ])
    }

    private static func text(of row: IncidentRow) -> LocalizedText {
        let rule = PatternRule.all.first { $0.name == row.rule }
        let title = rule?.title ?? LocalizedText(verbatim: row.rule), time = LocalizedText.momentInUTC(row.begunAt)
        let subject = row.network ?? row.account.map { "\($0)" }
        let about = subject.map { "\n    \($0)" } ?? "", advice = rule?.advice ?? LocalizedText(verbatim: "")
        let done = row.answer.map { $0.text(for: row.network) }.map {
            LocalizedText(en: $0.english + "\n", es: $0.spanish + "\n")
        }
        return LocalizedText(
            en: """
                    \(row.number): \(title.english)
                    \(time.english), events: \(row.events), accounts: \(row.targets), networks: \(row.networks)\(about)

                \(done?.english ?? "")\(advice.english)
                """,
            es: """
                    \(row.number): \(title.spanish)
                    \(time.spanish), sucesos: \(row.events), cuentas: \(row.targets), redes: \(row.networks)\(about)

                \(done?.spanish ?? "")\(advice.spanish)
                """)
    }
}

extension MailTemplate {
    /// What was found, the oldest first.
    static let incidents = MailTemplate(
        "incidents",
        subject: LocalizedText(en: "{product}: incidents ({count})", es: "{product}: incidentes ({count})"),
        text: LocalizedText(
            en: """
                {hello}

                Somebody seems to attack accounts of {product}, has a copy of somebody's key, or tampered with a device:

                {incidents}

                The evidence is shown by

                    essentiald incidents show NUMBER

                and whoever has looked at it closes it:

                    essentiald incidents close NUMBER
                """,
            es: """
                {hello}

                Parece que alguien ataca cuentas de {product}, tiene una copia de la clave de alguien, o manipuló un dispositivo:

                {incidents}

                Las pruebas se ven con

                    essentiald incidents show NÚMERO

                y quien las haya mirado lo cierra:

                    essentiald incidents close NÚMERO
                """))
}
