public import CoreModels
public import CryptographyAPI
import FoundationEssentials
import Locking

/// Password hashing that costs nothing and hides nothing.
///
/// The "hash" contains the password. It lets tests of features run fast, and
/// notes what it is asked.
public final class InsecurePasswordHashing: PasswordHashing {
    /// Something that was asked.
    public enum Call: Hashable, Sendable {
        /// ``PasswordHashing/hash(_:)``.
        case hash
        /// ``PasswordHashing/verify(_:against:)``.
        case verify
        /// ``PasswordHashing/verifyDecoy(_:)``.
        case verifyDecoy
        /// ``PasswordHashing/verifyDecoy(_:like:)``.
        case verifyForeignDecoy(ForeignDerivation)
    }

    private struct State {
        var calls: [Call] = []
        var failure: CryptographyError?
    }

    private let generation: String
    private let state = Locked(State())

    /// Creates hashing whose hashes are outdated for every other generation, as
    /// those of another cost would be.
    public init(generation: Int = 1) {
        self.generation = "\(generation)"
    }

    /// What was asked so far, in order.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// Makes all further calls throw `error`; nil ends that.
    public func fail(with error: CryptographyError?) {
        state.withLock { $0.failure = error }
    }

    /// Encodes the password, its characters plain to see for who decodes them.
    public func hash(_ password: Secret) async throws(CryptographyError) -> PasswordHash {
        try note(.hash)
        return encode(password, generation)
    }

    /// Compares the password with the encoded one.
    public func verify(_ password: Secret, against hash: PasswordHash) async throws(CryptographyError) -> Bool {
        try note(.verify)
        guard let (_, stored) = decode(hash) else { throw .malformedPasswordHash }
        return password.isEqual(to: stored)
    }

    /// Does nothing but note the call.
    public func verifyDecoy(_ password: Secret) async throws(CryptographyError) {
        try note(.verifyDecoy)
    }

    /// Compares the generations.
    public func needsRehash(_ hash: PasswordHash) -> Bool {
        decode(hash)?.generation != generation
    }

    /// Takes the digest for the password.
    public func adopt(_ hash: ForeignPasswordHash) throws(CryptographyError) -> PasswordHash {
        encode(Secret(hash.digest), "\(hash.derivation)")
    }

    /// Reads what ``adopt(_:)`` wrote.
    public func foreignDerivation(of hash: PasswordHash) -> ForeignDerivation? {
        decode(hash).flatMap { ForeignDerivation($0.generation) }
    }

    /// Does nothing but note the call.
    public func verifyDecoy(_ password: Secret, like derivation: ForeignDerivation) async throws(CryptographyError) {
        try note(.verifyForeignDecoy(derivation))
    }

    /// Throws what all calls throw.
    public func requireLibrary(for derivation: ForeignDerivation) throws(CryptographyError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func note(_ call: Call) throws(CryptographyError) {
        let failure = state.withLock { state in
            state.calls.append(call)
            return state.failure
        }
        if Task.isCancelled { throw .cancelled }
        if let failure { throw failure }
    }

    private func encode(_ password: Secret, _ generation: String) -> PasswordHash {
        PasswordHash(
            encoded: unsafe "$insecure$g=\(generation)$\(password.withUnsafeBytes { unsafe Base64URL.encode($0) })")
    }

    private func decode(_ hash: PasswordHash) -> (generation: String, password: Secret)? {
        let parts = hash.encoded.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, parts[1] == "insecure", parts[2].hasPrefix("g="),
            let password = Base64URL.decode(parts[3])
        else { return nil }
        return (String(parts[2].dropFirst(2)), Secret(password))
    }
}
