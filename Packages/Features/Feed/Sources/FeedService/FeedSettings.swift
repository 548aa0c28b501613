package import ConfigurationAPI
import Localization

/// What operators set of the feed.
package enum FeedSettings {
    package static let maximumImageSize = ConfigurationKey(
        "feed.maximum_image_size", default: ByteCount.mebibytes(16),
        allowed: .range(.kibibytes(64) ... .mebibytes(256)),
        summary: LocalizedText(en: "How large a picture may be", es: "Cuánto puede ocupar una imagen"),
        detail: "As it is sent, and as it is kept.")

    package static let picturesPerHour = ConfigurationKey(
        "limits.pictures_per_hour", default: 60, allowed: .range(0...1_000),
        summary: LocalizedText(
            en: "How many pictures an account may publish in an hour (0 for any number)",
            es: "Cuántas imágenes puede publicar una cuenta en una hora (0 para cualquiera)"),
        detail: "Deleted ones count as well.")

    static let section = ConfigurationSection(
        LocalizedText(en: "Feed", es: "Novedades"), maximumImageSize, picturesPerHour)
}
