import CoreModels
import ExternalProvidersAPI
import FoundationEssentials
import ScreensAPI

/// What a browser carries while somebody is at a provider, or decides on an offer.
struct CarriedAttempt: Codable {
    /// What can be linked, to be shown.
    struct Offer: Codable {
        /// How people call the provider.
        let title: String
        let email: String?
        /// Whether it came to a stranger, since an account has the address.
        let isKnown: Bool

        init(_ offer: LinkOffer, at title: String) {
            (self.title, email, isKnown) = (title, offer.email, offer.isAccountKnown)
        }
    }

    private let attempt: String
    /// Who was logged in; nil for nobody.
    private let person: UserID?
    let offer: Offer?

    init(_ attempt: Secret, of person: User?, offer: Offer? = nil) {
        self.attempt = attempt.withText { $0 ?? "" }
        self.person = person?.id
        self.offer = offer
    }

    init?(_ carried: CarriedText?) {
        guard let carried, let value = try? WireCoding.decoder().decode(Self.self, from: Data(carried.text.utf8))
        else { return nil }
        self = value
    }

    /// Whether somebody has it who began it: of a device that people share the next one isn't.
    func isOf(_ person: User?) -> Bool { self.person == person?.id }

    /// Whether somebody may take the offer: who was logged in when it came, or who has the
    /// account with its address.
    func isOffered(to person: User) -> Bool {
        guard let offer else { return false }
        guard offer.isKnown else { return isOf(person) }
        return offer.email.flatMap { EmailAddress(kept: $0) } == person.email
    }

    var secret: Secret { Secret(attempt) }

    var encoded: CarriedText {
        CarriedText(String(decoding: (try? WireCoding.encoder().encode(self)) ?? Data(), as: UTF8.self))
    }
}
