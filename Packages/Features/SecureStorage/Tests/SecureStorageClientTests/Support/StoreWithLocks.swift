import CoreModels
import KernelTesting
import SecureStorageAPI
import SecureStorageTesting

/// A store and the locks beside it, as one value.
struct StoreWithLocks: SecretStore, SecretLocking {
    let store: any SecretStore
    let locks: any SecretLocking
    /// Where the store is, for as long as the value is in use.
    var folder: TemporaryFolder?

    func read(_ name: SecretName) async -> StoredSecret { await store.read(name) }

    func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try await store.save(secret, as: name)
    }

    func remove(_ name: SecretName) async throws(SecretStoreError) { try await store.remove(name) }

    func removeAll() async throws(SecretStoreError) { try await store.removeAll() }

    func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        try await store.update(name, beside: other, decide)
    }

    func withLock<Value>(
        named name: SecretName, waitingAtMost limit: Duration?,
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        try await locks.withLock(named: name, waitingAtMost: limit, body)
    }
}

extension StoreWithLocks {
    /// A store that is made over a memory, with the memory's locks.
    init(_ memory: InMemorySecretStore, _ make: (InMemorySecretStore) -> any SecretStore) {
        self.init(store: make(memory), locks: memory)
    }
}
