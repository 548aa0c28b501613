import ConfigurationAPI
import Localization

/// What operators set of the demonstration.
enum DemoSettings {
    static let content = ConfigurationKey(
        "demo.content", default: false,
        shorthand: ConfigurationShorthand(
            "demo", example: LocalizedText(en: "with pictures to look at", es: "con imágenes para mirar")),
        summary: LocalizedText(
            en: "Fill an empty feed with pictures to look at", es: "Llena unas novedades vacías con imágenes para mirar"
        ))

    static let section = ConfigurationSection(
        LocalizedText(en: "Demonstration", es: "Demostración"), content)
}
