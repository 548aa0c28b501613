import CoreModels
import FoundationEssentials
import KernelTesting
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
}
