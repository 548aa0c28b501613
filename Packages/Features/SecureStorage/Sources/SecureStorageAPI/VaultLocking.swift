public import CoreModels
public import PluginKit

/// Locks a vault that a pass phrase protects, and opens it with that.
///
/// Tasks and processes may call it while others read and write: what they began
/// is done. A lock is this process's own.
public protocol VaultLocking: Sendable {
    /// How the vault stands; nobody is asked for anything.
    func lockState() async -> VaultLockState

    /// Forgets the keys, and has others forget what they keep of the vault in
    /// memory; does nothing to a vault without a pass phrase.
    func lock() async

    /// Opens the vault, if a pass phrase protects it.
    ///
    /// - Throws: ``SecretStoreError/wrongKey`` for another pass phrase, and what
    ///   keeps the vault from opening.
    func unlock(with passphrase: Secret) async throws(SecretStoreError)

    /// Replaces the key of a vault, as ``VaultMaintaining/rotateKey(protectedBy:)``
    /// does, and asks nobody for a pass phrase.
    ///
    /// - Parameters:
    ///   - passphrase: What is asked for from then on, if that is to protect it.
    ///   - present: What is asked for until then: whoever came to an open vault may not
    ///     know it. Counts for nothing where no pass phrase protects it.
    /// - Throws: ``SecretStoreError/wrongKey`` if another one protects it.
    func protect(
        by protection: VaultProtection, passphrase: Secret, knowing present: Secret
    ) async throws(SecretStoreError)
}

/// How a vault stands.
public enum VaultLockState: Hashable, Sendable {
    /// No pass phrase protects it.
    case unlockable
    /// It was opened with its pass phrase.
    case open
    /// Its pass phrase has to be given first.
    case locked
}

/// Keeps something of the vault in memory, and forgets it when that is locked.
public protocol VaultLockObserving: Sendable {
    /// Forgets what it keeps.
    func vaultDidLock() async
}

/// Collects what forgets when the vault is locked.
public enum VaultLockObservers: ExtensionPoint {
    /// What forgets.
    public typealias Value = any VaultLockObserving
}
