public import FoundationEssentials
public import HTTPTransportAPI

/// Which public keys hosts may have, from when, and until when: a set that holds what it should.
public struct PinSet: Hashable, Sendable {
    /// The keys of a host, or of the hosts below a name.
    public struct Entry: Hashable, Sendable {
        /// Whose keys they are.
        public let hosts: PinnedHosts
        /// Those that are in use, or soon are; at least one, or none where the hosts are released.
        public let pins: [PublicKeyPin]
        /// Those that are in use once the others are lost; at least one, and none of ``pins``, or none where the
        /// hosts are released.
        public let backups: [PublicKeyPin]
        /// Whether the hosts aren't pinned any more: any key counts from now on.
        public var isReleased: Bool { pins.isEmpty }

        /// All that the hosts may have.
        public var keys: Set<PublicKeyPin> { Set(pins + backups) }
    }

    /// How a set stands to a time.
    public enum Phase: Hashable, Sendable {
        /// It holds.
        case current
        /// It holds, and not for long.
        case ending
        /// It doesn't hold any more: its hosts aren't connected to.
        case expired
    }

    /// Which set it is: each has a higher number than the one before.
    public let version: Int
    /// When it was issued.
    public let issuedAt: Date
    /// From when on it doesn't hold.
    public let expiresAt: Date
    /// The keys, each host at most once.
    public let entries: [Entry]
    /// Whether any host is pinned by it.
    public var isPinning: Bool { entries.contains { !$0.isReleased } }

    /// For how long a set may hold at most: 366 days.
    ///
    /// Whoever forgets to renew it should find that out.
    public static let longestLife: TimeInterval = 366 * 86_400
    /// How long before its end it is ``Phase/ending``: 30 days, or the last third of one that lives for less than 90.
    public static let notice: TimeInterval = 30 * 86_400
    /// How many hosts and wildcards a set has at most.
    public static let mostEntries = 64
    /// How many keys an entry has at most, backups among them.
    public static let mostKeys = 16

    /// Checks what a document or a description says.
    ///
    /// - Throws: The first thing that a set must not be.
    public init(_ claims: PinClaims) throws(PinSetError) {
        guard claims.version > 0 else { throw .invalidVersion }
        let life = claims.expiresAt.timeIntervalSince(claims.issuedAt)
        guard life > 0, life <= Self.longestLife else { throw .invalidLife }
        guard claims.hosts.count <= Self.mostEntries else { throw .tooManyHosts(limit: Self.mostEntries) }
        version = claims.version
        issuedAt = claims.issuedAt
        expiresAt = claims.expiresAt
        var entries: [Entry] = []
        for host in claims.hosts {
            let entry = try Entry(host)
            guard !entries.contains(where: { $0.hosts == entry.hosts }) else {
                throw .duplicateHost(entry.hosts.description)
            }
            entries.append(entry)
        }
        self.entries = entries
    }

    /// The entry that says most closely which keys a host may have; nil if none does.
    public func entry(for host: PinnedName) -> Entry? {
        entries.filter { $0.hosts.contains(host) }.max { $0.hosts.precision < $1.hosts.precision }
    }

    /// The first of its hosts that is pinned and of which a newer set says nothing.
    ///
    /// No set may take pins away by silence: the document may be of another series that the same key signs.
    public func pinnedHosts(missingIn newer: PinSet) -> PinnedHosts? {
        entries.first { entry in !entry.isReleased && !newer.entries.contains { $0.hosts == entry.hosts } }?.hosts
    }

    /// How it stands to a time.
    public func phase(at now: Date) -> Phase {
        let left = expiresAt.timeIntervalSince(now)
        if left <= 0 { return .expired }
        return left <= min(Self.notice, expiresAt.timeIntervalSince(issuedAt) / 3) ? .ending : .current
    }

    /// What a document says of it.
    public var claims: PinClaims {
        PinClaims(
            version: version, issuedAt: issuedAt, expiresAt: expiresAt,
            hosts: entries.map { entry in
                PinClaims.Host(
                    host: entry.hosts.description, pins: entry.pins.map(\.description),
                    backups: entry.backups.map(\.description))
            })
    }
}

extension PinSet.Entry {
    init(_ host: PinClaims.Host) throws(PinSetError) {
        hosts = try PinnedHosts(host.host)
        let name = hosts.description
        func read(_ texts: [String]) throws(PinSetError) -> [PublicKeyPin] {
            var pins: [PublicKeyPin] = []
            for text in texts {
                guard let pin = PublicKeyPin(text) else { throw .invalidPin(text, host: name) }
                pins.append(pin)
            }
            return pins
        }
        guard host.pins.count + host.backups.count <= PinSet.mostKeys else {
            throw .tooManyKeys(host: name, limit: PinSet.mostKeys)
        }
        pins = try read(host.pins)
        backups = try read(host.backups)
        guard !pins.isEmpty || !backups.isEmpty else { return }
        guard !pins.isEmpty else { throw .missingPin(host: name) }
        guard !backups.isEmpty, Set(pins).isDisjoint(with: backups) else { throw .missingBackup(host: name) }
    }
}
