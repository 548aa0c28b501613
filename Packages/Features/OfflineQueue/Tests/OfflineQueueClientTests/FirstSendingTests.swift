import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import OfflineQueueAPI
import OfflineQueueClient
import OfflineQueueTesting
import PluginKit
import SecureStorageAPI
import SecureStorageTesting
import SessionsAPI
import Testing

/// What is kept while it is sent for the first time.
@Suite(.timeLimit(.minutes(1)))
struct FirstSendingTests: QueueStage {
    let vault = InMemorySecretStore()
    let date = ManualDate()
    private let done = LocalizedText(verbatim: "Done.")
    private let request = QueuedRequest(
        id: QueuedRequestID(UUID()), kind: .comment, subject: "a picture", payload: Secret("typed"), wantsNotice: true)

    @Test(.requirement("OFFLINE-01", "OFFLINE-03"))
    func whateverEndsTheProgramWhileItIsSentLeavesItForAnother() async throws {
        let handler = QueuedRequestHandlerSpy(.comment, .done(done))
        let other = queue(handler)
        let (during, mayEnd) = (FirstResult<Bool>(), FirstResult<Bool>())
        let sending = Task { [queue = queue(), request] in
            await queue.sending(request) {
                during.give(true)
                _ = await mayEnd.wait()
                return (value: "posted", waits: false)
            }
        }
        _ = await during.wait()
        #expect(try await other.requests(.comment).map { $0.payload.withText { $0 } } == ["typed"], "on disk")
        for selection in [QueueSelection.due, .all, .request(request.id)] {
            #expect(try await other.retry(selection).isEmpty)
        }
        #expect(handler.performed.isEmpty, "who sends it has it alone")
        mayEnd.give(true)
        #expect(await sending.value == "posted")
        #expect(try await other.waiting().isEmpty)
        #expect(vault.names.isEmpty)
    }

    @Test(.requirement("OFFLINE-03"), arguments: [false, true])
    func whatIsBeingSentIsNotSaidToBeRemoved(all: Bool) async throws {
        let other = queue(), (during, mayEnd) = (FirstResult<Bool>(), FirstResult<Bool>())
        let sending = Task { [queue = queue(), request] in
            await queue.sending(request) {
                during.give(true)
                _ = await mayEnd.wait()
                return (value: "posted", waits: true)
            }
        }
        _ = await during.wait()
        let waits = QueuedRequest(
            id: QueuedRequestID(UUID()), kind: .comment, subject: "a picture", payload: Secret("typed later"))
        try await other.enqueue(waits)
        await #expect(throws: OfflineQueueError.beingSent) {
            if all { try await other.dropAll() } else { _ = try await other.drop(request.id) }
        }
        #expect(try await other.waiting().map(\.id) == (all ? [request.id] : [request.id, waits.id]))
        mayEnd.give(true)
        #expect(await sending.value == "posted")
        #expect(try await other.drop(request.id))
        #expect(try await !other.drop(request.id))
    }

    @Test(.requirement("OFFLINE-01")) func whatGoesOnWaitingIsSentWithTheSameKey() async throws {
        let handler = QueuedRequestHandlerSpy(.comment, .done(done)), queue = queue(handler)
        await queue.sending(request) {
            let again = QueuedRequest(
                id: request.id, kind: .comment, subject: "a picture", payload: Secret("typed"),
                retryAfter: .seconds(30))
            try? await queue.enqueue(again)
            return (value: (), waits: true)
        }
        #expect(try await queue.waiting().map(\.notBefore) == [date.value + 30], "held back as the server asked")
        #expect(try await queue.retry(.due).isEmpty)
        date.advance(by: .seconds(30))
        #expect(try await queue.retry(.due).map(\.result) == [.done(done)])
        #expect(handler.performed.map(\.id) == [request.id])
        #expect(handler.performed.map(\.wantsNotice) == [false])
    }

    /// The server says to whoever sends it that the account is gone, say.
    @Test(.requirement("DATA-05", "OFFLINE-03"), arguments: ["the account ends", "a logout"])
    func whatIsWipedWhileItIsSentDoesNotComeBack(by wiping: String) async throws {
        let ana = User(
            id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true,
            createdAt: date.value)
        var host = PluginHost()
        let plugin = try host.install(
            OfflineQueueClientPlugin.self,
            .init(
                secrets: vault, locks: vault, vault: VaultStub(), handlers: { [] }, person: { ana }, now: date.now))
        let composition = try host.composed(), queue = try composition[plugin].queue
        // As another program does that sees it first.
        let other = self.queue()
        let request = QueuedRequest(
            id: QueuedRequestID(UUID()), kind: .comment, subject: "a picture", owner: ana.id, payload: Secret("typed"))
        let obstacle = LocalizedText(en: "No.", es: "No.")
        let keeping = await queue.sending(request) {
            if wiping == "a logout" {
                try? await other.forget(ana)
            } else {
                for observer in composition.values(of: SessionEndObservers.self) {
                    await observer.sessionDidEnd(.closed(ana))
                }
            }
            return (value: await queue.keep(request, because: obstacle), waits: true)
        }
        #expect(keeping == .lost(obstacle + OfflineQueueError.wiped.text))
        #expect(try await queue.waiting().isEmpty && vault.names.isEmpty)
        try await queue.enqueue(request)
        #expect(try await queue.waiting().count == 1, "what is written anew waits")
    }

    @Test(.requirement("OFFLINE-01")) func whatCannotBeKeptIsSentAllTheSame() async throws {
        let told = Locked<[QueuedRequestKind?]>([])
        let broken = FailingSecretStore()
        for secrets in [broken as any SecretStore & SecretLocking, vault] {
            let queue = OfflineQueueClientPlugin.assemble(
                .init(
                    secrets: secrets, locks: secrets, vault: VaultStub(), handlers: { [] },
                    onSealed: { kind in told.withLock { $0.append(kind) } }, now: date.now)
            ).exports.queue
            #expect(await queue.sending(request) { (value: 7, waits: false) } == 7)
        }
        #expect(told.current == [.comment, nil], "only what is kept is said to be")
    }

    @Test(.requirement("OFFLINE-03")) func whatGoesByItselfIsToldOnce() async throws {
        let told = Locked<[QueueNotice]>([]), done = done
        let handler = QueuedRequestHandlerSpy(
            .comment,
            .done(done), .done(done), .done(done), .done(done, isNews: false), .done(done, isNews: false),
            .unreachable(done))
        let queue = OfflineQueueClientPlugin.assemble(
            .init(
                secrets: vault, locks: vault, vault: VaultStub(), handlers: { [handler] },
                onSent: { notice in told.withLock { $0.append(notice) } }, now: date.now)
        ).exports.queue
        func send(_ selection: QueueSelection, wantsNotice: Bool) async throws -> [QueueNotice] {
            try await queue.enqueue(
                QueuedRequest(
                    id: QueuedRequestID(UUID()), kind: .comment, subject: "a picture", payload: Secret("typed"),
                    wantsNotice: wantsNotice))
            _ = try await queue.retry(selection)
            return try await queue.takeNotices()
        }
        let notice = QueueNotice(kind: .comment, subject: "a picture", isDone: true, text: done)
        #expect(try await send(.due, wantsNotice: false).isEmpty)
        #expect(told.current == [notice])
        #expect(try await send(.due, wantsNotice: true) == [notice])
        #expect(try await send(.all, wantsNotice: false).isEmpty, "who asks for it gets its report")
        #expect(try await send(.due, wantsNotice: false).isEmpty)
        #expect(try await send(.due, wantsNotice: true) == [notice], "who asks is told in any case")
        #expect(try await send(.due, wantsNotice: false).isEmpty)
        #expect(told.current == [notice])
    }

    /// The lock of its place may still be that of one that was dropped.
    @Test func whoCannotHaveItAloneSendsItAllTheSame() async throws {
        let queue = queue(), slot = try SecretName(SecretKind("queued-request"), parsing: "0")
        let value = try await vault.withLock(named: slot) { [request] () async throws(SecretStoreError) in
            await queue.sending(request) { (value: 7, waits: false) }
        }
        #expect(value == 7 && vault.names.isEmpty)
    }
}
