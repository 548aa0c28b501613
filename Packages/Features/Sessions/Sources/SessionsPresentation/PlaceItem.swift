import Localization
import SessionsAPI

/// A place as `--json` prints it, with the names of the wire.
struct PlaceItem: Encodable, Sendable {
    let en: String
    let es: String
    let country: String?

    init(_ place: DevicePlace) {
        (en, es, country) = (place.name.english, place.name.spanish, place.country)
    }
}
