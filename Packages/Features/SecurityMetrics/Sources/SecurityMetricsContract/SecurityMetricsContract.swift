/// What the audit trail shows over the wire.
package enum SecurityMetricsContract {
    /// The latest head.
    package static let headPath = "/audit/head"
    /// How many events an earlier head was of, from which the latest has to go on.
    package static let sinceParameter = "since"
}

/// The answer to `GET /audit/head`.
package struct ShownHeadMessage: Codable, Hashable, Sendable {
    /// The public half of an Ed25519 key as RFC 8037, section 2, has it.
    package struct Key: Codable, Hashable, Sendable {
        package let kty: String
        package let crv: String
        /// The key in base64url.
        package let x: String

        package init(kty: String = "OKP", crv: String = "Ed25519", x: String) {
            (self.kty, self.crv, self.x) = (kty, crv, x)
        }
    }

    /// What was signed, and the signature.
    package let head: TreeHead
    /// The key that signed it; ``TreeHead/key`` is its thumbprint.
    package let publicKey: Key
    /// The proof of consistency (RFC 9162, section 2.1.4.1), each hash in Base64; nil where none was
    /// asked for, or there is none since the earlier head isn't of fewer events.
    package let consistency: [String]?

    private enum CodingKeys: String, CodingKey {
        case consistency
        case publicKey = "public_key"
    }

    package init(_ head: TreeHead, signedBy publicKey: Key, consistency: [String]?) {
        (self.head, self.publicKey, self.consistency) = (head, publicKey, consistency)
    }

    package init(from decoder: any Decoder) throws {
        head = try TreeHead(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        publicKey = try container.decode(Key.self, forKey: .publicKey)
        consistency = try container.decodeIfPresent([String].self, forKey: .consistency)
    }

    package func encode(to encoder: any Encoder) throws {
        try head.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(publicKey, forKey: .publicKey)
        try container.encodeIfPresent(consistency, forKey: .consistency)
    }
}
