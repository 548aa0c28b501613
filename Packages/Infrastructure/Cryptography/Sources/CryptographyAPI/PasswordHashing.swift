public import CoreModels

/// Hashes and checks passwords: scrypt, then HMAC-SHA-256 with a pepper; for hashes that were
/// adopted from another program what that does takes the place of scrypt.
///
/// Threads may share it. The bytes are taken as they are, all of them, so bring
/// text into one form (NFC) first. The work runs on threads of its own, at most
/// one per core at a time, and never on the cooperative pool. Cancelling a task
/// that waits for its turn gives the place up and throws
/// ``CryptographyError/cancelled``; work that has begun runs to its end. When
/// too many wait already, ``CryptographyError/overloaded`` is thrown at once.
public protocol PasswordHashing: Sendable {
    /// Hashes a password with a new random salt, the current cost and pepper.
    func hash(_ password: Secret) async throws(CryptographyError) -> PasswordHash

    /// Says whether `password` is the one that was hashed; compares in constant
    /// time.
    ///
    /// - Throws: Also ``CryptographyError/malformedPasswordHash`` and
    ///   ``CryptographyError/unknownPepper(id:)``.
    func verify(_ password: Secret, against hash: PasswordHash) async throws(CryptographyError) -> Bool

    /// Does the work of a verification of a hash of the current cost, for an
    /// account that doesn't exist, so that nobody can tell by the time taken.
    func verifyDecoy(_ password: Secret) async throws(CryptographyError)

    /// Says whether the hash was made with another cost or pepper than a new one
    /// would be, or can't be read; hash the password again at the next login.
    func needsRehash(_ hash: PasswordHash) -> Bool

    /// Makes of another program's hash one that ``verify(_:against:)`` takes like those of ``hash(_:)``, with
    /// the pepper: whoever has it without the pepper can't guess. It needs a rehash.
    ///
    /// - Throws: ``CryptographyError/missingLibrary(package:)`` if passwords couldn't be verified against it.
    func adopt(_ hash: ForeignPasswordHash) throws(CryptographyError) -> PasswordHash

    /// How a hash was made that was adopted; nil for those of ``hash(_:)``, and what can't be read.
    func foreignDerivation(of hash: PasswordHash) -> ForeignDerivation?

    /// Does the work of a verification of a hash that was made so, for an account that has none.
    ///
    /// - Throws: Also ``CryptographyError/missingLibrary(package:)``.
    func verifyDecoy(_ password: Secret, like derivation: ForeignDerivation) async throws(CryptographyError)

    /// Says whether hashes that were made so can be verified.
    ///
    /// - Throws: ``CryptographyError/missingLibrary(package:)``.
    func requireLibrary(for derivation: ForeignDerivation) throws(CryptographyError)
}
