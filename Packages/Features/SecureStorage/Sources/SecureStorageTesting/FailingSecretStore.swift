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

    /// Always unavailable.
    public func read(_ name: SecretName) async -> StoredSecret { .unavailable(error) }

    /// Always fails.
    public func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) { throw error }

    /// Always fails.
    public func remove(_ name: SecretName) async throws(SecretStoreError) { throw error }

    /// Always fails.
    public func removeAll() async throws(SecretStoreError) { throw error }

    /// Always fails, and decides nothing.
    public func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        throw error
    }

    /// Always fails, and calls nothing.
    public func withLock<Value>(
        named name: SecretName, waitingAtMost limit: Duration?,
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        throw error
    }
}
