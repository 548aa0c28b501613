/// Everything that the cryptography plugin offers, each part a protocol.
///
/// Take only the parts you need as dependencies, not this whole value.
public struct Cryptography: Sendable {
    /// Random bytes.
    public var random: any RandomSource
    /// Keys in locked memory.
    public var keys: any SymmetricKeyMaking
    /// SHA-256.
    public var hashing: any Hashing
    /// Comparison in constant time.
    public var comparison: any ConstantTimeComparing
    /// HMAC-SHA-256.
    public var authentication: any MessageAuthenticating
    /// AES-256-GCM.
    public var encryption: any AuthenticatedEncryption
    /// Files that only the owner of a private key reads.
    public var files: any FileEncryption
    /// HKDF and scrypt.
    public var derivation: any KeyDerivation
    /// Hashing of passwords.
    public var passwords: any PasswordHashingMaking
    /// Keys for signatures.
    public var signatures: any SigningKeyMaking
    /// Certificates.
    public var certificates: any CertificateReading
    /// JSON Web Tokens.
    public var tokens: any JSONWebTokenCoding
    /// Protection of the process as a whole.
    public var process: any ProcessHardening

    /// Creates a value from its parts.
    public init(
        random: any RandomSource, keys: any SymmetricKeyMaking, hashing: any Hashing,
        comparison: any ConstantTimeComparing, authentication: any MessageAuthenticating,
        encryption: any AuthenticatedEncryption, files: any FileEncryption,
        derivation: any KeyDerivation, passwords: any PasswordHashingMaking, signatures: any SigningKeyMaking,
        certificates: any CertificateReading, tokens: any JSONWebTokenCoding, process: any ProcessHardening
    ) {
        self.random = random
        self.keys = keys
        self.hashing = hashing
        self.comparison = comparison
        self.authentication = authentication
        self.encryption = encryption
        self.files = files
        self.derivation = derivation
        self.passwords = passwords
        self.signatures = signatures
        self.certificates = certificates
        self.tokens = tokens
        self.process = process
    }
}
