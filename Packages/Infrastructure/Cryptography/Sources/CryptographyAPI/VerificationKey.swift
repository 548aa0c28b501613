public import FoundationEssentials

/// The public half of a key pair.
///
/// Threads may share it.
public protocol VerificationKey: Sendable {
    /// The one algorithm that this key is for.
    var algorithm: SignatureAlgorithm { get }

    /// The key in its public form, with `alg` and `use`, and its thumbprint as
    /// `kid`.
    var jsonWebKey: JSONWebKey { get }

    /// The name of the key after its contents: base64url of the SHA-256
    /// thumbprint of RFC 7638.
    var thumbprint: String { get }

    /// Says whether `signature` was made for `data` by the other half.
    ///
    /// A signature of ES256 is r and s side by side, 64 bytes; one of RSA has as many
    /// bytes as the modulus. One in another form isn't valid.
    ///
    /// - Throws: ``CryptographyError/libraryFailure(operation:details:)`` if the
    ///   library can't even decide.
    func isValid(_ signature: Data, for data: Data) throws(CryptographyError) -> Bool
}
