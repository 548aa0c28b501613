import ConfigurationAPI
import Localization

/// What operators set of the proof of addresses.
enum VerificationSettings {
    static let linkLifetime = ConfigurationKey(
        "verification.link_lifetime", default: Duration.seconds(86_400),
        allowed: .range(.seconds(600) ... .seconds(7 * 86_400)),
        summary: LocalizedText(
            en: "For how long a link that confirms an address counts",
            es: "Cuánto vale un enlace que confirma una dirección"))

    static let section = ConfigurationSection(
        LocalizedText(en: "Verification", es: "Verificación"), linkLifetime)
}
