package import CryptographyAPI
import FoundationEssentials
package import SecurityMetricsAPI
package import SecurityMetricsContract

/// What a head means to whoever keeps an earlier one.
package enum TrailVerdict: Hashable, Sendable {
    /// It is the first one.
    case first
    /// The trail is as it was.
    case same
    /// The trail goes on from what was seen.
    case goesOn
    /// It can't be the same trail.
    case contradicts(TrailContradiction)
}

/// A head as a server showed it, in the form that it has to have; nothing is proved yet.
package struct ShownTrail: Hashable, Sendable {
    /// How many hashes a proof between trees of less than 2^63 leaves has at most: two for each bit.
    static let longestProof = 126

    package let head: TrailHead
    package let consistency: [String]?
    let key: JSONWebKey
    let proof: [Data]?

    /// - Returns: nil for what can't be a head: sizes that contradict themselves, hashes and
    ///   signatures of wrong lengths, a time that is none, a key that isn't the one that is named.
    package init?(_ message: ShownHeadMessage) {
        let signed = message.head, key = message.publicKey
        guard signed.size > 0, (0...signed.size).contains(signed.removed), Self.hash(signed.root) != nil,
            Data(base64Encoded: signed.signature)?.count == 64, Self.isTime(signed.at),
            signed.key.utf8.count == 43, Base64URL.decode(signed.key)?.count == 32,
            key.kty == "OKP", key.crv == "Ed25519", let bytes = Base64URL.decode(key.x), bytes.count == 32
        else { return nil }
        self.key = JSONWebKey(keyType: key.kty, curve: key.crv, x: key.x)
        head = TrailHead(
            size: signed.size, removed: signed.removed, root: signed.root, at: signed.at, key: signed.key,
            signature: signed.signature, publicKey: TrailKey(bytes).pem)
        consistency = message.consistency
        guard let consistency else {
            proof = nil
            return
        }
        let hashes = consistency.prefix(Self.longestProof + 1).compactMap(Self.hash)
        guard hashes.count == consistency.count, hashes.count <= Self.longestProof else { return nil }
        proof = hashes
    }

    private static func hash(_ text: String) -> Data? {
        guard text.utf8.count == 44, let bytes = Data(base64Encoded: text), bytes.count == 32 else { return nil }
        return bytes
    }

    /// Whether it is a time as heads have it, and nothing more: it is a line of what is signed, and shown to people.
    private static func isTime(_ text: String) -> Bool {
        text.utf8.count <= 40 && text.utf8.allSatisfy("0123456789-:.TZ".utf8.contains)
            && (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)) != nil
    }
}

/// Judges heads; without input or output.
package struct TrailJudge: Sendable {
    private let hashing: MerkleHashing
    private let signatures: any SigningKeyMaking

    package init(_ cryptography: Cryptography) {
        let hashing = cryptography.hashing
        self.hashing = MerkleHashing { content in try hashing.sha256(content) }
        signatures = cryptography.signatures
    }

    /// What a head means after another one.
    ///
    /// - Parameters:
    ///   - shown: What the server shows.
    ///   - seen: The head that is kept; nil for the first time.
    /// - Returns: nil for what says nothing: a first head that isn't signed.
    /// - Throws: Where the library can't decide.
    package func verdict(on shown: ShownTrail, after seen: TrailHead?) throws -> TrailVerdict? {
        guard try isSigned(shown) else { return seen == nil ? nil : .contradicts(.forged) }
        guard let seen else { return .first }
        let head = shown.head
        guard head.key == seen.key else { return .contradicts(.anotherKey) }
        guard head.size >= seen.size else { return .contradicts(.shorter) }
        guard head.size > seen.size else { return head.root == seen.root ? .same : .contradicts(.changed) }
        guard let old = Data(base64Encoded: seen.root), let new = Data(base64Encoded: head.root),
            let proof = shown.proof,
            try MerkleProof.isConsistent((seen.size, old), (head.size, new), along: proof, hashing)
        else { return .contradicts(.notContinued) }
        return .goesOn
    }

    private func isSigned(_ shown: ShownTrail) throws -> Bool {
        let head = shown.head
        guard let key = try? signatures.makeVerificationKey(shown.key), key.thumbprint == head.key,
            let signature = Data(base64Encoded: head.signature)
        else { return false }
        return try key.isValid(signature, for: TreeHead.signedText(head.size, head.removed, head.root, head.at))
    }
}
