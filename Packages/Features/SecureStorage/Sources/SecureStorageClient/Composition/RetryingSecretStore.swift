package import CoreModels
package import SecureStorageAPI

/// Tries again what may succeed in a moment, and tells how often it tried.
package struct RetryingSecretStore: SecretStore {
    private let store: any SecretStore
    private let attempts: Int
    private let pause: Duration
    private let clock: any Clock<Duration>

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - attempts: How often to try in all, at least once.
    ///   - pause: How long to wait before the second attempt; it doubles.
    package init(
        _ store: any SecretStore, attempts: Int = 3, pause: Duration = .milliseconds(20),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.store = store
        self.attempts = max(1, attempts)
        self.pause = pause
        self.clock = clock
    }

    package func read(_ name: SecretName) async -> StoredSecret {
        await readTracked(name).stored
    }

    package func readTracked(_ name: SecretName) async -> TrackedSecret {
        do {
            return try await retrying { () async throws(SecretStoreError) in
                let secret = await store.readTracked(name)
                if case .unavailable(let error) = secret.stored { throw error }
                return secret
            }
        } catch {
            return TrackedSecret(.unavailable(error))
        }
    }

    package func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try await retrying { () async throws(SecretStoreError) in try await store.save(secret, as: name) }
    }

    package func remove(_ name: SecretName) async throws(SecretStoreError) {
        try await retrying { () async throws(SecretStoreError) in try await store.remove(name) }
    }

    package func removeAll() async throws(SecretStoreError) {
        try await retrying { () async throws(SecretStoreError) in try await store.removeAll() }
    }

    package func update<Value: Sendable>(
        _ name: SecretName, _ decide: @escaping @Sendable (StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        try await retrying { () async throws(SecretStoreError) in try await store.update(name, decide) }
    }

    private func retrying<Value>(
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        var pause = pause
        var attempt = 1
        while true {
            do {
                return try await body()
            } catch {
                guard error.isTransient else { throw error }
                guard attempt < attempts else { throw .retriesExhausted(attempts: attempt, last: error) }
            }
            do { try await clock.sleep(for: pause) } catch { throw .cancelled }
            pause *= 2
            attempt += 1
        }
    }
}
