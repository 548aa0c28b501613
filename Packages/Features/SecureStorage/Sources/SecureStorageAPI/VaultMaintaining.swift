/// Looks after a vault as a whole.
///
/// Tasks and processes may call it while others read and write.
public protocol VaultMaintaining: Sendable {
    /// Tells how the vault stands. It never asks for a pass phrase and changes
    /// nothing.
    func status() async -> VaultStatus

    /// Lists what was set aside.
    func setAsideRecords() async throws(SecretStoreError) -> [SetAsideRecord]

    /// Opens every record once, sets the damaged ones aside, and lists these
    /// and what is missing.
    ///
    /// If the vault's own list of its records is damaged, one of what is there
    /// takes its place.
    func check() async throws(SecretStoreError) -> [SetAsideRecord]

    /// Deletes what was set aside, records and whole vaults with their keys, and
    /// forgets what is missing.
    func cleanUp() async throws(SecretStoreError)

    /// Replaces the vault's key and encrypts every record anew.
    ///
    /// At any moment, even if the process is killed, the vault is whole under
    /// either the old key or the new one. Damaged records are set aside. A vault
    /// that was never written to is made, if it is said what is to protect it.
    ///
    /// - Parameter protection: What protects the new key; nil for the same as
    ///   before.
    func rotateKey(protectedBy protection: VaultProtection?) async throws(SecretStoreError)

    /// Moves the vault out of the way as it is, so that a new one can begin:
    /// the way on when the key is lost or the header damaged.
    ///
    /// A key file goes with it, so that records may be rescued, until
    /// ``cleanUp()``.
    ///
    /// - Returns: Where the old vault is now, or nil if there was none.
    func startOver() async throws(SecretStoreError) -> String?
}

extension VaultMaintaining {
    /// Replaces the vault's key and encrypts every record anew, with the same
    /// kind of protection.
    public func rotateKey() async throws(SecretStoreError) {
        try await rotateKey(protectedBy: nil)
    }
}
