public import CoreModels
public import SecureStorageAPI

/// A store that fails at everything, each time with the same error.
public struct FailingSecretStore: SecretStore, SecretLocking {
    /// With what it fails.
    public let error: SecretStoreError

    /// Creates a store.
    public init(error: SecretStoreError = .noSpace(path: "/vault")) {
        self.error = error
    }

    public func read(_ name: SecretName) async -> StoredSecret { .unavailable(error) }

    public func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) { throw error }

    public func remove(_ name: SecretName) async throws(SecretStoreError) { throw error }

    public func removeAll() async throws(SecretStoreError) { throw error }

    public func update<Value: Sendable>(
        _ name: SecretName, _ decide: @escaping @Sendable (StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        throw error
    }

    public func withLock<Value>(
        named name: SecretName, waitingAtMost limit: Duration?,
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        throw error
    }
}
