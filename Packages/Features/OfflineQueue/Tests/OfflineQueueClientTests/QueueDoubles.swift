import CoreModels
import Locking
import SecureStorageAPI

/// Tells that the vault stands as it was said to, and does nothing else.
struct VaultStub: VaultMaintaining {
    var exists = true
    var protection = VaultProtection.keyFile

    func status() async -> VaultStatus {
        VaultStatus(
            path: "/vault", exists: exists, protection: protection, generation: 1, recordCount: 0, damagedCount: 0)
    }

    func setAsideRecords() async throws(SecretStoreError) -> [SetAsideRecord] { [] }
    func check() async throws(SecretStoreError) -> [SetAsideRecord] { [] }
    func cleanUp() async throws(SecretStoreError) {}
    func rotateKey(protectedBy protection: VaultProtection?) async throws(SecretStoreError) {}
    func startOver() async throws(SecretStoreError) -> String? { nil }
}

/// A store that fails or is overtaken where it is told to.
final class StubbornStore: SecretStore {
    private struct State {
        var refusesRemoval = false
        var failsAfterSaving: SecretKind?
        var damaged: Set<SecretName> = []
        var interruption: (@Sendable () async -> Void)?
    }

    private let store: any SecretStore
    private let state = Locked(State())

    init(_ store: any SecretStore) {
        self.store = store
    }

    /// Whether nothing can be removed.
    var refusesRemoval: Bool {
        get { state.current.refusesRemoval }
        set { state.withLock { $0.refusesRemoval = newValue } }
    }

    /// Whose secrets come to the disk, though nobody can be sure that they stay.
    var failsAfterSaving: SecretKind? {
        get { state.current.failsAfterSaving }
        set { state.withLock { $0.failsAfterSaving = newValue } }
    }

    /// Has a record answered as one that can't be had back.
    func damage(_ name: SecretName) {
        state.withLock { _ = $0.damaged.insert(name) }
    }

    /// Does something once, just before the payload of a request is removed.
    func interruptRemoval(by interruption: @escaping @Sendable () async -> Void) {
        state.withLock { $0.interruption = interruption }
    }

    func read(_ name: SecretName) async -> StoredSecret {
        isDamaged(name) ? .unavailable(Self.damage) : await store.read(name)
    }

    func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try await store.save(secret, as: name)
        if name.kind == failsAfterSaving { throw .deviceFailure(path: "/vault") }
    }

    func remove(_ name: SecretName) async throws(SecretStoreError) {
        guard !refusesRemoval else { throw .readOnly(path: "/vault") }
        await interrupt(name)
        try await store.remove(name)
        state.withLock { _ = $0.damaged.remove(name) }
    }

    func removeAll() async throws(SecretStoreError) { try await store.removeAll() }

    func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        await interrupt(name)
        let refuses = refusesRemoval, isDamaged = isDamaged(name)
        let outcome = try await store.update(name, beside: other) {
            stored, other -> (change: SecretChange, value: (Value, Bool)) in
            let (change, value) = decide(isDamaged ? .unavailable(Self.damage) : stored, other)
            guard case .remove = change else { return (change, (value, false)) }
            return (refuses ? .keep : .remove, (value, true))
        }
        guard outcome.1 else { return outcome.0 }
        guard !refuses else { throw .readOnly(path: "/vault") }
        state.withLock { _ = $0.damaged.remove(name) }
        return outcome.0
    }

    private static let damage = SecretStoreError.damagedRecord(
        SetAsideRecord(id: "1", path: nil, reason: .notAuthentic))

    private func isDamaged(_ name: SecretName) -> Bool { state.current.damaged.contains(name) }

    private func interrupt(_ name: SecretName) async {
        guard name.kind.id == "queued-request" else { return }
        let interruption = state.withLock { state in
            defer { state.interruption = nil }
            return state.interruption
        }
        await interruption?()
    }
}
