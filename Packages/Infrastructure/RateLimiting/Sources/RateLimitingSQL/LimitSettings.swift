package import ConfigurationAPI
import Localization

/// What operators set of the limits of requests.
package enum LimitSettings {
    package static let isEnabled = ConfigurationKey(
        "limits.enabled", default: true,
        summary: LocalizedText(
            en: "Whether requests of a client address are limited",
            es: "Si se limitan las peticiones de cada dirección de red"),
        detail:
            "30 in five minutes to log in, to register, to verify, to publish and to ask for a code; locks don't depend on it."
    )

    static let section = ConfigurationSection(
        LocalizedText(en: "Limits", es: "Límites"), isEnabled)
}
