import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import SecurityMetricsService

/// What people do in a server of a given size, and what attackers do in between, by a seed.
struct PatternTraffic {
    static let start = 1_700_000_000.0, day = 86_400.0
    /// How much of a day's logins comes in each hour.
    private static let hours = [
        1, 1, 1, 1, 1, 2, 5, 12, 14, 9, 6, 6, 7, 7, 5, 5, 5, 6, 7, 8, 8, 6, 3, 2,
    ]
    private static let hoursOfDay = hours.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element) }

    private var random: SeededGenerator
    private let people: Int

    init(people: Int, seed: UInt64) {
        random = SeededGenerator(seed: seed)
        self.people = people
    }

    // MARK: People

    /// Where somebody is: at home, in one of 60 offices, or behind one of twelve masts.
    private mutating func network(of person: Int) -> IPNetwork {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: Self.network(10, person % 60_000)
        case 5..<8: Self.network(11, person % 60)
        default: Self.network(12, Int.random(in: 0..<12, using: &random))
        }
    }

    static func network(_ first: UInt8, _ number: Int) -> IPNetwork {
        IPNetwork(IPAddress("\(first).\(number / 256 % 256).\(number % 256).0") ?? .loopback, prefixLength: 24)
    }

    private func event(
        _ kind: String, _ person: Int?, _ target: Int, _ network: IPNetwork, at time: Double, _ cause: String? = nil
    ) -> Sighting {
        Sighting(kind, because: cause, at: time, target: target, account: person.map(Self.account), from: network)
    }

    static func account(_ number: Int) -> UserID {
        UserID(
            UUID(
                uuid: (
                    1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number >> 16),
                    UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)
                )))
    }

    /// A day: two of five people log in, one of twenty of those mistypes before it, some of them
    /// until they meet the lock and ask for a letter; accounts are made, now and then by a class.
    mutating func day(_ number: Int) -> [Sighting] {
        var events: [Sighting] = []
        let midnight = Self.start + Double(number) * Self.day
        for person in 0..<people where Int.random(in: 0..<5, using: &random) < 2 {
            let hour = Self.hoursOfDay.randomElement(using: &random) ?? 12, network = network(of: person)
            var time = midnight + Double(hour) * 3_600 + Double.random(in: 0..<3_600, using: &random)
            if Int.random(in: 0..<20, using: &random) == 0 {
                let isStuck = Int.random(in: 0..<15, using: &random) == 0
                let isMistyped = Int.random(in: 0..<10, using: &random) == 0
                for _ in 0..<(isStuck ? 7 : Int.random(in: 1...3, using: &random)) {
                    let target = isMistyped ? -1 - person : person
                    events.append(
                        event("login.refused", isMistyped ? nil : person, target, network, at: time))
                    time += Double.random(in: 4..<20, using: &random)
                }
                if isStuck {
                    events.append(
                        event("mailed-proof.asked", person, person, network, at: time, "password-recovery"))
                    time += 120
                }
            }
            events.append(event("login.accepted", person, person, network, at: time))
        }
        for number in 0..<40 {
            let newcomer = people + number, time = midnight + Double.random(in: 0..<Self.day, using: &random)
            events.append(event("account.registered", newcomer, newcomer, network(of: newcomer), at: time))
        }
        if number % 10 == 3 {
            let time = midnight + 10 * 3_600
            for pupil in 0..<12 {
                let newcomer = people + 1_000 + pupil
                events.append(
                    event(
                        "account.registered", newcomer, newcomer, Self.network(11, 7), at: time + Double(pupil) * 40))
            }
        }
        return events.sorted { $0.time < $1.time }
    }

    // MARK: Attackers

    /// One try at each of many accounts, from each of many networks in turn.
    static func spraying(_ accounts: Int, from addresses: Int, within duration: Double, at time: Double) -> [Sighting] {
        (0..<accounts).map { number in
            Sighting(
                "login.refused", because: "invalid_credentials",
                at: time + Double(number) * duration / Double(accounts), target: 1_000_000 + number,
                from: network(200, number % addresses))
        }
    }

    /// When events have enough different targets within a window, of one network or of all; nil
    /// for never.
    ///
    /// It is counted anew for each event, as simply as can be.
    static func crossing(_ events: [Sighting], _ threshold: Int, within window: Double, ofEach: Bool) -> Double? {
        for (index, last) in events.enumerated() {
            let recent = events[...index].filter {
                last.time - $0.time <= window && (!ofEach || $0.network == last.network)
            }
            if Set(recent.map(\.target)).count >= threshold { return last.time }
        }
        return nil
    }
}

extension PatternDetector {
    /// Sees events, and looks every ten seconds for what was found.
    ///
    /// - Returns: Which incidents were found, and when.
    mutating func run(_ events: [Sighting]) -> [(finding: PatternFinding, at: Double)] {
        var found: [(finding: PatternFinding, at: Double)] = [], next = events.first.map { $0.time + 10 } ?? 0
        func look(_ detector: inout PatternDetector) {
            let changes = detector.changes(at: next)
            detector.settle(changes)
            for change in changes
            where !found.contains(where: {
                $0.finding.crossed == change.finding.crossed && $0.finding.rule == change.finding.rule
            }) {
                found.append((change.finding, next))
            }
        }
        for event in events {
            while event.time >= next {
                look(&self)
                next += 10
            }
            see(event)
        }
        look(&self)
        return found
    }
}
