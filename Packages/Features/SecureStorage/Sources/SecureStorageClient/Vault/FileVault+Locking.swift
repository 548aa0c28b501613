package import SecureStorageAPI
import SecureStorageLinux

extension FileVault: SecretLocking {
    package nonisolated func withLock<Value>(
        named name: SecretName, waitingAtMost limit: Duration?,
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        let lock = try await acquire(name, waitingAtMost: limit)
        defer { withExtendedLifetime(lock) {} }
        return try await body()
    }

    private func acquire(
        _ name: SecretName, waitingAtMost limit: Duration?
    ) async throws(SecretStoreError) -> any FileLock {
        try await locks.acquire(name, waitingAtMost: limit)
    }
}
