/// Reads, decides and writes in one step that no task and no process can get
/// in between.
public protocol SecretUpdating: Sendable {
    /// Changes a secret depending on what it is now.
    ///
    /// `decide` runs while all other writers wait, on a thread of the store, so
    /// it has to be quick and must not wait for anything. For a step that waits
    /// (for a server, say), see ``SecretLocking``. It can be called again if a
    /// first attempt to write failed.
    ///
    /// - Returns: What `decide` returned beside the change.
    /// - Throws: As ``SecretWriting`` does. That the present secret can't be
    ///   read isn't thrown but given to `decide`, as far as writing is possible
    ///   at all.
    func update<Value: Sendable>(
        _ name: SecretName, _ decide: @escaping @Sendable (StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value
}

extension SecretUpdating {
    /// Changes a secret depending on what it is now.
    public func update(
        _ name: SecretName, _ decide: @escaping @Sendable (StoredSecret) -> SecretChange
    ) async throws(SecretStoreError) {
        try await update(name) { current in (change: decide(current), value: ()) }
    }
}
