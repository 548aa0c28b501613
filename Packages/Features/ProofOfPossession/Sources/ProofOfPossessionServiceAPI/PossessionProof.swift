public import HTTPServingAPI

/// What a request proved by its `DPoP` field (RFC 9449): that its sender holds
/// a key, now, and for this very request.
public struct PossessionProof: Hashable, Sendable {
    /// The name of the key after its contents: base64url of the SHA-256
    /// thumbprint of RFC 7638, as `cnf.jkt` has it.
    public let keyThumbprint: String
    /// The `ath` of the proof: base64url of the SHA-256 digest of the access
    /// token for which it was made; nil if for none.
    public let accessTokenDigest: String?

    /// Creates a value.
    public init(keyThumbprint: String, accessTokenDigest: String? = nil) {
        self.keyThumbprint = keyThumbprint
        self.accessTokenDigest = accessTokenDigest
    }
}

extension ServerRequest {
    /// What the request proved; nil if it carries no proof.
    ///
    /// A request whose proof doesn't hold reaches no handler. Without the
    /// plugin that checks proofs this is always nil.
    public var possessionProof: PossessionProof? {
        get { findings[PossessionProof.self] }
        set { findings[PossessionProof.self] = newValue }
    }
}
