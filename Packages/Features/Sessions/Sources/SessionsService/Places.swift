import HTTPServingAPI
import Localization
import PlacesAPI
import SessionsContract

/// Where networks are, as far as any plugin knows.
struct Places: Sendable {
    let locators: @Sendable () -> [any PlaceLocating]

    /// Whether there is anybody who knows.
    var areKnown: Bool { !locators().isEmpty }

    /// The place of an address; nil for none.
    func place(of address: IPAddress?) -> Place? {
        guard let address else { return nil }
        // Asked once each: what they know may change meanwhile.
        for locator in locators() {
            if let place = locator.place(of: address) { return place }
        }
        return nil
    }
}

extension Place {
    /// As the wire has it; nil where it has no name.
    var message: PlaceMessage? {
        name.map { PlaceMessage(english: $0.english, spanish: $0.spanish, country: country?.code) }
    }
}
