import CaptchaServiceAPI
import ConfigurationAPI
import HTTPServingAPI
package import Localization
import Locking

/// What is done by itself against an incident (METRIC-05).
package enum IncidentAnswer: String, CaseIterable, ConfigurationValue, Sendable {
    /// While it lasts and nobody closed it, strangers of its network pay with a CAPTCHA for
    /// each login and each letter to recover a password; everybody who is new on a
    /// device, where it is of the whole server.
    case captcha
    /// The person whose account it is about gets a letter.
    case letter

    /// What was done, for people.
    ///
    /// - Parameter network: From where what was answered came; nil for everywhere.
    package func text(for network: String?) -> LocalizedText {
        switch self {
        case .captcha where network == nil:
            LocalizedText(
                en:
                    "Whoever is new on a device solves a CAPTCHA to log in or to recover a password, until it is over or "
                    + "closed.",
                es:
                    "Quien es nuevo en un dispositivo resuelve un CAPTCHA para iniciar sesión o recuperar una contraseña, "
                    + "hasta que termine o se cierre.")
        case .captcha:
            LocalizedText(
                en:
                    "Strangers from there solve a CAPTCHA to log in or to recover a password, until it is over or closed.",
                es:
                    "Los desconocidos de allí resuelven un CAPTCHA para iniciar sesión o recuperar una contraseña, hasta "
                    + "que termine o se cierre.")
        case .letter:
            LocalizedText(en: "Its person got a letter.", es: "Su dueño recibió una carta.")
        }
    }
}

/// Of whom a CAPTCHA is wanted while incidents last: what the table of incidents said last,
/// so that each of several servers knows what another one found.
final class IncidentCaptcha: CaptchaDemanding {
    /// Whose attempts are expensive.
    struct Reach: Hashable, Sendable {
        var networks: Set<IPNetwork> = []
        var isEverybody = false
    }

    /// As if there had been so many failures: four times the work of the first CAPTCHA.
    private static let ofNetwork = 10
    private static let ofEverybody = 0

    private let reach = Locked(Reach())

    func demand(from peer: IPAddress) -> Int? {
        reach.withLock { reach in
            if reach.networks.contains(peer.neighbourhood) { return Self.ofNetwork }
            return reach.isEverybody ? Self.ofEverybody : nil
        }
    }

    /// Takes note of what the table says.
    func set(_ new: Reach) { reach.withLock { $0 = new } }
}

extension IPAddress {
    /// By what patterns are told apart: 24 bits, 48 of IPv6, as much as one household or
    /// office usually has.
    var neighbourhood: IPNetwork { IPNetwork(self, prefixLength: isIPv4 ? 24 : 48) }
}
