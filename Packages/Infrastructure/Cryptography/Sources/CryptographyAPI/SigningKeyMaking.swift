public import CoreModels

/// Makes, imports and reads keys for signatures.
///
/// Threads may share it.
public protocol SigningKeyMaking: Sendable {
    /// Makes a new key pair.
    ///
    /// - Throws: ``CryptographyError/invalidInput(reason:)`` for an algorithm that isn't
    ///   one of ``SignatureAlgorithm/own``.
    func makeSigningKey(_ algorithm: SignatureAlgorithm) throws(CryptographyError) -> any SigningKey

    /// Reads what ``SigningKey/exportPrivateKey()`` wrote.
    ///
    /// - Throws: ``CryptographyError/invalidKey(reason:)`` if it isn't one key of
    ///   a supported kind, or isn't whole.
    func importPrivateKey(_ pkcs8: Secret) throws(CryptographyError) -> any SigningKey

    /// Reads a public key for an algorithm of ``SignatureAlgorithm/own``.
    ///
    /// - Throws: ``CryptographyError/invalidKey(reason:)`` if the kind isn't
    ///   supported, `alg` or `use` say something else, or the point isn't on the
    ///   curve.
    func makeVerificationKey(_ jsonWebKey: JSONWebKey) throws(CryptographyError) -> any VerificationKey

    /// Reads a public key of somebody who may sign with RSA, too.
    ///
    /// The key is for one algorithm: that of its `alg`, or else for the first of its
    /// kind, which is RS256 for RSA.
    ///
    /// - Throws: ``CryptographyError/invalidKey(reason:)`` as
    ///   ``makeVerificationKey(_:)``, and if a modulus hasn't 2048 to 4096 bits or
    ///   the exponent isn't one that RSA keys have in use.
    func makeForeignVerificationKey(_ jsonWebKey: JSONWebKey) throws(CryptographyError) -> any VerificationKey
}
