package import Localization

extension IncidentRow {
    /// The network or the account that it is about; nil where it is about neither.
    package var subject: String? { network ?? account.map { "\($0)" } }

    /// Whether it goes on.
    package var stateText: LocalizedText {
        if closedAt != nil { return LocalizedText(en: "closed", es: "cerrado") }
        return endedAt == nil
            ? LocalizedText(en: "goes on", es: "continúa") : LocalizedText(en: "over", es: "terminó")
    }
}
