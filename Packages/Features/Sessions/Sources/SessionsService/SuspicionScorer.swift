package import FoundationEssentials
import Glibc
package import HTTPServingAPI
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
        startedAt: Date, lastSeenAt: Date? = nil, isTrusted: Bool = true, isByTypedCode: Bool = false
    ) {
        self.device = device
        self.userAgent = userAgent
        self.address = address
        self.place = place
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
/// seen. A new network or an odd hour alone is not, since people move and travel.
package struct SuspicionScorer: Hashable, Sendable {
    /// The score from which an access is suspicious.
    package static let threshold = 50
    /// Airliners cruise at about 900 km/h.
    static let fastestTravel = 1_000.0
    /// Places of networks are right to about this distance, in km.
    static let placeAccuracy = 150.0
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
        case .typedCode, .newDevice: 50
        case .newNetwork: 30
        case .unusualHour: 25
        }
    }

    private func applies(_ reason: SuspicionReason, to access: Access) -> Bool {
        switch reason {
        case .typedCode: access.isByTypedCode
        case .newDevice: !trusted.contains { access.isSameDevice(as: $0) }
        case .newNetwork: access.network.map { network in !trusted.contains { $0.network == network } } ?? false
        case .impossibleTravel: isImpossible(access)
        case .unusualHour: isUnusual(access.hour)
        }
    }

    private func isImpossible(_ access: Access) -> Bool {
        let located = trusted.filter { $0.place?.coordinates != nil }
        guard let here = access.place?.coordinates, let last = located.max(by: { $0.lastSeenAt < $1.lastSeenAt }),
            let there = last.place?.coordinates
        else { return false }
        let distance = here.distance(to: there)
        guard distance > Self.placeAccuracy else { return false }
        let hours = max(access.startedAt.timeIntervalSince(last.lastSeenAt), 0) / 3_600
        return distance - Self.placeAccuracy > hours * Self.fastestTravel
    }

    private func isUnusual(_ hour: Int) -> Bool {
        guard trusted.count >= Self.hoursKnown else { return false }
        return trusted.allSatisfy { other in
            let difference = abs(other.hour - hour)
            return min(difference, 24 - difference) > Self.usualHours
        }
    }
}

/// A point on the earth, in degrees.
private struct Coordinates {
    let latitude: Double
    let longitude: Double

    /// The distance along the surface in km, by the haversine formula.
    func distance(to other: Coordinates) -> Double {
        let radians = Double.pi / 180
        let north = (other.latitude - latitude) * radians, east = (other.longitude - longitude) * radians
        let a =
            pow(sin(north / 2), 2)
            + cos(latitude * radians) * cos(other.latitude * radians) * pow(sin(east / 2), 2)
        // The mean radius of the earth, in km (IUGG).
        return 2 * 6_371 * asin(min(1, a.squareRoot()))
    }
}

extension Place {
    fileprivate var coordinates: Coordinates? {
        guard let latitude, let longitude else { return nil }
        return Coordinates(latitude: latitude, longitude: longitude)
    }
}
