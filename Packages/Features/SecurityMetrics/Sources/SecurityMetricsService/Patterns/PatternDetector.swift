package import CoreModels
package import HTTPServingAPI

/// An event, as far as patterns are looked for in it.
package struct Sighting: Sendable {
    package let kind: String
    /// Why, word by word.
    package let words: Set<String>
    /// In seconds since 1970.
    package let time: Double
    /// What stands for the account, or for an address that has none, in this process only.
    package let target: Int?
    package let account: UserID?
    package let network: IPNetwork?

    package init(
        _ kind: String, because cause: String? = nil, at time: Double, target: Int?, account: UserID? = nil,
        from network: IPNetwork? = nil
    ) {
        self.kind = kind
        words = Set(cause?.split(separator: " ").map(String.init) ?? [])
        self.time = time
        self.target = target
        self.account = account
        self.network = network
    }
}

/// Of whom or what there is an incident.
package enum PatternSubject: Hashable, Sendable {
    case network(IPNetwork)
    case account(UserID)
    case server
}

/// What is known of an incident that was found.
package struct PatternFinding: Hashable, Sendable {
    package let rule: PatternRule
    package let subject: PatternSubject
    /// When the first event was that counted, in seconds since 1970.
    package let begin: Double
    /// When there were enough of them.
    package let crossed: Double
    /// When the last one was.
    package internal(set) var last: Double
    /// How many there were since it was found, and those that had it found.
    package internal(set) var events: Int
    /// How many accounts they were about, or addresses without one; up to ``limit``.
    package internal(set) var targets: Int
    /// From how many networks; up to ``limit``.
    package internal(set) var networks: Int

    /// Up to how many are told apart.
    package static let limit = 4_096
}

/// What is new of an incident.
package struct PatternChange: Sendable {
    package let finding: PatternFinding
    /// Whether nothing has come for so long that it is over.
    package let hasEnded: Bool
    /// Under which number it is kept; nil while it isn't.
    package var number: Int?
}

/// Looks for patterns in events, one after another: a value without input or output, whose
/// memory is bounded whatever strangers do.
package struct PatternDetector: Sendable {
    /// How many subjects of a rule are watched; of more, those that were quiet for the longest are
    /// forgotten.
    package static let capacity = 20_000
    /// How many events of a rule are remembered, some 64 bytes each; of more, those of the subjects
    /// that were quiet for the longest are forgotten.
    package static let eventCapacity = 200_000
    /// How many incidents of a rule are followed at a time.
    package static let openCapacity = 200

    fileprivate struct Watched: Sendable {
        var counted = SlidingCount()
        var against = SlidingCount()
        var last: Double
        /// How many events are remembered.
        var size: Int { counted.stored + against.stored }
    }

    fileprivate struct Open: Sendable {
        var finding: PatternFinding
        var targets: Set<Int>
        var networks: Set<Int>
        var isChanged = true
        var number: Int?
    }

    private struct Side: Sendable {
        let rule: Int
        let isAgainst: Bool
    }

    private let rules: [PatternRule]
    private let sides: [String: [Side]]
    private var watched: [[PatternSubject: Watched]]
    private var open: [[PatternSubject: Open]]
    /// How many events are remembered, by rule.
    private var sizes: [Int]

    package init(_ rules: [PatternRule] = PatternRule.all) {
        self.rules = rules
        var sides: [String: [Side]] = [:]
        for (index, rule) in rules.enumerated() {
            for kind in rule.kinds { sides[kind, default: []].append(Side(rule: index, isAgainst: false)) }
            for kind in rule.against { sides[kind, default: []].append(Side(rule: index, isAgainst: true)) }
        }
        self.sides = sides
        watched = Array(repeating: [:], count: rules.count)
        open = Array(repeating: [:], count: rules.count)
        sizes = Array(repeating: 0, count: rules.count)
    }

    /// How many subjects are watched, of all rules.
    package var count: Int { watched.reduce(0) { $0 + $1.count } }

    /// How many events are remembered, of all rules.
    package var eventCount: Int { sizes.reduce(0, +) }

    // MARK: Seeing

    /// Takes an event into account.
    package mutating func see(_ sighting: Sighting) {
        for side in sides[sighting.kind] ?? [] {
            let rule = rules[side.rule]
            guard rule.words.isSubset(of: sighting.words) else { continue }
            guard let subject = Self.subject(of: sighting, for: rule) else { continue }
            see(sighting, of: subject, side)
        }
    }

    private static func subject(of sighting: Sighting, for rule: PatternRule) -> PatternSubject? {
        switch rule.subject {
        case .network: sighting.network.map(PatternSubject.network)
        case .account: sighting.account.map(PatternSubject.account)
        case .server: .server
        }
    }

    private mutating func see(_ sighting: Sighting, of subject: PatternSubject, _ side: Side) {
        let rule = rules[side.rule], isOpen = open[side.rule][subject] != nil
        if watched[side.rule][subject] == nil || sizes[side.rule] >= Self.eventCapacity { makeRoom(side.rule) }
        let before = watched[side.rule][subject]?.size ?? 0
        let isEnough = watched[side.rule][subject, default: Watched(last: sighting.time)]
            .see(sighting, rule, isAgainst: side.isAgainst)
        sizes[side.rule] += (watched[side.rule][subject]?.size ?? 0) - before
        guard isEnough, let entries = watched[side.rule][subject]?.counted.entries else { return }
        // What trickles in when there is not enough any more keeps no incident from its end.
        if isOpen {
            open[side.rule][subject]?.see(sighting)
        } else {
            makeRoomToFollow(side.rule)
            open[side.rule][subject] = Open(rule, subject, entries, at: sighting.time)
        }
    }

    /// Follows the one no more that was quiet for the longest, rather one that is on disk.
    private mutating func makeRoomToFollow(_ rule: Int) {
        guard open[rule].count >= Self.openCapacity else { return }
        let quietest = open[rule].min { one, other in
            one.value.isChanged == other.value.isChanged
                ? one.value.finding.last < other.value.finding.last : !one.value.isChanged
        }
        if let quietest { open[rule][quietest.key] = nil }
    }

    /// Forgets those that were quiet for the longest, an eighth at a time, so that it costs each
    /// of them little.
    private mutating func makeRoom(_ rule: Int) {
        guard watched[rule].count >= Self.capacity || sizes[rule] >= Self.eventCapacity else { return }
        for (subject, quiet) in watched[rule].sorted(by: { $0.value.last < $1.value.last }) {
            guard
                watched[rule].count > Self.capacity / 8 * 7 || sizes[rule] > Self.eventCapacity / 8 * 7
            else { return }
            watched[rule][subject] = nil
            sizes[rule] -= quiet.size
        }
    }

    // MARK: Telling

    /// What is new of incidents that wasn't settled yet, the earliest first.
    package func changes(at time: Double) -> [PatternChange] {
        var changes: [PatternChange] = []
        for (rule, incidents) in zip(rules, open) {
            for incident in incidents.values {
                let hasEnded = time - incident.finding.last >= rule.quiet
                if hasEnded || incident.isChanged {
                    changes.append(
                        PatternChange(finding: incident.finding, hasEnded: hasEnded, number: incident.number))
                }
            }
        }
        return changes.sorted { $0.finding.crossed < $1.finding.crossed }
    }

    /// Takes note that changes are on disk; what came meanwhile is a change again.
    package mutating func settle(_ changes: [PatternChange]) {
        for change in changes {
            guard let index = rules.firstIndex(of: change.finding.rule),
                let incident = open[index][change.finding.subject], incident.finding.crossed == change.finding.crossed
            else { continue }
            open[index][change.finding.subject]?.number = change.number
            guard incident.finding == change.finding else { continue }
            if change.hasEnded {
                open[index][change.finding.subject] = nil
            } else {
                open[index][change.finding.subject]?.isChanged = false
            }
        }
    }

    /// Knows nothing of an account any more.
    package mutating func forget(_ account: UserID) {
        for index in rules.indices {
            sizes[index] -= watched[index].removeValue(forKey: .account(account))?.size ?? 0
            open[index][.account(account)] = nil
        }
    }
}

extension PatternDetector.Watched {
    /// - Returns: Whether there are enough now.
    fileprivate mutating func see(_ sighting: Sighting, _ rule: PatternRule, isAgainst: Bool) -> Bool {
        let time = sighting.time
        last = time
        counted.forget(before: time - rule.window)
        against.forget(before: time - rule.window)
        let network = sighting.network?.hashValue
        func entry(_ item: Int?) -> SlidingCount.Entry {
            SlidingCount.Entry(time: time, target: sighting.target, network: network, item: item)
        }
        guard !isAgainst else {
            against.insert(entry(rule.measure == .networks ? network : sighting.target))
            return false
        }
        counted.insert(entry(rule.measure == .networks ? network : sighting.target))
        let count = rule.measure == .events ? counted.entries.count : counted.distinct
        guard let share = rule.share else { return count - against.distinct >= rule.threshold }
        return count >= rule.threshold && Double(count) >= share * Double(against.distinct)
            && counted.comesFrom(networks: rule.leastNetworks)
    }
}

extension PatternDetector.Open {
    fileprivate init(
        _ rule: PatternRule, _ subject: PatternSubject, _ entries: ArraySlice<SlidingCount.Entry>, at time: Double
    ) {
        targets = Set(entries.compactMap(\.target))
        networks = Set(entries.compactMap(\.network))
        finding = PatternFinding(
            rule: rule, subject: subject, begin: entries.first?.time ?? time, crossed: time, last: time,
            events: entries.count, targets: targets.count, networks: networks.count)
    }

    fileprivate mutating func see(_ sighting: Sighting) {
        finding.last = max(finding.last, sighting.time)
        finding.events += 1
        if let target = sighting.target, targets.count < PatternFinding.limit { targets.insert(target) }
        if let network = sighting.network, networks.count < PatternFinding.limit {
            networks.insert(network.hashValue)
        }
        finding.targets = targets.count
        finding.networks = networks.count
        isChanged = true
    }
}
