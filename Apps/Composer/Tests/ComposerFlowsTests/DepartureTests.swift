import ComposerFlows
import CoreModels
import FoundationEssentials
import KernelTesting
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import Testing

/// Pages that are open hear that somebody left, whoever tells.
struct DepartureTests {
    private let clock = ManualClock(), ana = StoredSession.sample()

    private func wait(of person: UserID?, in store: InMemorySessionStore) -> Task<Void, Never> {
        Task { [clock] in await Departure.wait(of: person, in: store, by: clock) }
    }

    private func second() async {
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
    }

    @Test(.requirement("LOGOUT-01"), .timeLimit(.minutes(1))) func whoLogsOutHasLeft() async throws {
        let store = InMemorySessionStore(ana), known = wait(of: ana.user.id, in: store)
        await second()
        // A vault that is locked tells nothing.
        store.failReads(with: .storage(.passphraseRequired))
        await second()
        store.failReads(with: nil)
        await second()
        await clock.waitForSleepers()
        #expect(try await store.replace(ana, with: nil))
        clock.advance(by: .seconds(1))
        await known.value
    }

    @Test(.timeLimit(.minutes(1))) func whoComesMeanwhileIsFollowed() async throws {
        let store = InMemorySessionStore(), unknown = wait(of: nil, in: store)
        await second()
        await clock.waitForSleepers()
        try await store.save(ana)
        clock.advance(by: .seconds(1))
        await clock.waitForSleepers()
        #expect(try await store.replace(ana, with: nil))
        clock.advance(by: .seconds(1))
        await unknown.value
    }

    @Test(.timeLimit(.minutes(1))) func somebodyElseIsNotThem() async {
        await wait(of: UserID(UUID()), in: InMemorySessionStore(ana)).value
    }

    @Test(.timeLimit(.minutes(1))) func whoeverWaitsMayGo() async {
        let known = wait(of: ana.user.id, in: InMemorySessionStore(ana))
        await clock.waitForSleepers()
        known.cancel()
        await known.value
    }
}
