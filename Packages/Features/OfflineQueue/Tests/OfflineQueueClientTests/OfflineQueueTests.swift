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

struct OfflineQueueTests: QueueStage {
    let vault = InMemorySecretStore()
    let date = ManualDate()
    private let problem = QueueProblem(code: "server_error", text: LocalizedText(verbatim: "It failed."))
    private let away = LocalizedText(verbatim: "The server can't be reached.")
    private let done = LocalizedText(verbatim: "Done.")

    @Test(.requirement("REG-20", "REG-22"))
    func whatIsEnqueuedIsThereForAnotherProcess() async throws {
        let request = request(.registration, subject: "ana@example.com", text: "a password")
        try await queue().enqueue(request)
        let waiting = try await queue().waiting()
        #expect(waiting.map(\.id) == [request.id])
        #expect(waiting.first?.subject == "ana@example.com")
        #expect(waiting.first?.expiresAt == date.value + 86_400)
    }

    @Test(.requirement("OFFLINE-01"))
    func aFeatureCanShowWhatItEnqueued() async throws {
        let queue = queue(), first = request(.comment, subject: "a picture", text: "first")
        try await queue.enqueue(first)
        try await queue.enqueue(request(.registration))
        date.advance(by: .seconds(60))
        try await queue.enqueue(request(.comment, text: "second"))
        let requests = try await self.queue().requests(.comment)
        #expect(requests.map { $0.payload.withText { $0 } } == ["first", "second"])
        #expect(requests.first?.id == first.id && requests.first?.subject == "a picture")
        date.advance(by: .seconds(86_400 - 60))
        #expect(try await queue.requests(.comment).map { $0.payload.withText { $0 } } == ["second"], "one has expired")
        #expect(try await queue.waiting().map(\.kind) == [.comment], "nothing is taken")
        #expect(try await queue.requests(.logout).isEmpty)
    }

    @Test(.requirement("REG-25"))
    func retryingNothingDoesNothing() async throws {
        let handler = QueuedRequestHandlerSpy(.registration)
        #expect(try await queue(handler).retry(.all).isEmpty)
        #expect(handler.performed.isEmpty)
        #expect(vault.names.isEmpty)
    }

    @Test(.requirement("REG-23", "REG-26"))
    func whatIsDoneLeavesNothingInTheVault() async throws {
        let handler = QueuedRequestHandlerSpy(.registration, .done(done))
        let queue = queue(handler), request = request(.registration)
        try await queue.enqueue(request)
        let reports = try await queue.retry(.all)
        #expect(reports.map(\.result) == [.done(done)])
        #expect(handler.performed.map(\.id) == [request.id])
        let isSame = handler.performed.first?.payload.isEqual(to: request.payload)
        #expect(isSame == true)
        #expect(vault.names.isEmpty)
    }

    @Test func whatIsRefusedForGoodLeavesNothingInTheVault() async throws {
        let queue = queue(QueuedRequestHandlerSpy(.login, .refused(problem)))
        try await queue.enqueue(request(.login))
        #expect(try await queue.retry(.all).map(\.result) == [.refused(problem)])
        #expect(vault.names.isEmpty)
    }

    @Test(.requirement("REG-27"))
    func whatTheServerFailedToDoWaitsOnWithTheSameKey() async throws {
        let handler = QueuedRequestHandlerSpy(.registration, .failed(problem), .done(done))
        let queue = queue(handler), request = request(.registration)
        try await queue.enqueue(request)
        #expect(try await queue.retry(.due).map(\.result) == [.kept(problem)])
        #expect(try await queue.waiting().first?.problem == problem)
        #expect(try await queue.retry(.due).isEmpty)
        date.advance(by: .seconds(5))
        #expect(try await queue.retry(.due).map(\.result) == [.done(done)])
        #expect(handler.performed.map(\.id) == [request.id, request.id])
    }

    @Test(.requirement("LOGIN-12", "LOGIN-13"))
    func anUnreachableServerStopsTheRunAndHoldsNothingBack() async throws {
        let comments = QueuedRequestHandlerSpy(.comment, .unreachable(away), .done(done))
        let logouts = QueuedRequestHandlerSpy(.logout)
        let queue = queue(comments, logouts)
        try await queue.enqueue(request(.comment))
        try await queue.enqueue(request(.logout))
        #expect(try await queue.retry(.due).map(\.result) == [.unreachable(away)])
        #expect(logouts.performed.isEmpty)
        let reports = try await queue.retry(.due)
        #expect(reports.map(\.request.kind) == [.comment, .logout])
        #expect(try await queue.waiting().isEmpty)
    }

    @Test(.requirement("TOKEN-23"))
    func whatWaitsForALoginHoldsNothingBackAndIsTriedWithoutDelay() async throws {
        let comments = QueuedRequestHandlerSpy(.comment, .blocked(problem), .done(done))
        let logouts = QueuedRequestHandlerSpy(.logout, .done(done))
        let queue = queue(comments, logouts)
        try await queue.enqueue(request(.comment))
        try await queue.enqueue(request(.logout))
        #expect(try await queue.retry(.due).map(\.result) == [.kept(problem), .done(done)])
        let waiting = try await queue.waiting()
        #expect(waiting.map(\.problem) == [problem] && waiting.map(\.notBefore) == [nil])
        #expect(waiting.map(\.attempts) == [0])
        #expect(try await queue.retry(.due).map(\.result) == [.done(done)])
    }

    @Test(.requirement("REG-21", "OFFLINE-03"))
    func tellsWhoeverAskedThatItIsDone() async throws {
        let queue = queue(QueuedRequestHandlerSpy(.registration, .done(done)), QueuedRequestHandlerSpy(.logout))
        let request = request(.registration, subject: "ana@example.com")
        try await queue.enqueue(request)
        try await queue.enqueue(self.request(.logout))
        #expect(try await queue.askForNotice(of: request.id) == 1)
        #expect(try await queue.askForNotice(of: QueuedRequestID(UUID())) == 0)
        _ = try await queue.retry(.due)
        #expect(
            try await queue.takeNotices() == [
                QueueNotice(kind: .registration, subject: "ana@example.com", isDone: true, text: done)
            ])
    }

    @Test(.requirement("REG-20"))
    func saysWhetherARequestIsKept() async throws {
        guard case .kept(let text) = await queue().keep(request(.registration), because: away) else {
            Issue.record("not kept")
            return
        }
        #expect(
            text.english == away.english + " Your registration waits on this device, sealed, and goes with the first "
                + "connection that is found within 24 h.")
        #expect(text.spanish.contains("Tu registro espera en este dispositivo"))
        let spy = RequestQueueSpy(failure: .full(limit: 1))
        #expect(
            await spy.keep(request(.registration), because: away) == .lost(away + OfflineQueueError.full(limit: 1).text)
        )
    }

    @Test(
        .requirement("REG-23", "OFFLINE-03", "D9"),
        arguments: [(QueuedRequestKind.login, 15 * 60), (.registration, 86_400), (.verification, 10 * 60)])
    func whatExpiredIsWipedAndNotSent(kind: QueuedRequestKind, seconds: Int) async throws {
        let handler = QueuedRequestHandlerSpy(kind, .failed(problem))
        let queue = queue(handler)
        try await queue.enqueue(request(kind))
        date.advance(by: .seconds(seconds - 1))
        #expect(try await queue.retry(.all).map(\.result) == [.kept(problem)], "it counts to its last second")
        #expect(handler.performed.count == 1 && !vault.names.isEmpty)
        date.advance(by: .seconds(1))
        #expect(try await queue.retry(.all).map(\.result) == [.expired])
        #expect(handler.performed.count == 1)
        #expect(vault.names.isEmpty)
    }

    /// The clock is ten years ahead for a while.
    @Test(.requirement("OFFLINE-10")) func whatSomebodyWroteOutlivesAWrongClock() async throws {
        let handler = QueuedRequestHandlerSpy(.comment, .done(done))
        let queue = queue(handler, bootTime: { BootTime(boot: "b", uptime: .seconds(100)) })
        try await queue.enqueue(request(.comment))
        let expected = try #require(try await queue.waiting().first).expiresAt
        date.advance(by: .seconds(10 * 365 * 86_400))
        let meanwhile = try #require(try await queue.waiting().first).expiresAt
        #expect(meanwhile == date.now() + 86_400)
        try await queue.enqueue(request(.comment))
        #expect(try await queue.waiting().count == 2)
        date.advance(by: .seconds(-10 * 365 * 86_400))
        #expect(try await queue.waiting().map(\.expiresAt) == [expected, expected])
        #expect(try await queue.retry(.all).count == 2)
    }

    @Test(.requirement("REG-21", "OFFLINE-03"))
    func whatWasSentByItselfIsToldOnceAndSuccessOnlyToWhoAskedForIt() async throws {
        let queue = queue(
            QueuedRequestHandlerSpy(.registration, .done(done)), QueuedRequestHandlerSpy(.login, .refused(problem)))
        try await queue.enqueue(request(.registration, subject: "ana", wantsNotice: true))
        try await queue.enqueue(request(.registration, subject: "ben"))
        try await queue.enqueue(request(.login))
        _ = try await queue.retry(.due)
        let notices = try await queue.takeNotices()
        #expect(notices.map(\.subject) == ["ana", ""])
        #expect(notices.map(\.isDone) == [true, false])
        #expect(try await queue.takeNotices().isEmpty)
        #expect(vault.names.isEmpty)
    }

    @Test(.requirement("REG-29"))
    func whatIsDoneButCantBeRemovedIsToldAndNotSentAgain() async throws {
        let stubborn = StubbornStore(vault)
        let handler = QueuedRequestHandlerSpy(.registration, .done(done))
        let queue = queue(handler, over: stubborn)
        try await queue.enqueue(request(.registration))
        stubborn.refusesRemoval = true
        let reports = try await queue.retry(.all)
        guard case .removalFailed(let problem) = reports.first?.result else {
            Issue.record("\(reports)")
            return
        }
        #expect(problem.code == "vault_read_only")
        stubborn.refusesRemoval = false
        #expect(try await queue.retry(.all).isEmpty)
        #expect(handler.performed.count == 1)
        #expect(vault.names.isEmpty)
    }

    @Test(.requirement("LOGOUT-01", "OFFLINE-03"))
    func loggingOutWipesWhatHoldsAPasswordAndKeepsTheRevocation() async throws {
        let queue = queue()
        for kind in QueuedRequestKind.allCases { try await queue.enqueue(request(kind)) }
        #expect(try await queue.waiting().count == QueuedRequestKind.allCases.count)
        try await queue.forget(.sample(email: "ana@example.com"))
        #expect(try await queue.waiting().map(\.kind) == [.sessionTermination, .logout])
        #expect(vault.names.count == 3)
    }

    @Test(.requirement("OFFLINE-03"))
    func whatAKilledProcessDidNotWriteHoldsNothingBackAndIsForgotten() async throws {
        let handler = QueuedRequestHandlerSpy(.comment, .done(done))
        let queue = queue(handler), unwritten = request(.comment), written = request(.comment)
        try await queue.enqueue(unwritten)
        let payload = try #require(vault.names.first { $0.kind.id == "queued-request" })
        try await vault.remove(payload)
        try await queue.enqueue(written)
        #expect(try await queue.retry(.due).map(\.request.id) == [written.id])
        date.advance(by: .seconds(61))
        #expect(try await queue.retry(.due).isEmpty)
        #expect(vault.names.isEmpty)
    }

    @Test func everythingCanBeDroppedAlsoIfItCantBeRead() async throws {
        let queue = queue()
        try await queue.enqueue(request(.registration))
        let index = try #require(vault.names.first { $0.kind.id == "offline-queue" })
        try await vault.save(Secret("no queue"), as: index)
        await #expect(throws: OfflineQueueError.unreadable) { try await queue.waiting() }
        try await queue.dropAll()
        #expect(vault.names.isEmpty)
    }

    @Test func oneRequestCanBeDropped() async throws {
        let queue = queue(), first = request(.comment), second = request(.comment)
        try await queue.enqueue(first)
        try await queue.enqueue(second)
        #expect(try await queue.drop(first.id))
        #expect(try await !queue.drop(first.id))
        #expect(try await queue.waiting().map(\.id) == [second.id])
        try await queue.discard(.comment)
        #expect(vault.names.isEmpty)
    }

    @Test func whatIsTooLargeOrTooMuchIsRefused() async throws {
        let queue = queue()
        await #expect(throws: OfflineQueueError.tooLarge(limit: 65_536)) {
            try await queue.enqueue(request(.comment, text: String(repeating: "x", count: 65_537)))
        }
        for _ in 0..<64 { try await queue.enqueue(request(.comment)) }
        await #expect(throws: OfflineQueueError.full(limit: 64)) { try await queue.enqueue(request(.comment)) }
    }

    @Test(.requirement("LOGIN-26"))
    func aPayloadIsOnlyInTheSealedStoreAndInASecretOfItsOwn() async throws {
        try await queue().enqueue(request(.login, text: "correct horse"))
        for name in vault.names {
            let secret = try #require(try await vault.read(name).get())
            let holdsPassword = secret.withText { $0?.contains("correct horse") } ?? true
            #expect(holdsPassword == (name.kind.id == "queued-request"))
        }
    }

    @Test(.requirement("LOGIN-12", "REG-24", "SESS-15"))
    func waitsUntilTheServerIsBack() async throws {
        let clock = ManualClock()
        let handler = QueuedRequestHandlerSpy(
            .sessionTermination, .unreachable(away), .unreachable(away), .done(done))
        let queue = queue(handler, clock: clock)
        try await queue.enqueue(request(.sessionTermination))
        let retrying = queue
        async let reports = retrying.retryUntilDone { _ in }
        for count in 1...2 {
            while handler.performed.count < count { await Task.yield() }
            await clock.waitForSleepers()
            clock.advance(by: .seconds(5))
        }
        #expect(try await reports.map(\.result) == [.done(done)])
        #expect(handler.performed.count == 3)
    }
}
