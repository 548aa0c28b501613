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

/// A store that refuses to remove while it is told to.
final class StubbornStore: SecretStore {
    private let store: any SecretStore
    private let refuses = Locked(false)

    init(_ store: any SecretStore) {
        self.store = store
    }

    var refusesRemoval: Bool {
        get { refuses.current }
        set { refuses.withLock { $0 = newValue } }
    }

    func read(_ name: SecretName) async -> StoredSecret { await store.read(name) }

    func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try await store.save(secret, as: name)
    }

    func remove(_ name: SecretName) async throws(SecretStoreError) {
        guard !refusesRemoval else { throw .readOnly(path: "/vault") }
        try await store.remove(name)
    }

    func removeAll() async throws(SecretStoreError) { try await store.removeAll() }

    func update<Value: Sendable>(
        _ name: SecretName, _ decide: @escaping @Sendable (StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        try await store.update(name, decide)
    }
}
