/// What proofs look like on the wire: DPoP (RFC 9449).
package enum ProofContract {
    /// The field that carries a proof.
    package static let field = "DPoP"
    /// The field by which a server hands out a nonce (section 8).
    package static let nonceField = "DPoP-Nonce"
    /// The `typ` of the header.
    package static let type = "dpop+jwt"
    /// The one algorithm, which the header's `alg` names.
    package static let algorithm = "ES256"
    /// How far the time of a proof may be from the server's (section 11.1).
    package static let window: Double = 60
    /// The error of OAuth for a proof that doesn't hold (section 5).
    package static let invalidProof = "invalid_dpop_proof"
    /// The error of OAuth that asks for a nonce (section 8).
    package static let useNonce = "use_dpop_nonce"

    /// The codes of the problems that proofs cause, on any route; all with 401.
    package enum Code: String, CaseIterable, Sendable {
        /// The proof isn't one, or its signature doesn't hold.
        case invalidProof = "invalid_dpop_proof"
        /// The proof was used before.
        case replayDetected = "replay_detected"
        /// The proof is for another method.
        case wrongMethod = "dpop_method_mismatch"
        /// The proof is for another address.
        case wrongAddress = "dpop_address_mismatch"
        /// The proof is too old, or from the future.
        case outdated = "dpop_proof_outdated"
        /// The proof is for another access token, or for none.
        case wrongToken = "dpop_token_mismatch"
        /// The tokens are bound to another key.
        case wrongKey = "dpop_key_mismatch"
        /// There is no proof.
        case required = "dpop_proof_required"
    }
}

/// What a proof says (RFC 9449, section 4.2).
package struct ProofClaims: Codable, Hashable, Sendable {
    /// Tells the proof from all others of its key.
    package var identifier: String
    /// The method of the request.
    package var method: String
    /// The address of the request, without query and fragment.
    package var address: String
    /// When the proof was made, in seconds since 1970.
    package var issuedAt: Double
    /// From when on the proof doesn't count any more (RFC 7519, section 4.1.4).
    package var expiresAt: Double?
    /// Before when the proof doesn't count yet (section 4.1.5).
    package var notBefore: Double?
    /// The digest of the access token that the request carries.
    package var accessTokenDigest: String?
    /// What the server wants to see again.
    package var nonce: String?

    private enum CodingKeys: String, CodingKey {
        case identifier = "jti"
        case method = "htm"
        case address = "htu"
        case issuedAt = "iat"
        case expiresAt = "exp"
        case notBefore = "nbf"
        case accessTokenDigest = "ath"
        case nonce
    }

    package init(
        identifier: String, method: String, address: String, issuedAt: Double, accessTokenDigest: String? = nil,
        nonce: String? = nil
    ) {
        self.identifier = identifier
        self.method = method
        self.address = address
        self.issuedAt = issuedAt
        self.accessTokenDigest = accessTokenDigest
        self.nonce = nonce
    }
}
