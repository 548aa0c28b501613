public import FoundationEssentials

/// A signed head of a server's audit trail as the server showed it: how many events it has, and the
/// root of their Merkle tree (RFC 9162, section 2.1).
public struct TrailHead: Codable, Hashable, Sendable {
    /// How many events.
    public let size: Int
    /// Of how many of the first of them the server keeps only the hashes, for their age.
    public let removed: Int
    /// The root, in Base64.
    public let root: String
    /// When the server says that it signed it, in ISO 8601; a server's clock may be wrong.
    public let at: String
    /// The thumbprint of the key that signed it (RFC 7638).
    public let key: String
    /// The signature (Ed25519, RFC 8032), in Base64.
    public let signature: String
    /// The key that signed it, as PEM (RFC 8410, section 4).
    public let publicKey: String

    private enum CodingKeys: String, CodingKey {
        case size, removed, root, at, key, signature
        case publicKey = "public_key"
    }

    /// Creates a head.
    public init(
        size: Int, removed: Int, root: String, at: String, key: String, signature: String, publicKey: String
    ) {
        self.size = size
        self.removed = removed
        self.root = root
        self.at = at
        self.key = key
        self.signature = signature
        self.publicKey = publicKey
    }
}

/// How what a server shows of its audit trail contradicts what it showed before.
public enum TrailContradiction: String, CaseIterable, Codable, Sendable {
    /// It has fewer events: the newest were cut off.
    case shorter
    /// It has as many events, and they aren't the same.
    case changed
    /// It has more events, and the server can't prove that those from before are among them.
    case notContinued = "not_continued"
    /// Another key signs.
    case anotherKey = "another_key"
    /// The head isn't signed by the key that it names.
    case forged
}

/// What was seen of a trail that can't be one trail.
public struct TrailEvidence: Codable, Hashable, Sendable {
    /// How the two contradict each other.
    public let contradiction: TrailContradiction
    /// The head from before, whose trail had gone on from all seen before it.
    public let seen: TrailHead
    /// The head that doesn't go with it.
    public let shown: TrailHead
    /// What the server gave as the proof that the one goes on from the other, each hash in Base64;
    /// nil where it gave none.
    public let consistency: [String]?
    /// When it was found, by the clock of this device.
    public let foundAt: Date

    private enum CodingKeys: String, CodingKey {
        case contradiction, seen, shown, consistency
        case foundAt = "found_at"
    }

    /// Creates evidence.
    public init(
        _ contradiction: TrailContradiction, seen: TrailHead, shown: TrailHead, consistency: [String]?, foundAt: Date
    ) {
        self.contradiction = contradiction
        self.seen = seen
        self.shown = shown
        self.consistency = consistency
        self.foundAt = foundAt
    }
}

/// What this device keeps of a server's audit trail.
public struct KeptTrail: Codable, Hashable, Sendable {
    /// The last head that went on from all before it; nil before the first one.
    public let head: TrailHead?
    /// When the server showed last that its trail goes on from what was kept; nil before the first head.
    public let confirmedAt: Date?
    /// When the server was asked last, whatever it answered.
    public let askedAt: Date?
    /// What was found; it stays until somebody accepts it, and nothing newer takes its place.
    public let evidence: TrailEvidence?

    private enum CodingKeys: String, CodingKey {
        case head, evidence
        case confirmedAt = "confirmed_at"
        case askedAt = "asked_at"
    }

    /// Creates a description; that of a device which has seen nothing unless told.
    public init(
        head: TrailHead? = nil, confirmedAt: Date? = nil, askedAt: Date? = nil, evidence: TrailEvidence? = nil
    ) {
        self.head = head
        self.confirmedAt = confirmedAt
        self.askedAt = askedAt
        self.evidence = evidence
    }
}
