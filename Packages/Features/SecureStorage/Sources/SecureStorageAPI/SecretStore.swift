public import CoreModels

/// The one seam to stored secrets: reads, saves, removes and updates.
///
/// Ask for the part that you need, not for all of it.
public protocol SecretStore: SecretReading, SecretWriting, SecretUpdating {}

/// Reads secrets.
///
/// Tasks and processes may read at once. A read sees a secret as one save left
/// it, never half of one, and never an older one than the last save that
/// returned before the read began.
public protocol SecretReading: Sendable {
    /// Reads a secret.
    ///
    /// It doesn't throw: what keeps it from answering is in
    /// ``StoredSecret/unavailable(_:)``. A damaged record is taken out of use
    /// and answered as ``SecretStoreError/damagedRecord(_:)`` until a secret of
    /// that name is saved or removed. Nothing is kept in memory after the call.
    func read(_ name: SecretName) async -> StoredSecret

    /// Reads a secret that the caller means to hold on to for as long as it is
    /// the stored one.
    func readTracked(_ name: SecretName) async -> TrackedSecret
}

extension SecretReading {
    /// Reads a secret of which nobody can tell whether it is still the stored
    /// one.
    public func readTracked(_ name: SecretName) async -> TrackedSecret { TrackedSecret(await read(name)) }
}

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

/// Reads, decides and writes in one step that no task and no process can get
/// in between.
public protocol SecretUpdating: Sendable {
    /// Changes a secret depending on what it is now, and on what another one is.
    ///
    /// `decide` runs while all other writers wait, on a thread of the store, so
    /// it has to be quick and must not wait for anything. For a step that waits
    /// (for a server, say), see ``SecretLocking``. It can be called again if a
    /// first attempt to write failed.
    ///
    /// - Parameter other: The name of the other one, which stays as it is; `decide` sees one that
    ///   takes a gesture as unavailable, and absence for nil.
    /// - Returns: What `decide` returned beside the change.
    /// - Throws: As ``SecretWriting`` does. That the present secret can't be
    ///   read isn't thrown but given to `decide`, as far as writing is possible
    ///   at all.
    func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value
}

extension SecretUpdating {
    /// Changes a secret depending on what it is now.
    ///
    /// - Returns: What `decide` returned beside the change.
    public func update<Value: Sendable>(
        _ name: SecretName, _ decide: @escaping @Sendable (StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        try await update(name, beside: nil) { current, _ in decide(current) }
    }

    /// Changes a secret depending on what it is now.
    public func update(
        _ name: SecretName, _ decide: @escaping @Sendable (StoredSecret) -> SecretChange
    ) async throws(SecretStoreError) {
        try await update(name) { current in (change: decide(current), value: ()) }
    }
}

/// What an update does to a secret.
public enum SecretChange: Sendable {
    /// Leaves it as it is.
    case keep
    /// Replaces it, or creates it.
    case save(Secret)
    /// Removes it.
    case remove
}
