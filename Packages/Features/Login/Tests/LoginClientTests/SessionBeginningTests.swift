import CoreModels
import FoundationEssentials
import KernelTesting
import Locking
import LoginAPI
import SessionsAPI
import SessionsTesting
import Testing

/// What becomes of the session that is on the device when another one begins,
/// whoever begins it.
struct SessionBeginningTests {
    private let ada = User.sample(), eve = User.sample(name: "Eve", email: "eve@example.com")
    private let ends = SessionEndSpy(), revoked = RevokingSpy()

    private func beginning(_ memory: InMemorySessionStore) -> SessionBeginning {
        SessionBeginning(sessions: memory, replaced: revoked, endObservers: { [ends] in [ends] })
    }

    @Test(.requirement("D17")) func anAnswerThatIsGivenAgainLeavesTheRenewedTokens() async throws {
        let renewed = StoredSession.sample(user: ada), memory = InMemorySessionStore(renewed)
        let stored = try await beginning(memory).begin(.sample(user: ada, id: renewed.id))
        #expect(stored.isSame(as: renewed) && memory.saveCount == 0)
        #expect(revoked.sessions.isEmpty && ends.ends.isEmpty)
    }

    @Test(.requirement("SESS-21"), arguments: [true, false])
    func anotherSessionTakesThePlaceOfTheOneBefore(isTold: Bool) async throws {
        let before = StoredSession.sample(user: ada, id: isTold ? SessionID(UUID()) : nil)
        let memory = InMemorySessionStore(before)
        let new = StoredSession.sample(user: ada, id: isTold ? SessionID(UUID()) : nil)
        let stored = try await beginning(memory).begin(new)
        #expect(stored.isSame(as: new) && memory.session?.isSame(as: new) == true)
        #expect(revoked.sessions.map(\.id) == [before.id])
        #expect(ends.ends.isEmpty, "what is kept is of the same person")
    }

    @Test(.requirement("LOGOUT-01")) func whatWasKeptForSomebodyElseGoes() async throws {
        let before = StoredSession.sample(user: eve), memory = InMemorySessionStore(before)
        try await beginning(memory).begin(.sample(user: ada))
        #expect(memory.session?.user == ada)
        #expect(revoked.sessions.map(\.id) == [before.id] && ends.ends == [.loggedOut])
    }

    @Test(.requirement("D17"), arguments: [true, false])
    func whatWaitedTakesNobodysPlace(isTheSamePerson: Bool) async throws {
        let before = StoredSession.sample(user: isTheSamePerson ? ada : eve), memory = InMemorySessionStore(before)
        let stored = try await beginning(memory).begin(.sample(user: ada), keepingWhoIsLoggedIn: true)
        #expect(stored.isSame(as: before) && memory.saveCount == 0)
        #expect(revoked.sessions.isEmpty && ends.ends.isEmpty)
    }

    @Test func whereNobodyIsLoggedInWhatWaitedBegins() async throws {
        let memory = InMemorySessionStore()
        try await beginning(memory).begin(.sample(user: ada), keepingWhoIsLoggedIn: true)
        #expect(memory.session?.user == ada && ends.ends.isEmpty)
    }

    @Test func aSessionThatCannotBeStoredWipesNothing() async throws {
        let before = StoredSession.sample(user: eve), memory = InMemorySessionStore(before)
        memory.failWrites(with: .unreadable)
        await #expect(throws: SessionStoreError.self) { try await beginning(memory).begin(.sample(user: ada)) }
        #expect(memory.session?.isSame(as: before) == true && ends.ends.isEmpty)
    }
}

/// Notes which sessions the server is to end.
private final class RevokingSpy: SessionRevoking {
    private let recorded = Locked<[StoredSession]>([])

    var sessions: [StoredSession] { recorded.current }

    func revoke(_ session: StoredSession) async { recorded.withLock { $0.append(session) } }
}
