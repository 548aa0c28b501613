public import FoundationEssentials

/// Encrypts files to public keys, so that who encrypts can't read them, in the format of age
/// (age-encryption.org/v1, https://c2sp.org/age): whoever has the private key reads them with that program, too.
///
/// Nothing says who encrypted: everybody who knows a public key can. Threads may share it.
public protocol FileEncryption: Sendable {
    /// Makes a private key from the random generator meant for secrets.
    ///
    /// - Throws: ``CryptographyError/memoryUnavailable(errorNumber:)`` and
    ///   ``CryptographyError/libraryFailure(operation:details:)``.
    func makeIdentity() throws(CryptographyError) -> FileIdentity

    /// The public key of a private one.
    ///
    /// - Throws: ``CryptographyError/libraryFailure(operation:details:)``.
    func recipient(of identity: FileIdentity) throws(CryptographyError) -> FileRecipient

    /// Begins to encrypt a file, under a key of its own, for each of the recipients.
    ///
    /// - Throws: ``CryptographyError/invalidInput(reason:)`` without recipients, and
    ///   ``CryptographyError/invalidKey(reason:)`` for a public key to which nothing can be encrypted.
    func makeEncryption(to recipients: [FileRecipient]) throws(CryptographyError) -> any FileCiphering

    /// Begins to decrypt a file that was encrypted to one of these, at least.
    func makeDecryption(with identities: [FileIdentity]) -> any FileCiphering
}

/// Encrypts or decrypts one file, whose bytes come piece by piece; no more than a chunk of 64 KiB is kept.
///
/// It is for one thread at a time, and not used any more after an error.
public protocol FileCiphering: AnyObject {
    /// Takes the next bytes of the file, and gives the next of what becomes of it.
    ///
    /// What a decryption gives is as it was encrypted, so far; that nothing is cut off only ``finish()`` tells.
    func update(_ piece: Data) throws(FileEncryptionError) -> Data

    /// Takes the end of the file, and gives the last bytes.
    func finish() throws(FileEncryptionError) -> Data
}

/// Why a file isn't encrypted or decrypted.
///
/// No case carries a key or a plain text.
public enum FileEncryptionError: Error, Equatable, Sendable {
    /// It doesn't begin as files do that age or this program encrypted.
    case malformedHeader
    /// It wasn't encrypted to any of the keys.
    case noMatchingKey
    /// Its beginning was changed after it was encrypted.
    case changedHeader
    /// Its content was changed, or cut off, after it was encrypted.
    case changedPayload
    /// The library underneath failed.
    case library(CryptographyError)
}
