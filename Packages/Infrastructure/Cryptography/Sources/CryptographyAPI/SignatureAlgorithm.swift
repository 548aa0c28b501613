/// A way to sign, by its name in JOSE.
public enum SignatureAlgorithm: String, CaseIterable, Codable, Sendable {
    /// ECDSA with P-256 and SHA-256 (RFC 7518 section 3.4).
    case es256 = "ES256"
    /// Ed25519 (RFC 8032, RFC 8037).
    case edDSA = "EdDSA"
}
