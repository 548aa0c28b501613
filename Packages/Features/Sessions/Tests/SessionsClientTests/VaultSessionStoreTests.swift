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

    @Test(.requirement("TOKEN-13")) func aSessionWithATimeOfDayIsRead() async throws {
        let json = """
            {"grant":{"access_token":"a","expires_in":300,"refresh_token":"r","scope":"","token_type":"Bearer"},\
            "received_at":1700000000,"user":{"created_at":"2023-11-14T22:13:20Z","email":"ada@example.com",\
            "id":"00000000-0000-0000-0000-000000000001","is_verified":false,"name":"Ada"}}
            """
        try await secrets.save(Secret(json), as: SecretName(SecretKind("session")))
        guard case .present(let session) = await makeStore().store.load() else {
            Issue.record("it was not read")
            return
        }
        #expect(session.grant.refreshToken.isEqual(to: Secret("r")))
        #expect(session.accessTimeLeft(at: .now) == .zero, "it is renewed before it is used")
    }

    @Test func theSessionIsOneSecretOfItsKind() async throws {
        try await makeStore().store.save(.sample())
        #expect(secrets.names == [SecretName(SecretKind("session"))])
    }
}
