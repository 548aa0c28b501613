import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import LoginAPI
import Presenting
import SessionsAPI
import SessionsTesting
import Testing

/// What becomes of the session that is on the device when another one begins,
/// whoever begins it.
struct SessionBeginningTests {
    private let ada = User.sample(), bob = User.sample(name: "Bob", email: "bob@example.com")
    private let eve = User.sample(name: "Eve", email: "eve@example.com")
    private let ends = SessionEndSpy(), revoked = RevokingSpy()

    private func beginning(_ memory: InMemorySessionStore) -> SessionBeginning {
        SessionBeginning(sessions: memory, replaced: revoked, endObservers: { [ends] in [ends] })
    }

    @Test(.requirement("D17")) func anAnswerThatIsGivenAgainLeavesTheRenewedTokens() async throws {
        let renewed = StoredSession.sample(user: ada), memory = InMemorySessionStore(renewed)
        try await beginning(memory).begin(.sample(user: ada, id: renewed.id))
        #expect(memory.session?.isSame(as: renewed) == true && memory.saveCount == 0)
        #expect(revoked.sessions.isEmpty && ends.ends.isEmpty)
    }

    @Test(.requirement("SESS-21"), arguments: [true, false])
    func anotherSessionTakesThePlaceOfTheOneBefore(isTold: Bool) async throws {
        let before = StoredSession.sample(user: ada, id: isTold ? SessionID(UUID()) : nil)
        let memory = InMemorySessionStore(before)
        let new = StoredSession.sample(user: ada, id: isTold ? SessionID(UUID()) : nil)
        try await beginning(memory).begin(new)
        #expect(memory.session?.isSame(as: new) == true)
        #expect(revoked.sessions.map(\.id) == [before.id])
        #expect(ends.ends.isEmpty, "what is kept is of the same person")
    }

    /// As in a browser, of which the server is the client.
    @Test(.requirement("SESS-21")) func whereNothingWaitsTheOneBeforeEndsOnceTheNewOneStands() async throws {
        let before = StoredSession.sample(user: ada), memory = InMemorySessionStore(before)
        let new = StoredSession.sample(user: ada), revoked = RevokingSpy(keeps: false)
        let beginning = SessionBeginning(sessions: memory, replaced: revoked, endObservers: { [] })
        memory.failWrites(with: .unreadable)
        await #expect(throws: SessionStoreError.self) { try await beginning.begin(new) }
        #expect(revoked.discarded.isEmpty, "it stands")
        memory.failWrites(with: nil)
        try await beginning.begin(new)
        #expect(memory.session?.isSame(as: new) == true && revoked.discarded.map(\.id) == [before.id])
        #expect(self.revoked.discarded.isEmpty)
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
        let new = StoredSession.sample(user: ada)
        let stored = try await beginning(memory).beginUnlessSomebodyIs(new)
        #expect(stored.isSame(as: before) && memory.saveCount == 0)
        #expect(revoked.sessions.isEmpty && revoked.discarded.map(\.id) == [new.id] && ends.ends.isEmpty)
    }

    @Test func whereNobodyIsLoggedInWhatWaitedBegins() async throws {
        let memory = InMemorySessionStore()
        _ = try await beginning(memory).beginUnlessSomebodyIs(.sample(user: ada))
        #expect(memory.session?.user == ada && ends.ends.isEmpty && revoked.discarded.isEmpty)
    }

    /// Another program of this person's may be the one in which somebody logged in.
    @Test(.requirement("SESS-21", "BROWSERLOGIN-14"), arguments: [true, false])
    func whoLoggedInWhileAnotherWasWaitedForStays(isSomebodyThereFirst: Bool) async throws {
        let memory = InMemorySessionStore(isSomebodyThereFirst ? StoredSession.sample(user: bob) : nil)
        let beginning = beginning(memory), start = await beginning.start()
        let meanwhile = StoredSession.sample(user: eve), new = StoredSession.sample(user: ada)
        try await memory.forAnotherProcess().save(meanwhile)
        await #expect(throws: SessionStoreError.somebodyElse(name: "Eve")) {
            try await beginning.begin(new, since: start)
        }
        #expect(memory.session?.isSame(as: meanwhile) == true && ends.ends.isEmpty)
        #expect(revoked.discarded.map(\.id) == [new.id] && revoked.sessions.isEmpty)
    }

    /// The look and the change are one step: nothing comes in between.
    @Test(.requirement("SESS-21")) func whoLogsInAtTheLastMomentStays() async throws {
        let memory = InMemorySessionStore(), meanwhile = StoredSession.sample(user: eve)
        let beginning = SessionBeginning(
            sessions: SessionStoreSpy(memory, whenLoaded: { try? await memory.forAnotherProcess().save(meanwhile) }),
            replaced: revoked, endObservers: { [] })
        await #expect(throws: SessionStoreError.somebodyElse(name: "Eve")) {
            try await beginning.begin(.sample(user: ada), since: .nobody)
        }
        #expect(memory.session?.isSame(as: meanwhile) == true && revoked.discarded.count == 1)
    }

    @Test(.requirement("SESS-21"), arguments: ["nobody", "whoWasThere", "themselves"])
    func whoFindsTheDeviceAsItWasIsLoggedIn(now: String) async throws {
        let memory = InMemorySessionStore(.sample(user: bob)), beginning = beginning(memory)
        let start = await beginning.start()
        if now == "nobody" { try await memory.remove() }
        if now == "themselves" { try await memory.save(.sample(user: ada)) }
        let new = StoredSession.sample(user: ada)
        try await beginning.begin(new, since: start)
        #expect(memory.session?.isSame(as: new) == true && revoked.discarded.isEmpty)
        #expect(revoked.sessions.count == (now == "nobody" ? 0 : 1))
    }

    @Test(.requirement("SESS-21")) func whoStaysIsNamed() throws {
        let error = SessionStoreError.somebodyElse(name: "Eve"), refusal = try #require(error.refusal)
        #expect(refusal.code == "somebody_is_logged_in" && refusal.isFinal && refusal.nextSteps == [.logOut])
        #expect(refusal.text.english.contains("Eve logged in here") && refusal.text.english.contains("log out first"))
        #expect(refusal.text.spanish.contains("Eve inició sesión"))
        #expect(SessionStoreError.unreadable.refusal == nil)
    }

    /// Another program logged out and in meanwhile: the proof was made with the key of before.
    @Test(.requirement("D16", "SESS-21")) func aSessionWithoutItsKeyIsNobodysAndTheOneBeforeStands() async throws {
        let before = StoredSession.sample(user: ada), memory = InMemorySessionStore(before)
        memory.failWrites(with: .anotherKey)
        let new = StoredSession.sample(user: ada)
        await #expect(throws: SessionStoreError.anotherKey) { try await beginning(memory).begin(new) }
        #expect(memory.session?.isSame(as: before) == true && revoked.sessions.isEmpty && ends.ends.isEmpty)
        #expect(revoked.discarded.map(\.id) == [new.id], "nobody can use it")
    }

    @Test(.requirement("SESS-21", "L10N-01")) func whoWasOvertakenIsTold() throws {
        let refusal = try #require(SessionStoreError.anotherKey.refusal)
        #expect(refusal.code == "session_overtaken" && refusal.isFinal && refusal.nextSteps == [.logIn])
        #expect(
            refusal.text.english.contains("another program on this device")
                && refusal.text.english.contains("log in again"))
        #expect(refusal.text.spanish.contains("otro programa de este dispositivo"))
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
    private let recorded = Locked<[StoredSession]>([]), unwanted = Locked<[StoredSession]>([])

    private let keeps: Bool

    init(keeps: Bool = true) { self.keeps = keeps }

    var sessions: [StoredSession] { recorded.current }
    var discarded: [StoredSession] { unwanted.current }

    func revoke(_ session: StoredSession) async -> Bool {
        recorded.withLock { $0.append(session) }
        return keeps
    }

    func discard(_ session: StoredSession) async { unwanted.withLock { $0.append(session) } }
}
