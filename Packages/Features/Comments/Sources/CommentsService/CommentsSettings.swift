package import ConfigurationAPI
import Localization

/// What operators set of comments.
package enum CommentsSettings {
    package static let perHour = ConfigurationKey(
        "limits.comments_per_hour", default: 240, allowed: .range(0...1_000),
        summary: LocalizedText(
            en: "How many comments an account may write in an hour (0 for any number)",
            es: "Cuántos comentarios puede escribir una cuenta en una hora (0 para cualquiera)"),
        detail: "Deleted ones count as well.")

    static let section = ConfigurationSection(
        LocalizedText(en: "Comments", es: "Comentarios"), perHour)
}
