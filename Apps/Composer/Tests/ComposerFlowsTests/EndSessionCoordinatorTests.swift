import ComposerFlows
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import OfflineQueueAPI
import OfflineQueueTesting
import SessionsAPI
import SessionsTesting
import Testing

struct EndSessionCoordinatorTests {
    private let id = SessionID(UUID())
    private let away = LocalizedText(verbatim: "The server can't be reached.")
    private let own = StoredSession.sample()

    @Test(
        .requirement("OFFLINE-01", "SESS-15"),
        arguments: [SessionManagingError.connectivity(LocalizedText(verbatim: "away")), .server])
    func anEndThatCannotBeSentWaits(failure: SessionManagingError) async throws {
        let queue = RequestQueueSpy()
        let sut = sut(failing: failure, queue)
        do throws(SessionManagingError) {
            try await sut.end(id)
            Issue.record("ended")
        } catch {
            guard case .waiting = error else {
                Issue.record("\(error)")
                return
            }
        }
        let request = try #require(queue.enqueued.first)
        #expect(request.kind == .sessionTermination && request.subject == "\(id)")
        let answer = await handler().perform(request)
        guard case .done = answer else {
            Issue.record("\(answer)")
            return
        }
    }

    @Test(.requirement("TOKEN-23")) func anEndThatMeetsTheEndOfTheOwnSessionWaitsForTheLogin() async throws {
        let queue = RequestQueueSpy()
        let sut = sut(failing: .notLoggedIn, queue)
        do throws(SessionManagingError) {
            try await sut.end(id)
        } catch {
            guard case .interrupted = error else {
                Issue.record("\(error)")
                return
            }
        }
        let request = try #require(queue.enqueued.first)
        #expect(request.wantsNotice)
        for nobody in [nil, StoredSession.sample(user: .sample(id: UserID(UUID())))] {
            guard case .blocked = await handler(as: nobody).perform(request) else {
                Issue.record("ended in the name of somebody else")
                return
            }
        }
        guard case .done = await handler().perform(request) else {
            Issue.record("not ended after the login")
            return
        }
    }

    @Test func whoIsNotLoggedInLeavesNothingInTheQueue() async {
        let queue = RequestQueueSpy()
        let sut = EndSessionCoordinator(
            .init(
                management: failing(.notLoggedIn), sessions: InMemorySessionStore(), ends: RecalledEnd(end: nil),
                queue: queue, makeID: { QueuedRequestID(UUID()) }))
        await #expect(throws: SessionManagingError.notLoggedIn) { try await sut.end(id) }
        #expect(queue.enqueued.isEmpty)
    }

    @Test(.requirement("DATA-05")) func nothingWaitsOfAnAccountThatIsGone() async {
        let queue = RequestQueueSpy()
        await #expect(throws: SessionManagingError.notLoggedIn) {
            try await sut(failing: .notLoggedIn, queue, after: .closed(nil)).end(id)
        }
        #expect(queue.enqueued.isEmpty)
    }

    @Test func endingAllOthersDoesNotWait() async {
        let queue = RequestQueueSpy()
        await #expect(throws: SessionManagingError.connectivity(away)) {
            try await sut(failing: .connectivity(away), queue).endOthers()
        }
        #expect(queue.enqueued.isEmpty)
    }

    private func failing(_ error: SessionManagingError) -> SessionManagingSpy {
        let spy = SessionManagingSpy()
        spy.fail(with: error)
        return spy
    }

    private func sut(
        failing error: SessionManagingError, _ queue: RequestQueueSpy, after end: SessionEnd? = nil
    ) -> EndSessionCoordinator {
        EndSessionCoordinator(
            .init(
                management: failing(error), sessions: InMemorySessionStore(own), ends: RecalledEnd(end: end),
                queue: queue,
                makeID: { QueuedRequestID(UUID()) }))
    }

    private func handler(as session: StoredSession?) -> QueuedSessionEnd {
        QueuedSessionEnd(management: SessionManagingSpy(), sessions: InMemorySessionStore(session))
    }

    private func handler() -> QueuedSessionEnd { handler(as: own) }
}

/// Recalls what a test says.
private struct RecalledEnd: SessionEndRecalling {
    let end: SessionEnd?

    func recalledEnd() async -> SessionEnd? { end }
}
