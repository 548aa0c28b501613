public import CoreModels
public import FoundationEssentials

/// Computes digests with SHA-256 (FIPS 180-4).
///
/// Threads may share it. It throws
/// ``CryptographyError/libraryFailure(operation:details:)`` when memory runs out.
public protocol Hashing: Sendable {
    /// Returns the 32 bytes of the digest of public bytes.
    func sha256(_ data: Data) throws(CryptographyError) -> Data

    /// Returns the 32 bytes of the digest of a secret, such as a random token
    /// that is stored hashed. Never use it for passwords: see
    /// ``PasswordHashing``.
    func sha256(_ secret: Secret) throws(CryptographyError) -> Data

    /// Begins a digest of public bytes that come piece by piece, as those of a large file do.
    func makeSHA256() throws(CryptographyError) -> any IncrementalHashing
}

/// A digest with SHA-256 of bytes that come piece by piece.
///
/// It is for one thread at a time. Calls throw
/// ``CryptographyError/libraryFailure(operation:details:)`` when memory runs out.
public protocol IncrementalHashing: AnyObject {
    /// Takes the next bytes in.
    func update(_ piece: Data) throws(CryptographyError)

    /// Returns the 32 bytes of the digest of all that was taken in; nothing is done with it afterwards.
    func finish() throws(CryptographyError) -> Data
}
