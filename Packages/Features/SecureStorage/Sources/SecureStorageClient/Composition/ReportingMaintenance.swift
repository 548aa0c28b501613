import SecureStorageAPI

/// Tells a reporter of every failure in looking after a vault.
struct ReportingMaintenance: VaultMaintaining {
    let vault: any VaultMaintaining
    let reporter: any SecretStoreReporting

    func status() async -> VaultStatus { await vault.status() }

    func setAsideRecords() async throws(SecretStoreError) -> [SetAsideRecord] {
        try await reporting(.listSetAside) { () async throws(SecretStoreError) in try await vault.setAsideRecords() }
    }

    func check() async throws(SecretStoreError) -> [SetAsideRecord] {
        let damaged = try await reporting(.check) { () async throws(SecretStoreError) in try await vault.check() }
        for record in damaged { reporter.report(.damagedRecord(record), during: .check, of: nil) }
        return damaged
    }

    func cleanUp() async throws(SecretStoreError) {
        try await reporting(.cleanUp) { () async throws(SecretStoreError) in try await vault.cleanUp() }
    }

    func rotateKey(protectedBy protection: VaultProtection?) async throws(SecretStoreError) {
        try await reporting(.rotateKey) { () async throws(SecretStoreError) in
            try await vault.rotateKey(protectedBy: protection)
        }
    }

    func startOver() async throws(SecretStoreError) -> String? {
        try await reporting(.startOver) { () async throws(SecretStoreError) in try await vault.startOver() }
    }

    private func reporting<Value>(
        _ operation: StoreOperation, _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        do {
            return try await body()
        } catch {
            reporter.report(error, during: operation, of: nil)
            throw error
        }
    }
}
