import ConfigurationAPI
import Localization

/// What operators set of second factors.
enum FactorSettings {
    static let lossDelay = ConfigurationKey(
        "second_factor.loss_delay", default: Duration.seconds(7 * 86_400),
        allowed: .range(.zero ... .seconds(60 * 86_400)),
        summary: LocalizedText(
            en: "How long a second factor stays in force that its person has lost",
            es: "Cuánto sigue activo un segundo factor que su dueño ha perdido"),
        detail: "In it the person is written to and can take it back. 0s: only the operator takes a factor away.")

    static let section = ConfigurationSection(
        LocalizedText(en: "Second factor", es: "Segundo factor"), lossDelay)
}
