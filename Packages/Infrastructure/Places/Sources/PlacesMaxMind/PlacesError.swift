import AtomicFiles
import ConfigurationAPI
import Localization
import PluginKit
import Presenting

/// Why a file of places can't be used.
struct PlacesError: SettingsError, MendableError, Hashable {
    /// What is wrong.
    enum Cause: Error, Hashable {
        /// The library isn't there.
        case missingLibrary
        /// The file can't be read.
        case unreadable(Int32)
        /// It is larger than any such file is.
        case tooLarge
        /// Somebody was writing it.
        case changing
        /// It isn't as the format wants it; the words are for logs and for whoever made it.
        case damaged(String)
        /// It is of the format, and knows no places; what it calls itself.
        case withoutPlaces(String)
    }

    let cause: Cause
    let path: String
    let nature = FailureNature.input
    let settings: Set = [PlacesSettings.file.name]

    var code: String {
        switch cause {
        case .missingLibrary: "places_library"
        case .unreadable, .tooLarge, .changing, .damaged, .withoutPlaces: "places_file"
        }
    }

    var remedy: ShellCommand? {
        switch cause {
        case .missingLibrary: "apt install libmaxminddb0"
        case .unreadable, .tooLarge, .changing, .damaged, .withoutPlaces: nil
        }
    }

    var text: LocalizedText {
        switch cause {
        case .missingLibrary:
            LocalizedText(
                en: "places.file takes the library libmaxminddb, which isn't here. Install Debian's package "
                    + "libmaxminddb0, or leave the setting out.",
                es: "places.file necesita la biblioteca libmaxminddb, que no está. Instala el paquete libmaxminddb0 de "
                    + "Debian o quita el ajuste.")
        case .unreadable(let code):
            about(
                LocalizedText(
                    en: "can't be read: \(SystemReason(code).text.english)",
                    es: "no se puede leer: \(SystemReason(code).text.spanish)"))
        case .tooLarge:
            about(
                LocalizedText(
                    en: "has more than \(PlaceFile.sizeLimit >> 20) MiB, which is too much to be kept in memory",
                    es: "tiene más de \(PlaceFile.sizeLimit >> 20) MiB, demasiado para tenerlo en memoria"))
        case .changing:
            about(
                LocalizedText(
                    en: "was being written while it was read. Have it replaced whole, as geoipupdate does",
                    es: "se estaba escribiendo mientras se leía. Haz que se sustituya entero, como hace geoipupdate"))
        case .damaged(let reason):
            about(
                LocalizedText(
                    en: "isn't a whole file in MaxMind's format (\(reason)). Get it anew",
                    es: "no es un archivo entero con el formato de MaxMind (\(reason)). Descárgalo de nuevo"))
        case .withoutPlaces(let type):
            about(
                LocalizedText(
                    en: "knows no cities and no countries (\(type)). Take one such as GeoLite2-City or dbip-city-lite",
                    es: "no conoce ciudades ni países (\(type)). Usa uno como GeoLite2-City o dbip-city-lite"))
        }
    }

    private func about(_ what: LocalizedText) -> LocalizedText {
        LocalizedText(
            en: "The file of places, \(path), \(what.english).", es: "El archivo de lugares, \(path), \(what.spanish).")
    }
}
