public import CoreModels

/// Makes, imports and reads keys for signatures.
///
/// Threads may share it.
public protocol SigningKeyMaking: Sendable {
    /// Makes a new key pair.
    func makeSigningKey(_ algorithm: SignatureAlgorithm) throws(CryptographyError) -> any SigningKey

    /// Reads what ``SigningKey/exportPrivateKey()`` wrote.
    ///
    /// - Throws: ``CryptographyError/invalidKey(reason:)`` if it isn't one key of
    ///   a supported kind, or isn't whole.
    func importPrivateKey(_ pkcs8: Secret) throws(CryptographyError) -> any SigningKey

    /// Reads a public key.
    ///
    /// - Throws: ``CryptographyError/invalidKey(reason:)`` if the kind isn't
    ///   supported, `alg` or `use` say something else, or the point isn't on the
    ///   curve.
    func makeVerificationKey(_ jsonWebKey: JSONWebKey) throws(CryptographyError) -> any VerificationKey
}
