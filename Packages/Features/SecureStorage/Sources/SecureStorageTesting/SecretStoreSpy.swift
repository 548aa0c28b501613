public import CoreModels
import Locking
public import SecureStorageAPI

/// Records what it is asked, and passes it on to another store unless it was
/// told to fail.
public final class SecretStoreSpy: SecretStore, SecretLocking {
    /// What a store can be asked.
    public enum Call: Hashable, Sendable {
        /// To read a secret.
        case read(SecretName)
        /// To save a secret.
        case save(SecretName)
        /// To remove a secret.
        case remove(SecretName)
        /// To remove all secrets.
        case removeAll
        /// To update a secret.
        case update(SecretName)
        /// To take a lock.
        case lock(SecretName)
        /// To give a lock up.
        case unlock(SecretName)
    }

    private struct State {
        var calls: [Call] = []
        var failures: [SecretStoreError] = []
    }

    private let state = Locked(State())
    private let store: any SecretStore & SecretLocking

    /// Creates a spy on a store.
    public init(on store: any SecretStore & SecretLocking = InMemorySecretStore()) {
        self.store = store
    }

    /// What it was asked, in order.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// Makes the next calls fail, one with each error, before they reach the
    /// store.
    public func failNext(_ errors: SecretStoreError...) {
        state.withLock { $0.failures += errors }
    }

    /// Records the call, and fails or reads.
    public func read(_ name: SecretName) async -> StoredSecret {
        if let error = note(.read(name)) { return .unavailable(error) }
        return await store.read(name)
    }

    /// Records the call, and fails or saves.
    public func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        if let error = note(.save(name)) { throw error }
        try await store.save(secret, as: name)
    }

    /// Records the call, and fails or removes.
    public func remove(_ name: SecretName) async throws(SecretStoreError) {
        if let error = note(.remove(name)) { throw error }
        try await store.remove(name)
    }

    /// Records the call, and fails or removes all.
    public func removeAll() async throws(SecretStoreError) {
        if let error = note(.removeAll) { throw error }
        try await store.removeAll()
    }

    /// Records the call, and fails or updates.
    public func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        if let error = note(.update(name)) { throw error }
        return try await store.update(name, beside: other, decide)
    }

    /// Records when the lock is taken and when it is given up.
    public func withLock<Value>(
        named name: SecretName, waitingAtMost limit: Duration?,
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        if let error = note(.lock(name)) { throw error }
        defer { state.withLock { $0.calls.append(.unlock(name)) } }
        return try await store.withLock(named: name, waitingAtMost: limit, body)
    }

    private func note(_ call: Call) -> SecretStoreError? {
        state.withLock { state in
            state.calls.append(call)
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
    }
}
