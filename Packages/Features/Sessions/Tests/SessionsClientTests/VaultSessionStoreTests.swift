import CoreModels
import FoundationEssentials
import KernelTesting
import Locking
import PluginKit
import SecureStorageAPI
import SecureStorageTesting
import SessionsAPI
import SessionsClient
import SessionsTesting
import Testing

struct VaultSessionStoreTests {
    private let secrets = InMemorySecretStore()

    private func makeStore() -> SessionsClientPlugin.Exports {
        SessionsClientPlugin.assemble(.init(secrets: secrets, locks: secrets)).exports
    }

    @Test(.requirement("STORE-29", "SESS-16", "TOKEN-12")) func keepsTheContract() async throws {
        let exports = makeStore()
        try await SessionStoreConformance(exports.store, lock: exports.lock, reopen: { makeStore().store }).run()
    }

    @Test(.requirement("STORE-29")) func aTokenThatCannotBeStoredIsATypedErrorAndTouchesNothing() async throws {
        let grant = TokenGrant(
            accessToken: Secret([0xC3, 0x28]), tokenType: "Bearer", expiresIn: 300, refreshToken: Secret("r"), scope: ""
        )
        await #expect(throws: SessionStoreError.unencodable) {
            try await makeStore().store.save(.sample(grant: grant))
        }
        #expect(secrets.names.isEmpty)
    }

    @Test(.requirement("STORE-32", "TOKEN-07")) func whatIsNoSessionIsNotAbsence() async throws {
        let name = SecretName(SecretKind("session"))
        try await secrets.save(Secret("{}"), as: name)
        guard case .unavailable(.unreadable) = await makeStore().store.load() else {
            Issue.record("it was not reported")
            return
        }
        // It is left for diagnosis, and the next login replaces it.
        #expect(secrets.names == [name])
        let session = StoredSession.sample()
        try await makeStore().store.save(session)
        guard case .present(let stored) = await makeStore().store.load() else {
            Issue.record("the new session is not there")
            return
        }
        #expect(stored.isIdentical(to: session))
    }

    @Test func aDamagedSessionIsNeverTakenForTheSameOne() async throws {
        try await secrets.save(Secret("{}"), as: SecretName(SecretKind("session")))
        #expect(try await makeStore().store.replace(.sample(), with: .sample()) == false)
    }

    @Test(.requirement("TOKEN-13")) func aSessionOfAnEarlierProgramIsRead() async throws {
        let session = StoredSession.sample(), name = SecretName(SecretKind("session"))
        try await makeStore().store.save(session)
        let json = try #require(try await secrets.read(name).get()?.withText { $0 })
        // It knew the time of day only.
        let earlier = json.replacing("received_boot", with: "a").replacing("received_uptime", with: "received_at")
        try await secrets.save(Secret(earlier), as: name)
        guard case .present(let read) = await makeStore().store.load() else {
            Issue.record("it was not read")
            return
        }
        #expect(read.isSame(as: session) && read.receivedAt == nil)
        #expect(read.accessTimeLeft(at: .sample) == .zero, "it is renewed before it is used")
    }

    @Test func theSessionIsOneSecretOfItsKind() async throws {
        try await makeStore().store.save(.sample())
        #expect(secrets.names == [SecretName(SecretKind("session"))])
    }

    @Test func isReadAgainOnlyWhenTheVaultHoldsAnotherOne() async throws {
        let vault = TrackingStore(secrets)
        let store = SessionsClientPlugin.assemble(.init(secrets: vault, locks: secrets)).exports.store
        let first = StoredSession.sample(), second = StoredSession.sample()
        try await store.save(first)
        for _ in 0..<3 { #expect(await store.load().isIdentical(to: first)) }
        #expect(vault.reads == 1)
        // As another process does.
        try await makeStore().store.save(second)
        vault.change()
        for _ in 0..<3 { #expect(await store.load().isIdentical(to: second)) }
        #expect(vault.reads == 2)
        try await store.remove()
        #expect(await store.load().isAbsent)
    }

    @Test func isReadEachTimeWhereNobodyCanTellWhetherItIsTheSame() async throws {
        let store = makeStore().store, first = StoredSession.sample(), second = StoredSession.sample()
        try await store.save(first)
        #expect(await store.load().isIdentical(to: first))
        try await makeStore().store.save(second)
        #expect(await store.load().isIdentical(to: second))
    }
}

/// A store that knows when something else changed what it holds.
private final class TrackingStore: SecretStore {
    private let store: InMemorySecretStore
    private let state = Locked((reads: 0, generation: 0))

    init(_ store: InMemorySecretStore) {
        self.store = store
    }

    var reads: Int { state.current.reads }

    func change() { state.withLock { $0.generation += 1 } }

    func read(_ name: SecretName) async -> StoredSecret { await store.read(name) }

    func readTracked(_ name: SecretName) async -> TrackedSecret {
        let generation = state.withLock { state in
            state.reads += 1
            return state.generation
        }
        return TrackedSecret(await store.read(name)) { [state] in state.current.generation == generation }
    }

    func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try await store.save(secret, as: name)
        change()
    }

    func remove(_ name: SecretName) async throws(SecretStoreError) {
        try await store.remove(name)
        change()
    }

    func removeAll() async throws(SecretStoreError) {
        try await store.removeAll()
        change()
    }

    func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        defer { change() }
        return try await store.update(name, beside: other, decide)
    }
}

extension SessionReading {
    fileprivate func isIdentical(to session: StoredSession) -> Bool {
        if case .present(let stored) = self { stored.isIdentical(to: session) } else { false }
    }

    fileprivate var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }
}
