import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import SecurityMetricsService
import SecurityMetricsServiceAPI
import Testing

/// Which attacks are told and when, and how often people are taken for attackers.
struct PatternDetectorTests {
    /// Spraying, between what people do on a day.
    struct Spray: CustomTestStringConvertible, Sendable {
        let accounts: Int
        let addresses: Int
        let duration: Double

        var testDescription: String { "\(accounts) accounts from \(addresses) addresses in \(Int(duration)) s" }

        static let all = [20, 200, 2_000].flatMap { accounts in
            [1, 10, 500].map {
                Spray(accounts: accounts, addresses: $0, duration: accounts == 20 ? 240 : Double(accounts) * 4)
            }
        }
    }

    private static let seed: UInt64 = 20_261_127

    private func found(_ spray: Spray, slower factor: Double = 1) -> (told: Double?, crossed: Double?) {
        var traffic = PatternTraffic(people: 10_000, seed: Self.seed)
        let begin = PatternTraffic.start + 11 * 3_600
        let attack = PatternTraffic.spraying(
            spray.accounts, from: spray.addresses, within: spray.duration * factor, at: begin)
        var detector = PatternDetector()
        let day = traffic.day(0) + attack
        let found = detector.run(day.sorted { $0.time < $1.time }).filter { $0.finding.rule.name.hasPrefix("spraying") }
        let crossings = [
            PatternTraffic.crossing(attack, 10, within: 600, ofEach: true),
            PatternTraffic.crossing(attack, 20, within: 86_400, ofEach: true),
            PatternTraffic.crossing(attack, 18, within: 300, ofEach: false),
        ]
        return (found.map(\.at).min(), crossings.compactMap(\.self).min())
    }

    @Test(.requirement("METRIC-02", "AUDIT-16"), arguments: Spray.all)
    func sprayingIsToldWithinAMinuteOfItsThreshold(spray: Spray) throws {
        let (told, crossed) = found(spray)
        let isTold = try #require(told), threshold = try #require(crossed)
        #expect(isTold - threshold <= 60, "told \(isTold - threshold) s after the threshold")
    }

    /// What is too slow for every threshold isn't told: so it is known which that is.
    @Test(.requirement("METRIC-02")) func theRateOfMissesIsKnown() {
        var missed: [String] = []
        let factors = [1.0, 5, 25, 100]
        for factor in factors {
            for spray in Spray.all where spray.accounts < 2_000 && found(spray, slower: factor).told == nil {
                missed.append("\(spray.testDescription) ×\(Int(factor))")
            }
        }
        print("missed \(missed.count) of \(6 * factors.count) sprays: \(missed.joined(separator: "; "))")
        #expect(!missed.contains { $0.hasSuffix("×1") })
        #expect(missed.count <= 10)
    }

    /// A month of 10 000 people, three times.
    @Test(.requirement("METRIC-02", "AUDIT-16"), arguments: [1, 2, 3] as [UInt64])
    func atMostOneFalseAlarmInAMonth(seed: UInt64) {
        var traffic = PatternTraffic(people: 10_000, seed: seed), detector = PatternDetector()
        let events = (0..<30).flatMap { traffic.day($0) }.sorted { $0.time < $1.time }
        let clock = ContinuousClock(), begin = clock.now
        let alarms = detector.run(events)
        let each = (clock.now - begin) / events.count
        print(
            "seed \(seed): \(alarms.count) false alarms in \(events.count) events, \(each) each: "
                + alarms.map { "\($0.finding.rule.name) \($0.finding.events)" }.joined(separator: ", "))
        #expect(alarms.count <= 1)
    }

    /// What is usual on a server of ten times as many isn't an attack, from the first day on.
    @Test(.requirement("METRIC-02")) func aLargerServerHasMoreOfEverything() {
        var traffic = PatternTraffic(people: 100_000, seed: Self.seed), detector = PatternDetector()
        let alarms = (0..<3).flatMap { detector.run(traffic.day($0)) }
        print("100 000 people, three days: \(alarms.map { "\($0.finding.rule.name) \($0.finding.events)" })")
        #expect(alarms.isEmpty)
    }

    @Test(.requirement("METRIC-02")) func eachOtherPatternIsFoundFromItsThresholdOn() {
        let home = PatternTraffic.network(10, 1), ada = PatternTraffic.account(1)
        func events(_ kind: String, _ count: Int, _ make: (Int) -> (Int, IPNetwork), _ cause: String? = nil)
            -> [Sighting]
        {
            (0..<count).map { number in
                let (target, network) = make(number)
                return Sighting(
                    kind, because: cause, at: PatternTraffic.start + Double(number) * 30, target: target, account: ada,
                    from: network)
            }
        }
        let cases: [(String, Int, (Int) -> [Sighting])] = [
            ("guessing", 5, { events("login.refused", $0, { (1, PatternTraffic.network(10, $0)) }) }),
            (
                "journey", 1,
                { events("access.suspicious", $0, { _ in (1, home) }, "new_device new_network impossible_travel") }
            ),
            ("token-reuse", 1, { events("token.reused", $0, { _ in (1, home) }) }),
            ("registrations", 15, { events("account.registered", $0, { ($0, home) }) }),
            ("recoveries", 15, { events("mailed-proof.asked", $0, { ($0, home) }, "password-recovery") }),
        ]
        for (name, threshold, make) in cases {
            var few = PatternDetector(), enough = PatternDetector()
            #expect(few.run(make(threshold - 1)).isEmpty, "\(name)")
            #expect(enough.run(make(threshold)).map(\.finding.rule.name) == [name])
        }
        var others = PatternDetector()
        #expect(others.run(events("mailed-proof.asked", 40, { ($0, home) }, "account-verification")).isEmpty)
        // A VPN on a device of the person's, and a new device that travels by plane.
        for reasons in ["unusual_place impossible_travel", "new_device unusual_place"] {
            #expect(others.run(events("access.suspicious", 40, { _ in (1, home) }, reasons)).isEmpty)
        }
    }

    /// An office in which many log in isn't one from which somebody attacks.
    @Test(.requirement("METRIC-02")) func whereManyLogInManyMayMistype() {
        var detector = PatternDetector()
        let office = PatternTraffic.network(11, 1)
        let events = (0..<60).flatMap { number in
            let time = PatternTraffic.start + Double(number) * 8
            return (number.isMultiple(of: 3) ? ["login.refused", "login.accepted"] : ["login.accepted"]).map {
                Sighting($0, at: time, target: number, account: PatternTraffic.account(number), from: office)
            }
        }
        #expect(detector.run(events).isEmpty)
    }

    @Test(.requirement("METRIC-05")) func anIncidentGoesOnAndEnds() throws {
        var detector = PatternDetector()
        let attack = PatternTraffic.spraying(60, from: 1, within: 120, at: PatternTraffic.start)
        for sighting in attack { detector.see(sighting) }
        let now = PatternTraffic.start + 121
        let change = try #require(detector.changes(at: now).first { $0.finding.rule.name == "spraying" })
        #expect(change.finding.begin == attack[0].time && change.finding.crossed == attack[9].time)
        #expect(change.finding.last == attack[59].time && change.finding.events == 60)
        #expect(change.finding.targets == 60 && change.finding.networks == 1 && !change.hasEnded)
        detector.settle(detector.changes(at: now))
        #expect(detector.changes(at: now).isEmpty)
        let end = detector.changes(at: now + 900).filter { $0.finding.rule.name == "spraying" }
        #expect(end.count == 1 && end[0].hasEnded)
        detector.settle(end)
        #expect(detector.changes(at: now + 901).allSatisfy { $0.finding.rule.name != "spraying" })
    }

    /// Or one who mistypes now and then would hide all that comes later.
    @Test(.requirement("METRIC-02", "METRIC-05")) func whatTricklesInKeepsNoIncidentFromItsEnd() {
        var detector = PatternDetector(), found = 0
        for round in 0..<3 {
            let begin = PatternTraffic.start + Double(round) * 3_600
            for sighting in PatternTraffic.spraying(60, from: 30, within: 120, at: begin) { detector.see(sighting) }
            let changes = detector.changes(at: begin + 121)
            found += changes.count { $0.finding.rule.name == "spraying-distributed" && $0.finding.begin >= begin }
            detector.settle(changes)
            for minute in [10.0, 20, 30, 40, 50] {
                detector.see(
                    Sighting(
                        "login.refused", at: begin + minute * 60, target: 1, account: PatternTraffic.account(1),
                        from: PatternTraffic.network(10, 1)))
                detector.settle(detector.changes(at: begin + minute * 60))
            }
        }
        #expect(found == 3)
    }

    /// Whoever makes many incidents hides none.
    @Test(.requirement("METRIC-02", "AUDIT-17")) func ofTooManyIncidentsTheQuietestAreForgotten() {
        var detector = PatternDetector()
        for network in 0...PatternDetector.openCapacity {
            let begin = PatternTraffic.start + Double(network)
            for number in 0..<15 {
                detector.see(
                    Sighting(
                        "mailed-proof.asked", because: "password-recovery", at: begin, target: number,
                        from: PatternTraffic.network(12, network)))
            }
            detector.settle(detector.changes(at: begin).filter { $0.finding.crossed < begin })
        }
        let changes = detector.changes(at: PatternTraffic.start + 1_000)
        #expect(changes.last?.finding.subject == .network(PatternTraffic.network(12, PatternDetector.openCapacity)))
    }

    /// Whoever comes from ever more networks makes the server remember no more.
    @Test(.requirement("METRIC-02", "AUDIT-17")) func memoryIsBoundedWhateverStrangersDo() {
        var detector = PatternDetector()
        for number in 0..<65_000 {
            detector.see(
                Sighting(
                    "login.refused", at: PatternTraffic.start + Double(number) / 100, target: number,
                    account: PatternTraffic.account(number), from: PatternTraffic.network(200, number)))
        }
        // Two rules watch networks, one accounts and one the server.
        #expect(detector.count <= 3 * PatternDetector.capacity + 1)
        // What is followed is bounded as well, and a letter more is no event more.
        #expect(detector.changes(at: PatternTraffic.start + 650).count <= PatternDetector.openCapacity * 4)
    }

    /// Nor whoever tries ever more often; and what they do now is counted all the same.
    @Test(.requirement("METRIC-02", "AUDIT-17")) func eventsAreBoundedWhateverStrangersDo() {
        var detector = PatternDetector(), most = 0
        for number in 0..<260_000 {
            // First from as many networks as are followed, then from more.
            let networks = number < PatternDetector.eventCapacity ? 150 : 500
            detector.see(
                Sighting(
                    "mailed-proof.asked", because: "password-recovery",
                    at: PatternTraffic.start + Double(number) / 1_000,
                    target: number, from: PatternTraffic.network(200, number % networks)))
            most = max(most, detector.eventCount)
        }
        #expect(most <= PatternDetector.eventCapacity && most > PatternDetector.eventCapacity / 2)
        #expect(detector.changes(at: PatternTraffic.start + 300).count == PatternDetector.openCapacity)
    }
}
