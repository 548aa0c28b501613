package import ConfigurationAPI
import Localization

/// What operators set of places.
package enum PlacesSettings {
    /// The file that knows them; nil for none.
    package static let file = ConfigurationKey<String?>(
        "places.file", default: nil,
        summary: LocalizedText(
            en: "The file by which networks have places", es: "El archivo que da un lugar a las redes"),
        detail: "In MaxMind's format, such as `GeoLite2-City.mmdb` or DB-IP's. It takes Debian's `libmaxminddb0`. "
            + "A file that is replaced is read within a minute; nobody else is asked.")

    static let section = ConfigurationSection(LocalizedText(en: "Places", es: "Lugares"), file)
}
