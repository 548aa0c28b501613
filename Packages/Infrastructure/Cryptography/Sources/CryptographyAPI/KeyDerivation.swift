public import CoreModels
public import FoundationEssentials

/// Derives keys from keys, and from what people remember.
///
/// Threads may share it. The same input gives the same key, on every machine.
public protocol KeyDerivation: Sendable {
    /// Derives a key from a key of full strength, with HKDF-SHA-256 (RFC 5869).
    ///
    /// - Parameters:
    ///   - salt: Public, optional; may be empty.
    ///   - info: What the key is for; another text gives an unrelated key.
    ///   - byteCount: From 1 to 8160.
    /// - Throws: ``CryptographyError/invalidInput(reason:)`` for another length.
    func deriveKey(
        from key: any SymmetricKey, salt: Data, info: Data, byteCount: Int
    ) throws(CryptographyError) -> any SymmetricKey

    /// Derives a key from a pass phrase with scrypt (RFC 7914).
    ///
    /// The work runs on a thread of its own, at most one per core at a time.
    /// Cancelling the task gives its place in the queue up; work that has begun
    /// runs to its end.
    ///
    /// - Throws: ``CryptographyError/invalidInput(reason:)`` for a cost that isn't
    ///   allowed or needs more than 1 GiB, ``CryptographyError/cancelled`` and
    ///   ``CryptographyError/overloaded``.
    func deriveKey(
        fromPassphrase passphrase: Secret, salt: Data, cost: ScryptCost, byteCount: Int
    ) async throws(CryptographyError) -> any SymmetricKey
}
