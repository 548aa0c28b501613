public import CoreModels

/// Saves and removes secrets.
///
/// Tasks and processes may write at once. When a call returns, what it did is
/// on disk and survives the end of the process and of the machine. When it
/// throws, the secret that was there before is still there, unless the error
/// says otherwise. A call that is cancelled while it waits for its turn changes
/// nothing and throws ``SecretStoreError/cancelled``.
public protocol SecretWriting: Sendable {
    /// Saves a secret in place of any that has the name, after reading it back
    /// and comparing.
    ///
    /// - Throws: ``SecretStoreError/emptyValue``,
    ///   ``SecretStoreError/valueTooLarge(byteCount:limit:)``,
    ///   ``SecretStoreError/verificationFailed``, and what keeps the store from
    ///   opening or the disk from storing.
    func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError)

    /// Removes a secret and every copy that was set aside; does nothing if
    /// there is none.
    func remove(_ name: SecretName) async throws(SecretStoreError)

    /// Removes all secrets of all kinds, and what was set aside.
    ///
    /// It works without the vault's key, so that signing out always can.
    func removeAll() async throws(SecretStoreError)
}
