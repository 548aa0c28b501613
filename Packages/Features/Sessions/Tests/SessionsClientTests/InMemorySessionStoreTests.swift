import KernelTesting
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import Testing

struct InMemorySessionStoreTests {
    @Test(.requirement("STORE-29", "SESS-16")) func keepsTheContract() async throws {
        let store = InMemorySessionStore()
        try await SessionStoreConformance(store, lock: store, reopen: { store.forAnotherProcess() }).run()
    }

    @Test func failsWhenTold() async throws {
        let store = InMemorySessionStore(.sample())
        store.failReads(with: .storage(.wrongKey))
        guard case .unavailable(.storage(.wrongKey)) = await store.load() else {
            Issue.record("it could be read")
            return
        }
        store.failWrites(with: .storage(.noSpace(path: "/")))
        await #expect(throws: SessionStoreError.storage(.noSpace(path: "/"))) { try await store.remove() }
        #expect(store.session != nil)
    }
}
