package import CoreModels
package import SecureStorageAPI

/// The choice to have no other store: saving always fails, and there is never
/// anything to read or to remove.
package struct NoFallbackSecretStore: SecretStore {
    package init() {}

    package func read(_ name: SecretName) async -> StoredSecret { .absent }

    package func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) { throw .noFallback }

    package func remove(_ name: SecretName) async throws(SecretStoreError) {}

    package func removeAll() async throws(SecretStoreError) {}

    package func update<Value: Sendable>(
        _ name: SecretName, _ decide: @escaping @Sendable (StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        let (change, value) = decide(.absent)
        if case .save = change { throw .noFallback }
        return value
    }
}
