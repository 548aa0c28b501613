public import HTTPServingAPI

/// What a request proved by its `DPoP` field (RFC 9449): that its sender holds
/// a key, now, and for this very request.
///
/// The proof counts as used when somebody relies on it (``use()``), not before:
/// anybody can make proofs of keys that nobody knows, and to remember those
/// would cost the server its memory.
public struct PossessionProof: Sendable {
    /// The name of the key after its contents: base64url of the SHA-256
    /// thumbprint of RFC 7638, as `cnf.jkt` has it.
    public let keyThumbprint: String
    /// The `ath` of the proof: base64url of the SHA-256 digest of the access
    /// token for which it was made; nil if for none.
    public let accessTokenDigest: String?
    private let claim: @Sendable () async throws(HTTPProblem) -> Void

    /// Creates a value.
    ///
    /// - Parameter claim: Takes note that the proof is used, once for all calls
    ///   of one request; nothing if left out.
    public init(
        keyThumbprint: String, accessTokenDigest: String? = nil,
        claim: @escaping @Sendable () async throws(HTTPProblem) -> Void = { () throws(HTTPProblem) in }
    ) {
        self.keyThumbprint = keyThumbprint
        self.accessTokenDigest = accessTokenDigest
        self.claim = claim
    }

    /// Uses the proof up; whoever lets a request do something because of the key
    /// calls this before.
    ///
    /// Call it only once the key is known to be that of a session, or is about
    /// to be, or where a client address may ask a few times only: what else
    /// strangers prove with keys of their own is remembered nowhere.
    /// Further calls within the same request do nothing.
    ///
    /// - Throws: 401 `replay_detected` for a proof that another request used;
    ///   503 when no more can be remembered.
    public func use() async throws(HTTPProblem) {
        try await claim()
    }
}

extension PossessionProof: Hashable {
    /// Whether two proofs say the same.
    public static func == (one: PossessionProof, other: PossessionProof) -> Bool {
        one.keyThumbprint == other.keyThumbprint && one.accessTokenDigest == other.accessTokenDigest
    }

    /// Hashes what the proof says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(keyThumbprint)
        hasher.combine(accessTokenDigest)
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
