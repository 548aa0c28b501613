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
