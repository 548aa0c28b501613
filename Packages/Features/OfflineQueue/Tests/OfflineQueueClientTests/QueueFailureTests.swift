import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import OfflineQueueAPI
import OfflineQueueClient
import OfflineQueueTesting
import PluginKit
import SecureStorageAPI
import SecureStorageTesting
import SessionsTesting
import Testing

/// What a failing vault, or another process at the same moment, does to what
/// waits.
struct QueueFailureTests: QueueStage {
    let vault = InMemorySecretStore()
    let date = ManualDate()
    private let done = LocalizedText(verbatim: "Done.")
    private let problem = QueueProblem(code: "no", text: LocalizedText(verbatim: "No."))

    @Test(.requirement("OFFLINE-03"))
    func whoTakesTheSlotThatAnotherProcessIsAboutToEmptyKeepsTheRequest() async throws {
        let store = StubbornStore(vault)
        let handler = QueuedRequestHandlerSpy(.comment, .done(done))
        let slow = queue(handler, over: store), quick = queue(handler)
        let first = request(.comment), second = request(.comment)
        try await slow.enqueue(first)
        store.interruptRemoval { try? await quick.enqueue(second) }
        _ = try await slow.retry(.all)
        #expect(handler.performed.map(\.id) == [first.id, second.id])
        #expect(vault.names.isEmpty)
    }

    @Test func oneThatIsDamagedIsToldAndHoldsNothingBack() async throws {
        let store = StubbornStore(vault)
        let handler = QueuedRequestHandlerSpy(.comment, .done(done))
        let queue = queue(handler, over: store)
        let damaged = request(.comment), whole = request(.comment)
        try await queue.enqueue(damaged)
        store.damage(try #require(vault.names.first { $0.kind.id == "queued-request" }))
        try await queue.enqueue(whole)
        _ = try await queue.retry(.due)
        #expect(handler.performed.map(\.id) == [whole.id])
        #expect(try await queue.takeNotices().map(\.isDone) == [false])
        #expect(vault.names.isEmpty)
    }

    @Test(.requirement("D9")) func aRequestThatCouldNotBeKeptLeavesNothingInTheVault() async throws {
        let store = StubbornStore(vault)
        store.failsAfterSaving = SecretKind("queued-request")
        let queue = queue(QueuedRequestHandlerSpy(.login), over: store)
        await #expect(throws: OfflineQueueError.storage(.deviceFailure(path: "/vault"))) {
            try await queue.enqueue(request(.login))
        }
        #expect(vault.names.isEmpty)
    }

    @Test func whatIsKeptIsNotCalledLostSinceAnEarlierOneCantBeRemoved() async throws {
        let store = StubbornStore(vault)
        let queue = queue(QueuedRequestHandlerSpy(.login), over: store), second = request(.login)
        try await queue.enqueue(request(.login))
        store.refusesRemoval = true
        try await queue.enqueue(second)
        #expect(try await queue.waiting().map(\.id) == [second.id])
    }

    @Test(.requirement("OFFLINE-03"))
    func whatExpiredIsToldAlsoIfTheNextRequestFindsItFirst() async throws {
        let queue = queue(QueuedRequestHandlerSpy(.login))
        try await queue.enqueue(request(.login, subject: "ana@example.com"))
        date.advance(by: .seconds(15 * 60))
        try await queue.enqueue(request(.comment))
        let notices = try await queue.takeNotices()
        #expect(notices.map(\.subject) == ["ana@example.com"] && notices.map(\.isDone) == [false])
    }

    @Test(.requirement("LOGOUT-01"))
    func whatTheNextPersonWouldBeToldGoesAtLogoutAlsoIfNothingWaits() async throws {
        let queue = queue(QueuedRequestHandlerSpy(.login, .refused(problem)))
        try await queue.enqueue(request(.login, subject: "ana@example.com"))
        _ = try await queue.retry(.due)
        try await queue.forget(.sample(email: "ana@example.com"))
        #expect(vault.names.isEmpty)
    }
}
