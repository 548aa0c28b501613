public import CoreModels

/// Makes keys in locked memory.
///
/// Threads may share it. Every method throws
/// ``CryptographyError/invalidInput(reason:)`` for a length below one byte and
/// ``CryptographyError/memoryUnavailable(errorNumber:)`` if there is no memory.
public protocol SymmetricKeyMaking: Sendable {
    /// Makes a key from the random generator meant for secrets.
    ///
    /// - Throws: Also ``CryptographyError/libraryFailure(operation:details:)``
    ///   if the system has no randomness to give.
    func makeRandomKey(byteCount: Int) throws(CryptographyError) -> any SymmetricKey

    /// Makes a key from bytes that were stored or derived elsewhere.
    func makeKey(copying secret: Secret) throws(CryptographyError) -> any SymmetricKey

    /// Says how much secret memory is in use and whether all of it is locked.
    func memoryReport() -> SecretMemoryReport
}

extension SymmetricKeyMaking {
    /// Makes a random key of 256 bits.
    public func makeRandomKey() throws(CryptographyError) -> any SymmetricKey {
        try makeRandomKey(byteCount: 32)
    }
}
