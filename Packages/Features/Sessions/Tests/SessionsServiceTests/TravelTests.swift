import FoundationEssentials
import KernelTesting
import SessionsService
import SessionsServiceAPI
import Testing

/// How often people are taken for strangers by where they are, and strangers for people.
struct TravelTests {
    private static let people = 600, days = 90

    private struct Rates {
        var logins = 0
        var unusual = 0
        var impossible = 0
        /// With a new device as well, which is what operators are told (`journey`).
        var incidents = 0
        /// Of those, how many were in the first week of an account, when each device is new once.
        var early = 0
    }

    /// Counts what is said of logins, one after another: who gets a letter says that it was them, as most do.
    private func rates(seed: UInt64, vpn: Double, flights: Int) -> Rates {
        var traffic = TravelTraffic(seed: seed), random = SeededGenerator(seed: seed), rates = Rates()
        for _ in 0..<Self.people {
            let hasVPN = Double.random(in: 0..<1, using: &random) < vpn
            let accesses = traffic.person(days: Self.days, hasVPN: hasVPN, flights: flights)
            for (index, access) in accesses.enumerated() {
                let reasons = SuspicionScorer(earlier: Array(accesses[..<index].suffix(50))).reasons(for: access)
                rates.logins += 1
                if reasons.contains(.unusualPlace) { rates.unusual += 1 }
                if reasons.contains(.impossibleTravel) { rates.impossible += 1 }
                guard reasons.contains(.impossibleTravel), reasons.contains(.newDevice) else { continue }
                rates.incidents += 1
                if access.startedAt < TravelTraffic.start + 7 * 86_400 { rates.early += 1 }
            }
        }
        return rates
    }

    private func tell(_ what: String, _ rates: Rates) {
        print(
            "\(what): \(rates.logins) logins, \(rates.unusual) from unusual places, \(rates.impossible) impossible "
                + "journeys, \(rates.incidents) of them on new devices, of those \(rates.early) in an account's first week"
        )
    }

    @Test(.requirement("SESS-10", "METRIC-02"), arguments: [1, 2] as [UInt64])
    func whoStaysAtHomeIsHardlyEverTold(seed: UInt64) {
        let rates = rates(seed: seed, vpn: 0, flights: 0)
        tell("at home, seed \(seed)", rates)
        #expect(rates.unusual * 1_000 <= rates.logins && rates.impossible * 1_000 <= rates.logins)
        #expect(rates.incidents == 0)
    }

    /// Each place once, and no journey by plane is impossible.
    @Test(.requirement("SESS-10", "METRIC-02")) func whoFliesIsToldOfEachPlaceAndOfNoJourney() {
        let rates = rates(seed: 3, vpn: 0, flights: 2)
        tell("two flights each", rates)
        #expect(rates.unusual <= Self.people * 3 && rates.unusual >= Self.people)
        #expect(rates.impossible * 1_000 <= rates.logins && rates.incidents <= 1)
    }

    /// The exits of a VPN are told once, and are the person's own places then.
    @Test(.requirement("SESS-10", "METRIC-02")) func noiseOfVPNsIsNoIncident() {
        let rates = rates(seed: 4, vpn: 0.2, flights: 0)
        tell("a fifth with a VPN", rates)
        #expect(rates.impossible <= Self.people * 2 / 5 * 2)
        // That is one in a month of 600 people at most, of whom 120 have a VPN.
        #expect(rates.incidents - rates.early <= 3 && rates.early * 50 <= Self.people)
    }

    @Test(.requirement("SESS-10", "METRIC-02")) func strangersElsewhereAreTold() {
        var traffic = TravelTraffic(seed: 5), unusual = 0, impossible = 0, count = 0
        for _ in 0..<Self.people {
            let accesses = traffic.person(days: 30, hasVPN: false, flights: 0)
            guard let last = accesses.last else { continue }
            count += 1
            let reasons = SuspicionScorer(earlier: accesses).reasons(for: traffic.stranger(after: last))
            if reasons.contains(.unusualPlace) { unusual += 1 }
            if reasons.contains(.impossibleTravel) { impossible += 1 }
        }
        print("\(count) strangers within two hours: \(unusual) from unusual places, \(impossible) impossible journeys")
        #expect(unusual * 100 >= count * 95 && impossible * 100 >= count * 70)
    }
}
