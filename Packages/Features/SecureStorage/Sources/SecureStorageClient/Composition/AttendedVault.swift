package import CoreModels
package import FoundationEssentials
package import SecureStorageAPI

/// A vault as others get it: what may succeed in a moment is tried again, and a
/// reporter is told of each failure before it is passed on.
package struct AttendedVault<Vault: Sendable>: Sendable {
    private let vault: Vault
    private let reporter: any SecretStoreReporting
    private let attempts: Int
    private let pause: Duration
    private let clock: any Clock<Duration>

    /// Creates a vault.
    ///
    /// - Parameters:
    ///   - attempts: How often to try in all, at least once.
    ///   - pause: How long to wait before the second attempt; it doubles.
    package init(
        _ vault: Vault, reporter: any SecretStoreReporting, attempts: Int = 3, pause: Duration = .milliseconds(20),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.vault = vault
        self.reporter = reporter
        self.attempts = max(1, attempts)
        self.pause = pause
        self.clock = clock
    }

    private func once<Value>(
        _ operation: StoreOperation, _ kind: SecretKind? = nil,
        _ body: (Vault) async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        do {
            return try await body(vault)
        } catch {
            reporter.report(error, during: operation, of: kind)
            throw error
        }
    }

    /// - Parameter first: What the first attempt ended with, where it was made already.
    private func patiently<Value>(
        _ operation: StoreOperation, _ kind: SecretKind? = nil, after first: SecretStoreError? = nil,
        _ body: (Vault) async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        try await once(operation, kind) { vault throws(SecretStoreError) in
            var attempt = 1, pause = pause, failure = first
            while true {
                do throws(SecretStoreError) {
                    if let failure { throw failure }
                    return try await body(vault)
                } catch {
                    guard error.isTransient else { throw error }
                    guard attempt < attempts else { throw .retriesExhausted(attempts: attempt, last: error) }
                }
                do { try await clock.sleep(for: pause) } catch { throw .cancelled }
                attempt += 1
                pause *= 2
                failure = nil
            }
        }
    }
}

extension AttendedVault: SecretStore, SecretReading, SecretWriting, SecretUpdating where Vault: SecretStore {
    package func read(_ name: SecretName) async -> StoredSecret { await readTracked(name).stored }

    package func readTracked(_ name: SecretName) async -> TrackedSecret {
        // Most reads succeed at once, and each request has one.
        let first = await vault.readTracked(name)
        guard case .unavailable(let failure) = first.stored else { return first }
        do {
            return try await patiently(.read, name.kind, after: failure) { vault throws(SecretStoreError) in
                let secret = await vault.readTracked(name)
                if case .unavailable(let error) = secret.stored { throw error }
                return secret
            }
        } catch {
            return TrackedSecret(.unavailable(error))
        }
    }

    package func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try await patiently(.save, name.kind) { vault throws(SecretStoreError) in
            try await vault.save(secret, as: name)
        }
    }

    package func remove(_ name: SecretName) async throws(SecretStoreError) {
        try await patiently(.remove, name.kind) { vault throws(SecretStoreError) in try await vault.remove(name) }
    }

    package func removeAll() async throws(SecretStoreError) {
        try await patiently(.removeAll) { vault throws(SecretStoreError) in try await vault.removeAll() }
    }

    package func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        try await patiently(.update, name.kind) { vault throws(SecretStoreError) in
            try await vault.update(name, beside: other, decide)
        }
    }
}

extension AttendedVault: SecretLocking where Vault: SecretLocking {
    package func withLock<Value>(
        named name: SecretName, waitingAtMost limit: Duration?,
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        var isHeld = false
        do {
            return try await vault.withLock(named: name, waitingAtMost: limit) { () async throws(SecretStoreError) in
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

extension AttendedVault: VaultMaintaining where Vault: VaultMaintaining {
    package func status() async -> VaultStatus { await vault.status() }

    package func setAsideRecords() async throws(SecretStoreError) -> [SetAsideRecord] {
        try await once(.listSetAside) { vault throws(SecretStoreError) in try await vault.setAsideRecords() }
    }

    package func check() async throws(SecretStoreError) -> [SetAsideRecord] {
        let damaged = try await once(.check) { vault throws(SecretStoreError) in try await vault.check() }
        for record in damaged { reporter.report(.damagedRecord(record), during: .check, of: nil) }
        return damaged
    }

    package func cleanUp() async throws(SecretStoreError) {
        try await once(.cleanUp) { vault throws(SecretStoreError) in try await vault.cleanUp() }
    }

    package func rotateKey(protectedBy protection: VaultProtection?) async throws(SecretStoreError) {
        try await once(.rotateKey) { vault throws(SecretStoreError) in
            try await vault.rotateKey(protectedBy: protection)
        }
    }

    package func startOver() async throws(SecretStoreError) -> String? {
        try await once(.startOver) { vault throws(SecretStoreError) in try await vault.startOver() }
    }
}

extension AttendedVault: VaultLocking where Vault: VaultLocking {
    package func lockState() async -> VaultLockState { await vault.lockState() }

    package func lock() async { await vault.lock() }

    package func unlock(with passphrase: Secret) async throws(SecretStoreError) {
        try await once(.unlock) { vault throws(SecretStoreError) in try await vault.unlock(with: passphrase) }
    }

    package func protect(
        by protection: VaultProtection, passphrase: Secret, knowing present: Secret
    ) async throws(SecretStoreError) {
        try await once(.rotateKey) { vault throws(SecretStoreError) in
            try await vault.protect(by: protection, passphrase: passphrase, knowing: present)
        }
    }
}

extension AttendedVault: VaultAuthenticating where Vault: VaultAuthenticating {
    package func authenticators() async throws(SecretStoreError) -> [VaultAuthenticator] {
        try await once(.authenticators) { vault throws(SecretStoreError) in try await vault.authenticators() }
    }

    package func beginSetUp(with passphrase: Secret) async throws(SecretStoreError) -> AuthenticatorSetUp {
        try await once(.setUpAuthenticator) { vault throws(SecretStoreError) in
            try await vault.beginSetUp(with: passphrase)
        }
    }

    package func setUp(_ id: UUID) async -> AuthenticatorSetUp? { await vault.setUp(id) }

    package func finishSetUp(
        _ id: UUID, as authenticator: NewAuthenticator, giving output: Secret
    ) async throws(SecretStoreError) {
        try await once(.setUpAuthenticator) { vault throws(SecretStoreError) in
            try await vault.finishSetUp(id, as: authenticator, giving: output)
        }
    }

    package func unlock(byAuthenticator credential: Data, giving output: Secret) async throws(SecretStoreError) {
        try await once(.unlock) { vault throws(SecretStoreError) in
            try await vault.unlock(byAuthenticator: credential, giving: output)
        }
    }

    package func removeAuthenticator(_ id: UUID) async throws(SecretStoreError) {
        try await once(.removeAuthenticator) { vault throws(SecretStoreError) in
            try await vault.removeAuthenticator(id)
        }
    }
}

/// A vault that has others forget, too, when it is locked.
struct WatchedVault: VaultLocking {
    let vault: any VaultLocking
    let observers: @Sendable () -> [any VaultLockObserving]

    func lockState() async -> VaultLockState {
        let state = await vault.lockState()
        // Another process locks it, too: with another pass phrase.
        if state == .locked {
            for observer in observers() { await observer.vaultDidLock() }
        }
        return state
    }

    func lock() async {
        await vault.lock()
        _ = await lockState()
    }

    func unlock(with passphrase: Secret) async throws(SecretStoreError) {
        try await vault.unlock(with: passphrase)
    }

    func protect(
        by protection: VaultProtection, passphrase: Secret, knowing present: Secret
    ) async throws(SecretStoreError) {
        try await vault.protect(by: protection, passphrase: passphrase, knowing: present)
    }
}
