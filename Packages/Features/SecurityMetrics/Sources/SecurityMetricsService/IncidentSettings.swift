import ConfigurationAPI
import CoreModels
import Localization

/// What operators set of incidents.
enum IncidentSettings {
    /// Where a letter goes.
    struct Operator: ConfigurationValue {
        let address: EmailAddress

        init?(_ element: ConfigurationElement) {
            guard let text = element.anyText, let address = EmailAddress(text) else { return nil }
            self.address = address
        }

        var configurationText: String { "\(address)" }

        static var allowedText: LocalizedText {
            LocalizedText(en: "an address such as ops@example.org", es: "una dirección como ops@example.org")
        }
    }

    static let operators = ConfigurationKey(
        "metrics.operators", default: [Operator](),
        summary: LocalizedText(
            en: "Who gets letters about incidents", es: "Quién recibe cartas sobre incidentes"),
        detail: "Mail addresses. One letter about all that is new, at most every ten minutes.")

    static let answers = ConfigurationKey(
        "metrics.answers", default: IncidentAnswer.allCases,
        summary: LocalizedText(
            en: "What is done by itself against incidents", es: "Qué se hace automáticamente contra los incidentes"),
        detail:
            "`captcha`: strangers of its network, or all, solve one to log in or recover a password, while it lasts. "
            + "`letter`: the person whose account it is about hears of it. Empty for nothing.")

    static let report = ConfigurationKey(
        "metrics.report", default: ReportCadence.weekly,
        summary: LocalizedText(
            en: "How often metrics.operators get a report", es: "Cada cuánto recibe metrics.operators un informe"),
        detail: "Of each day or week (from Monday, UTC) that is over, or `off`. "
            + "[What it says](features/incidents.md#reports).")

    static let section = ConfigurationSection(
        LocalizedText(en: "Incidents", es: "Incidentes"), operators, answers, report)
}
