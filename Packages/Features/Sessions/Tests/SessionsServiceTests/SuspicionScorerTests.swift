import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import PlacesAPI
import SessionsService
import SessionsServiceAPI
import Testing

struct SuspicionScorerTests {
    /// A day at noon, UTC.
    private static let noon =
        Date(timeIntervalSince1970: 1_700_000_000 - 1_700_000_000.0.remainder(dividingBy: 86_400))
        + 43_200
    private static let madrid = place("ES", 40.4, -3.7), london = place("GB", 51.5, -0.1)
    private static let tokyo = place("JP", 35.7, 139.7), tenerife = place("ES", 28.3, -16.5)
    private static let barcelona = place("ES", 41.4, 2.2), sevilla = place("ES", 37.4, -6.0)
    private static let basel = place("CH", 47.6, 7.6), freiburg = place("DE", 48.0, 7.8)

    private static func place(_ country: String, _ latitude: Double, _ longitude: Double) -> Place {
        Place(
            country: Country(code: country),
            point: GeographicPoint(latitude: latitude, longitude: longitude, accuracy: 20))
    }

    private static let terminal = "essential/1.0.0 (Linux)"
    private static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    private static let chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"
    private static let phone = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"

    private static func access(
        device: String? = "laptop", agent: String? = "essential/1.0.0", _ address: String = "192.0.2.7",
        at place: Place? = nil, hours: Double = 0, isTrusted: Bool = true, key: String? = nil
    ) -> Access {
        Access(
            device: device, userAgent: agent, address: IPAddress(address), place: place,
            keyThumbprint: key, startedAt: noon + hours * 3_600, isTrusted: isTrusted)
    }

    private static let days = (1...5).map { access(hours: Double($0) * -24) }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let earlier: [Access]
        let access: Access
        let reasons: [SuspicionReason]
    }

    static let cases = [
        Case(testDescription: "the first one ever", earlier: [], access: access(), reasons: []),
        Case(testDescription: "the same again", earlier: [access(hours: -24)], access: access(), reasons: []),
        Case(
            testDescription: "another device", earlier: [access(hours: -24)], access: access(device: "phone"),
            reasons: [.newDevice]),
        Case(
            testDescription: "an updated program", earlier: [access(hours: -24)],
            access: access(agent: "essential/2.3.4"), reasons: []),
        Case(
            testDescription: "the first login after registering", earlier: [access(device: nil, hours: -1)],
            access: access(), reasons: []),
        Case(
            testDescription: "another network after registering", earlier: [access(device: nil, hours: -1)],
            access: access("198.51.100.1"), reasons: [.newDevice, .newNetwork]),
        Case(
            testDescription: "a device without a name", earlier: [access(hours: -24)], access: access(device: nil),
            reasons: [.newDevice]),
        Case(
            testDescription: "another program", earlier: [access(hours: -24)], access: access(agent: "curl/8"),
            reasons: [.newDevice]),
        Case(
            testDescription: "a browser beside the terminal", earlier: [access(agent: terminal)],
            access: access(device: "Firefox, Linux", agent: firefox), reasons: []),
        Case(
            testDescription: "a terminal beside the browser",
            earlier: [access(device: "Firefox, Linux", agent: firefox)],
            access: access(agent: terminal), reasons: []),
        Case(
            testDescription: "another browser", earlier: [access(device: "Firefox, Linux", agent: firefox)],
            access: access(device: "Chrome, Linux", agent: chrome), reasons: []),
        Case(
            testDescription: "another browser in the same /64",
            earlier: [access(device: "Firefox, Linux", agent: firefox, "2001:db8:1:2::1")],
            access: access(device: "Chrome, Linux", agent: chrome, "2001:db8:1:2:ffff::9"), reasons: []),
        Case(
            testDescription: "another browser of a neighbour",
            earlier: [access(device: "Firefox, Linux", agent: firefox)],
            access: access(device: "Chrome, Linux", agent: chrome, "192.0.2.200"), reasons: [.newDevice]),
        Case(
            testDescription: "another browser elsewhere", earlier: [access(device: "Firefox, Linux", agent: firefox)],
            access: access(device: "Chrome, Linux", agent: chrome, "198.51.100.1"),
            reasons: [.newDevice, .newNetwork]),
        Case(
            testDescription: "a telephone beside the browser",
            earlier: [access(device: "Firefox, Linux", agent: firefox)],
            access: access(device: "Chrome, Android", agent: phone), reasons: [.newDevice]),
        Case(
            testDescription: "another terminal", earlier: [access(agent: terminal)],
            access: access(device: "desk", agent: terminal), reasons: [.newDevice]),
        Case(
            testDescription: "a browser beside a stranger's terminal",
            earlier: [access(device: "Chrome, Android", agent: phone), access(agent: terminal, isTrusted: false)],
            access: access(device: "Firefox, Linux", agent: firefox), reasons: [.newDevice]),
        Case(
            testDescription: "a neighbour within the /24", earlier: [access(hours: -24)],
            access: access("192.0.2.200"), reasons: []),
        Case(
            testDescription: "a new network alone", earlier: [access(hours: -24)], access: access("198.51.100.1"),
            reasons: []),
        Case(
            testDescription: "within the /48", earlier: [access("2001:db8:1:2::1", hours: -24)],
            access: access(device: "phone", "2001:db8:1:ffff::9"), reasons: [.newDevice]),
        Case(
            testDescription: "beyond the /48, on a new device", earlier: [access("2001:db8:1::1", hours: -24)],
            access: access(device: "phone", "2001:db8:2::1"), reasons: [.newDevice, .newNetwork]),
        Case(
            testDescription: "an odd hour alone", earlier: days, access: access(hours: 12), reasons: []),
        Case(
            testDescription: "an odd hour in a new network", earlier: days,
            access: access("198.51.100.1", hours: 12), reasons: [.newNetwork, .unusualHour]),
        Case(
            testDescription: "three hours later than ever", earlier: days, access: access("198.51.100.1", hours: 3),
            reasons: []),
        Case(
            testDescription: "hours of too few days", earlier: Array(days.dropLast()),
            access: access("198.51.100.1", hours: 12), reasons: []),
        Case(
            testDescription: "around midnight", earlier: (1...5).map { access(hours: Double($0) * -24 + 11) },
            access: access("198.51.100.1", hours: 13), reasons: []),
        Case(
            testDescription: "Madrid to Tokyo in two hours", earlier: [access(at: madrid, hours: -2)],
            access: access(at: tokyo), reasons: [.unusualPlace, .impossibleTravel]),
        Case(
            testDescription: "Madrid to Tokyo in a day", earlier: [access(at: madrid, hours: -24)],
            access: access(at: tokyo), reasons: [.unusualPlace]),
        Case(
            testDescription: "Madrid to London in two hours", earlier: [access(at: madrid, hours: -2)],
            access: access(at: london), reasons: [.unusualPlace]),
        Case(
            testDescription: "Madrid to Barcelona at once", earlier: [access(at: madrid)],
            access: access(at: barcelona), reasons: []),
        Case(
            testDescription: "Sevilla to Barcelona at once", earlier: [access(at: sevilla)],
            access: access(at: barcelona), reasons: [.impossibleTravel]),
        Case(
            testDescription: "far away in the same country", earlier: [access(at: madrid, hours: -24)],
            access: access(at: tenerife), reasons: [.unusualPlace]),
        Case(
            testDescription: "across a border", earlier: [access(at: basel)], access: access(at: freiburg), reasons: []),
        Case(
            testDescription: "where the person was before",
            earlier: [access(at: tokyo, hours: -99), access(at: madrid)],
            access: access(at: tokyo), reasons: []),
        Case(
            testDescription: "where a stranger was before",
            earlier: [access(at: tokyo, hours: -9, isTrusted: false), access(at: madrid, hours: -99)],
            access: access(at: tokyo), reasons: [.unusualPlace]),
        Case(
            testDescription: "a device that proves its key elsewhere", earlier: [access(at: madrid, key: "k")],
            access: access(at: tokyo, key: "k"), reasons: []),
        Case(
            testDescription: "a stranger's key", earlier: [access(at: madrid, hours: -99, key: "k")],
            access: access(at: tokyo, key: "l"), reasons: [.unusualPlace]),
        Case(
            testDescription: "another country without points",
            earlier: [access(at: Place(country: Country(code: "ES")), hours: -1)],
            access: access(at: Place(country: Country(code: "PT"))), reasons: [.unusualPlace]),
        Case(
            testDescription: "as good as anywhere", earlier: [access(at: madrid, hours: -1)],
            access: access(
                at: Place(
                    country: Country(code: "US"),
                    point: GeographicPoint(latitude: 37.8, longitude: -97.8, accuracy: 10_000))), reasons: []),
        Case(
            testDescription: "no place before", earlier: [access(hours: -1)], access: access(at: tokyo), reasons: []),
        Case(
            testDescription: "a clock that was set back", earlier: [access(at: madrid, hours: 1)],
            access: access(at: tokyo), reasons: [.unusualPlace, .impossibleTravel]),
        Case(
            testDescription: "places that nobody knows", earlier: [access(at: Place(), hours: -1)],
            access: access(at: Place()), reasons: []),
        Case(
            testDescription: "a stranger's second time",
            earlier: [access(hours: -24), access(device: "phone", hours: -1, isTrusted: false)],
            access: access(device: "phone"), reasons: [.newDevice]),
        Case(
            testDescription: "a device that the person confirmed",
            earlier: [access(hours: -24), access(device: "phone", hours: -1)], access: access(device: "phone"),
            reasons: []),
    ]

    @Test(.requirement("SESS-10"), arguments: cases) func tellsWhatIsNotLikeThePerson(_ example: Case) {
        #expect(SuspicionScorer(earlier: example.earlier).reasons(for: example.access) == example.reasons)
    }
}
