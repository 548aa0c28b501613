public import CoreModels
public import CryptographyAPI
public import FoundationEssentials
import Locking

/// Seals and opens as another implementation does, remembers how many bytes the
/// keys had, and fails when it is told to.
public final class AuthenticatedEncryptionSpy: AuthenticatedEncryption {
    private let encryption: any AuthenticatedEncryption
    private let state = Locked<(sealed: [Int], opened: [Int], failure: CryptographyError?)>(([], [], nil))

    /// Creates a spy on an implementation.
    public init(_ encryption: any AuthenticatedEncryption) {
        self.encryption = encryption
    }

    /// How many bytes the key of each seal had.
    public var sealed: [Int] { state.withLock { $0.sealed } }
    /// How many bytes the key of each opening had.
    public var opened: [Int] { state.withLock { $0.opened } }

    /// Lets every seal fail from now on.
    public func failSeals(with error: CryptographyError) { state.withLock { $0.failure = error } }

    private func noteSeal(_ key: any SymmetricKey) throws(CryptographyError) {
        let failure = state.withLock { state in
            state.sealed.append(key.byteCount)
            return state.failure
        }
        if let failure { throw failure }
    }

    private func noteOpening(_ key: any SymmetricKey) { state.withLock { $0.opened.append(key.byteCount) } }

    /// Seals, unless it was told to fail.
    public func seal(
        _ plaintext: Secret, using key: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> SealedBox {
        try noteSeal(key)
        return try encryption.seal(plaintext, using: key, authenticating: associatedData)
    }

    /// Opens a box.
    public func open(
        _ box: SealedBox, using key: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> Secret {
        noteOpening(key)
        return try encryption.open(box, using: key, authenticating: associatedData)
    }

    /// Opens a box into memory of the caller.
    public func open(
        _ box: SealedBox, into plaintext: UnsafeMutableRawBufferPointer, using key: any SymmetricKey,
        authenticating associatedData: Data
    ) throws(CryptographyError) {
        noteOpening(key)
        try unsafe encryption.open(box, into: plaintext, using: key, authenticating: associatedData)
    }

    /// Seals a key, unless it was told to fail.
    public func wrap(
        _ key: any SymmetricKey, using wrappingKey: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> SealedBox {
        try noteSeal(wrappingKey)
        return try encryption.wrap(key, using: wrappingKey, authenticating: associatedData)
    }

    /// Opens a sealed key.
    public func unwrap(
        _ box: SealedBox, using wrappingKey: any SymmetricKey, authenticating associatedData: Data
    ) throws(CryptographyError) -> any SymmetricKey {
        noteOpening(wrappingKey)
        return try encryption.unwrap(box, using: wrappingKey, authenticating: associatedData)
    }
}
