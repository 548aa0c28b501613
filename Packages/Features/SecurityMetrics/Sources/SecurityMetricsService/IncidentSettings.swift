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

    static let section = ConfigurationSection(LocalizedText(en: "Incidents", es: "Incidentes"), operators)
}
