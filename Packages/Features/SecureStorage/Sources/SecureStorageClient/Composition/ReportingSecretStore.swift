package import CoreModels
package import SecureStorageAPI

/// Tells a reporter of every failure before it passes it on.
package struct ReportingSecretStore: SecretStore {
    private let store: any SecretStore
    private let reporter: any SecretStoreReporting

    package init(_ store: any SecretStore, reporter: any SecretStoreReporting) {
        self.store = store
        self.reporter = reporter
    }

    package func read(_ name: SecretName) async -> StoredSecret {
        await readTracked(name).stored
    }

    package func readTracked(_ name: SecretName) async -> TrackedSecret {
        let secret = await store.readTracked(name)
        if case .unavailable(let error) = secret.stored { reporter.report(error, during: .read, of: name.kind) }
        return secret
    }

    package func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try await reporting(.save, name) { () async throws(SecretStoreError) in
            try await store.save(secret, as: name)
        }
    }

    package func remove(_ name: SecretName) async throws(SecretStoreError) {
        try await reporting(.remove, name) { () async throws(SecretStoreError) in try await store.remove(name) }
    }

    package func removeAll() async throws(SecretStoreError) {
        try await reporting(.removeAll, nil) { () async throws(SecretStoreError) in try await store.removeAll() }
    }

    package func update<Value: Sendable>(
        _ name: SecretName, _ decide: @escaping @Sendable (StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        try await reporting(.update, name) { () async throws(SecretStoreError) in
            try await store.update(name, decide)
        }
    }

    private func reporting<Value>(
        _ operation: StoreOperation, _ name: SecretName?, _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        do {
            return try await body()
        } catch {
            reporter.report(error, during: operation, of: name?.kind)
            throw error
        }
    }
}
