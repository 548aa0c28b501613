import SecureStorageAPI

/// Tells a reporter of every lock that could not be had.
struct ReportingLocks: SecretLocking {
    let locks: any SecretLocking
    let reporter: any SecretStoreReporting

    func withLock<Value>(
        named name: SecretName, waitingAtMost limit: Duration?,
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        var isHeld = false
        do {
            return try await locks.withLock(named: name, waitingAtMost: limit) { () async throws(SecretStoreError) in
                isHeld = true
                return try await body()
            }
        } catch {
            // What `body` throws is its own, and who sets a limit counts on others.
            if !isHeld, limit == nil || error != .busy { reporter.report(error, during: .lock, of: name.kind) }
            throw error
        }
    }
}
