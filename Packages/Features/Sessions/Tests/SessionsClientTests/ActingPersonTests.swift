import CoreModels
import KernelTesting
import Locking
import PluginKit
import SecureStorageAPI
import SecureStorageTesting
import SessionsAPI
import SessionsClient
import SessionsTesting
import Testing

struct ActingPersonTests {
    private let secrets = InMemorySecretStore()
    private let ana = StoredSession.sample(), ben = StoredSession.sample()

    /// What one of several programs has of the vault.
    private func makeProgram() -> SessionsClientPlugin.Exports {
        SessionsClientPlugin.assemble(.init(secrets: secrets, locks: secrets)).exports
    }

    @Test(.requirement("SESS-16")) func whoeverComesLaterIsSomebodyElse() async throws {
        let program = makeProgram(), other = makeProgram()
        try await other.store.save(ana)
        #expect(program.acting.acts(for: ana.user.id) && program.acting.acts(for: ben.user.id), "it isn't bound")
        await program.acting.bind()
        try await other.store.save(ben)
        #expect(program.acting.acts(for: ana.user.id) && !program.acting.acts(for: ben.user.id))
    }

    @Test(.requirement("SESS-16")) func whoActsForNobodyActsForNobodyWhoComesLater() async throws {
        let program = makeProgram()
        await program.acting.bind()
        try await makeProgram().store.save(ben)
        #expect(!program.acting.acts(for: ben.user.id))
    }

    @Test(.requirement("SESS-16")) func whomAProgramLogsInItActsFor() async throws {
        let program = makeProgram()
        try await program.store.save(ana)
        await program.acting.bind()
        _ = try await program.store.save(ben) { _ in true }
        #expect(!program.acting.acts(for: ben.user.id), "Ana stays logged in")
        _ = try await program.store.save(ben) { _ in false }
        #expect(program.acting.acts(for: ben.user.id) && !program.acting.acts(for: ana.user.id))
    }

    @Test(.requirement("SESS-16")) func aVaultThatIsLockedSaysItOnceItIsOpen() async throws {
        let vault = LockedVault(store: secrets)
        let program = SessionsClientPlugin.assemble(.init(secrets: vault, locks: secrets)).exports
        try await makeProgram().store.save(ana)
        await program.acting.bind()
        #expect(program.acting.acts(for: ben.user.id), "nobody knows yet")
        vault.isLocked.withLock { $0 = false }
        _ = await program.store.load()
        #expect(program.acting.acts(for: ana.user.id) && !program.acting.acts(for: ben.user.id))
    }
}

/// Nobody unlocks it at first.
private struct LockedVault: SecretReading, SecretWriting, SecretUpdating {
    let store: InMemorySecretStore
    let isLocked = Locked(true)

    func read(_ name: SecretName) async -> StoredSecret {
        isLocked.current ? .unavailable(.passphraseRequired) : await store.read(name)
    }

    func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try await store.save(secret, as: name)
    }

    func remove(_ name: SecretName) async throws(SecretStoreError) { try await store.remove(name) }

    func removeAll() async throws(SecretStoreError) { try await store.removeAll() }

    func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        try await store.update(name, beside: other, decide)
    }
}
