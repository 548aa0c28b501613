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
}
