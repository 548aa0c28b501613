package import SecureStorageAPI

/// Hears of everything that went wrong, so that it can be looked into later.
package protocol SecretStoreReporting: Sendable {
    /// Something wasn't done.
    func report(_ error: SecretStoreError, during operation: StoreOperation, of kind: SecretKind?)

    /// Permissions were too wide and have been narrowed.
    func report(_ repair: VaultRepair)
}

/// What was being done.
package enum StoreOperation: String, Sendable {
    case read, save, remove, removeAll, update, lock, unlock
    case check, cleanUp, rotateKey, startOver, listSetAside
    case authenticators, setUpAuthenticator, removeAuthenticator
}
