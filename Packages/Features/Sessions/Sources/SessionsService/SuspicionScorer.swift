package import FoundationEssentials
package import HTTPServingAPI
package import PlacesAPI
package import SessionsServiceAPI

/// One time at which a person began to use a device.
package struct Access: Hashable, Sendable {
    /// How the device calls itself.
    package let device: String?
    /// The `User-Agent` of the program.
    package let userAgent: String?
    /// The address of the network.
    package let address: IPAddress?
    /// Where the network is, if that is known.
    package let place: Place?
    /// The name of the key that was proved (RFC 7638); nil for none.
    package let keyThumbprint: String?
    /// When it began.
    package let startedAt: Date
    /// When it was used last.
    package let lastSeenAt: Date
    /// Whether it was like the person, or the person said that it was.
    package let isTrusted: Bool
    /// Whether it began by a code that somebody typed elsewhere.
    package let isByTypedCode: Bool

    package init(
        device: String? = nil, userAgent: String? = nil, address: IPAddress? = nil, place: Place? = nil,
        keyThumbprint: String? = nil, startedAt: Date, lastSeenAt: Date? = nil, isTrusted: Bool = true,
        isByTypedCode: Bool = false
    ) {
        self.device = device
        self.userAgent = userAgent
        self.address = address
        self.place = place
        self.keyThumbprint = keyThumbprint
        self.startedAt = startedAt
        self.lastSeenAt = lastSeenAt ?? startedAt
        self.isTrusted = isTrusted
        self.isByTypedCode = isByTypedCode
    }

    /// Whether it is the same device, as far as one can tell.
    ///
    /// Who registers doesn't name the device: what logs in from the same
    /// network with the same program is taken for it. Another program is taken for one of the
    /// same device if that is where it was, and runs under the same system: a name tells
    /// terminals apart, and no browser has one.
    fileprivate func isSameDevice(as known: Access) -> Bool {
        if program == known.program, device == known.device { return true }
        if program == known.program, known.device == nil, network != nil, network == known.network { return true }
        guard isBrowser || known.isBrowser, let household, household == known.household, let system else {
            return false
        }
        return system == known.system
    }

    private var isBrowser: Bool { program == "Mozilla" }

    /// What a program says that it runs under; nil where it doesn't.
    private var system: String? { userAgent.flatMap { agent in Self.systems.first { agent.contains($0) } } }

    /// As browsers have it; some name those that they are like, too, so the order counts.
    private static let systems = ["iPhone", "iPad", "Android", "Windows", "CrOS", "Mac OS X", "Linux"]

    /// What one connection has to itself: an address, or what is handed out of IPv6 (RFC 6177).
    private var household: IPNetwork? {
        address.map { IPNetwork($0, prefixLength: $0.isIPv4 ? 32 : 64) }
    }

    /// The program without its version: an update makes no new device.
    private var program: Substring? { userAgent?.prefix { $0 != "/" && $0 != " " } }

    /// What counts as one network: what a household or a mast shares.
    fileprivate var network: IPNetwork? {
        address.map { IPNetwork($0, prefixLength: $0.isIPv4 ? 24 : 48) }
    }

    /// The hour of the day in UTC: what hour it is for the person isn't known,
    /// but it is the same from day to day.
    fileprivate var hour: Int {
        let seconds = startedAt.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400)
        return Int((seconds < 0 ? seconds + 86_400 : seconds) / 3_600)
    }
}

/// Decides whether an access is like the person, from those before; a value
/// without input or output.
///
/// A device that a typed code let in is always told. A new device alone is worth
/// telling (OWASP ASVS 5.0, 6.3.5): another kind of device, or one elsewhere that was never
/// seen. So is a place: another country, or one far from all in which the person was. A new network or an odd hour
/// alone is not, since people move and travel.
///
/// Places are right by and large. What is near is where the person was, what a provider leads to elsewhere counts once
/// it was trusted, and whoever proves the key of a device that is known is that device, wherever it is.
package struct SuspicionScorer: Hashable, Sendable {
    /// The score from which an access is suspicious.
    package static let threshold = 50
    /// Airliners cruise at about 900 km/h.
    static let fastestTravel = 1_000.0
    /// Nearer than this nothing is a journey, in km: masts and providers lead to networks of other cities.
    static let shortestJourney = 500.0
    /// From so far on a place in the same country is another one, in km.
    static let elsewhere = 1_000.0
    /// Up to so far a place across a border is the same one, in km.
    static let borderland = 100.0
    /// So many accesses have to be known before hours mean anything.
    static let hoursKnown = 5
    /// An hour is odd when it is further than this from every other.
    static let usualHours = 3

    private let earlier: [Access]
    private let trusted: [Access]

    /// - Parameter earlier: The accesses that are known, in any order.
    package init(earlier: [Access]) {
        self.earlier = earlier
        trusted = earlier.filter(\.isTrusted)
    }

    /// Why an access isn't like the person; empty when it is, and for the first
    /// one ever.
    package func reasons(for access: Access) -> [SuspicionReason] {
        guard !earlier.isEmpty || access.isByTypedCode else { return [] }
        let reasons = SuspicionReason.allCases.filter { applies($0, to: access) }
        return reasons.reduce(0) { $0 + Self.weight(of: $1) } >= Self.threshold ? reasons : []
    }

    private static func weight(of reason: SuspicionReason) -> Int {
        switch reason {
        case .impossibleTravel: 60
        case .typedCode, .newDevice, .unusualPlace: 50
        case .newNetwork: 30
        case .unusualHour: 25
        }
    }

    private func applies(_ reason: SuspicionReason, to access: Access) -> Bool {
        switch reason {
        case .typedCode: access.isByTypedCode
        case .newDevice: !trusted.contains { access.isSameDevice(as: $0) }
        case .newNetwork: access.network.map { network in !trusted.contains { $0.network == network } } ?? false
        case .unusualPlace: isUnusual(access.place, of: access)
        case .impossibleTravel: isImpossible(access)
        case .unusualHour: isUnusual(access.hour)
        }
    }

    /// Whether it proves the key of a device that is known.
    private func isKnownByKey(_ access: Access) -> Bool {
        guard let key = access.keyThumbprint else { return false }
        return trusted.contains { $0.keyThumbprint == key }
    }

    private func isUnusual(_ place: Place?, of access: Access) -> Bool {
        guard let place, !isKnownByKey(access) else { return false }
        let places = trusted.compactMap(\.place)
        return !places.isEmpty && !places.contains { place.isSame(as: $0) }
    }

    private func isImpossible(_ access: Access) -> Bool {
        let placed = trusted.filter { $0.place != nil }
        guard let here = access.place, let last = placed.max(by: { $0.lastSeenAt < $1.lastSeenAt }),
            let distance = last.place.flatMap({ here.leastDistance(to: $0) }), distance > Self.shortestJourney,
            !isKnownByKey(access)
        else { return false }
        // Where the person was before, their provider or another device of theirs leads to.
        let wasHere = placed.contains { access in
            access.place.flatMap { here.leastDistance(to: $0) }.map { $0 <= Self.shortestJourney } ?? false
        }
        let hours = max(access.startedAt.timeIntervalSince(last.lastSeenAt), 0) / 3_600
        return !wasHere && distance > hours * Self.fastestTravel
    }

    private func isUnusual(_ hour: Int) -> Bool {
        guard trusted.count >= Self.hoursKnown else { return false }
        return trusted.allSatisfy { other in
            let difference = abs(other.hour - hour)
            return min(difference, 24 - difference) > Self.usualHours
        }
    }
}

extension Place {
    /// Whether it is the same place for people, as far as can be told.
    fileprivate func isSame(as other: Place) -> Bool {
        let isSameCountry = country.flatMap { here in other.country.map { $0.code == here.code } }
        guard let distance = leastDistance(to: other) else { return isSameCountry ?? true }
        return distance < (isSameCountry == false ? SuspicionScorer.borderland : SuspicionScorer.elsewhere)
    }
}
