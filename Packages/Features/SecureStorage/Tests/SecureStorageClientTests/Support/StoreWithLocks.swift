import CoreModels
import SecureStorageAPI
import SecureStorageTesting

/// A store that is made over a memory, with the memory's locks.
struct StoreWithLocks: SecretStore, SecretLocking {
    let memory: InMemorySecretStore
    let store: any SecretStore

    init(_ memory: InMemorySecretStore, _ make: (InMemorySecretStore) -> any SecretStore) {
        self.memory = memory
        store = make(memory)
    }

    func read(_ name: SecretName) async -> StoredSecret { await store.read(name) }

    func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try await store.save(secret, as: name)
    }

    func remove(_ name: SecretName) async throws(SecretStoreError) { try await store.remove(name) }

    func removeAll() async throws(SecretStoreError) { try await store.removeAll() }

    func update<Value: Sendable>(
        _ name: SecretName, _ decide: @escaping @Sendable (StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        try await store.update(name, decide)
    }

    func withLock<Value>(
        named name: SecretName, waitingAtMost limit: Duration?,
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        try await memory.withLock(named: name, waitingAtMost: limit, body)
    }
}
