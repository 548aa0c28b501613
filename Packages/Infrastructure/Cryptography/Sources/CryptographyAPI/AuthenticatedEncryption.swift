public import CoreModels
public import FoundationEssentials

/// Seals secrets with AES-256-GCM (NIST SP 800-38D).
///
/// Threads may share it. Each seal draws a new random nonce of 96 bits, so one
/// key may seal up to 2^32 values (section 8.3); derive a key per record where
/// that could be reached. The associated data isn't stored in the box: it binds
/// the box to where it belongs (its name, its version), and has to be given
/// again, byte for byte, to open it.
///
/// Keys have 32 bytes, else ``CryptographyError/invalidKey(reason:)`` is thrown.
public protocol AuthenticatedEncryption: Sendable {
    /// Seals a secret.
    func seal(
        _ plaintext: Secret, using key: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> SealedBox

    /// Opens a sealed box.
    ///
    /// - Throws: ``CryptographyError/authenticationFailed`` if key, associated
    ///   data or box differ from those of the seal. No byte of plain text is
    ///   released then.
    func open(
        _ box: SealedBox, using key: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> Secret

    /// Opens a sealed box into memory of the caller, who wipes it after use.
    ///
    /// - Parameter plaintext: Has ``SealedBox/plaintextByteCount`` bytes, else
    ///   ``CryptographyError/invalidInput(reason:)`` is thrown; zeros if
    ///   another error is.
    /// - Throws: ``CryptographyError/authenticationFailed`` as ``open(_:using:authenticating:)`` does.
    func open(
        _ box: SealedBox, into plaintext: UnsafeMutableRawBufferPointer, using key: any SymmetricKey,
        authenticating associatedData: Data
    ) throws(CryptographyError)

    /// Seals a key under another one.
    func wrap(
        _ key: any SymmetricKey, using wrappingKey: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> SealedBox

    /// Opens a sealed key straight into locked memory.
    ///
    /// - Throws: ``CryptographyError/authenticationFailed`` as ``open(_:using:authenticating:)`` does.
    func unwrap(
        _ box: SealedBox, using wrappingKey: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> any SymmetricKey
}
