/// A way to sign, by its name in JOSE.
public enum SignatureAlgorithm: String, CaseIterable, Codable, Sendable {
    /// ECDSA with P-256 and SHA-256 (RFC 7518 section 3.4).
    case es256 = "ES256"
    /// Ed25519 (RFC 8032, RFC 8037).
    case edDSA = "EdDSA"
    /// RSA in the form of PKCS #1 v1.5 with SHA-256 (RFC 7518 section 3.3).
    case rs256 = "RS256"
    /// RSA-PSS with SHA-256 (RFC 7518 section 3.5).
    case ps256 = "PS256"

    /// Those with which keys are made here; with the others only what somebody else
    /// signed is verified.
    public static let own: [SignatureAlgorithm] = [.es256, .edDSA]
}
