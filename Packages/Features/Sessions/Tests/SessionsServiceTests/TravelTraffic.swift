import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import PlacesAPI
import SessionsService

/// Where people log in for months, and where strangers do who have their passwords, by a seed.
///
/// People have a home, at which a provider has addresses that are off by some km, a telephone whose mast leads to an
/// address of another city, some a VPN with exits abroad, and some fly.
struct TravelTraffic {
    struct Country: Sendable {
        let code: String
        let latitude: Double
        let longitude: Double
        /// How many degrees it reaches in each direction.
        let reach: Double
    }

    static let countries = [
        Country(code: "ES", latitude: 40, longitude: -4, reach: 3),
        Country(code: "FR", latitude: 47, longitude: 2, reach: 3),
        Country(code: "DE", latitude: 51, longitude: 10, reach: 3),
        Country(code: "GB", latitude: 52, longitude: -1, reach: 2),
        Country(code: "US", latitude: 39, longitude: -97, reach: 18),
        Country(code: "BR", latitude: -12, longitude: -50, reach: 12),
        Country(code: "IN", latitude: 21, longitude: 78, reach: 8),
        Country(code: "JP", latitude: 36, longitude: 138, reach: 3),
        Country(code: "AU", latitude: -26, longitude: 135, reach: 14),
        Country(code: "RU", latitude: 56, longitude: 60, reach: 18),
    ]

    private static let day = 86_400.0
    static let start = Date(timeIntervalSince1970: 1_700_000_000)

    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func place(in country: Country, accuracy: Double) -> Place {
        Place(
            country: PlacesAPI.Country(code: country.code),
            point: GeographicPoint(
                latitude: country.latitude + Double.random(in: -country.reach...country.reach, using: &random),
                longitude: country.longitude + Double.random(in: -country.reach...country.reach, using: &random),
                accuracy: accuracy))
    }

    private mutating func near(_ place: Place, degrees: Double, accuracy: Double) -> Place {
        guard let point = place.point else { return place }
        return Place(
            country: place.country,
            point: GeographicPoint(
                latitude: point.latitude + Double.random(in: -degrees...degrees, using: &random),
                longitude: point.longitude + Double.random(in: -degrees...degrees, using: &random), accuracy: accuracy))
    }

    /// The logins of a person within some months: one in two days, from a laptop and a telephone, neither of which
    /// proves a key; one of eight people has another telephone within that time.
    mutating func person(days: Int, hasVPN: Bool, flights: Int) -> [Access] {
        let country = Self.countries.randomElement(using: &random) ?? Self.countries[0]
        let home = place(in: country, accuracy: 20)
        let exits = (0..<2).map { _ in
            place(in: Self.countries.randomElement(using: &random) ?? country, accuracy: 20)
        }
        var journeys: [(days: ClosedRange<Double>, place: Place)] = []
        for _ in 0..<flights {
            let begin = Double.random(in: 0..<Double(days), using: &random)
            let abroad = Self.countries.randomElement(using: &random) ?? country
            // Nobody logs in while they fly, for half a day.
            journeys.append((begin + 0.5...begin + 7, place(in: abroad, accuracy: 50)))
        }
        let newPhone = Double.random(in: 0..<Double(days) * 8, using: &random)
        var accesses: [Access] = []
        var time = Double.random(in: 0..<2, using: &random)
        while time < Double(days) {
            let isFlying = journeys.contains { $0.days.lowerBound - 0.5 < time && time < $0.days.lowerBound }
            let away = journeys.first { $0.days.contains(time) }?.place
            let base = away ?? home
            let kind = Int.random(in: 0..<10, using: &random)
            let here: Place =
                if hasVPN, kind < 3 {
                    exits[kind % 2]
                } else if kind < 6 {
                    near(base, degrees: 0.2, accuracy: 20)
                } else if kind < 9 {
                    near(base, degrees: 2.5, accuracy: 200)
                } else {
                    Place(country: base.country)
                }
            let device = kind % 2 == 0 ? "laptop" : time < newPhone ? "phone" : "new phone"
            if !isFlying { accesses.append(access(device, at: here, time)) }
            time += Double.random(in: 0.05..<4, using: &random)
        }
        return accesses
    }

    /// A login of somebody else within two hours after one of the person's, in another country.
    mutating func stranger(after last: Access) -> Access {
        let foreign = Self.countries.filter { $0.code != last.place?.country?.code }
        let country = foreign.randomElement(using: &random) ?? Self.countries[0]
        let hours = Double.random(in: 0..<2, using: &random)
        return access(
            "elsewhere", at: place(in: country, accuracy: 50),
            last.startedAt.timeIntervalSince(Self.start) / Self.day + hours / 24)
    }

    private func access(_ device: String, at place: Place, _ time: Double) -> Access {
        Access(
            device: device, userAgent: "essential/1.0.0", place: place, startedAt: Self.start + time * Self.day)
    }
}
