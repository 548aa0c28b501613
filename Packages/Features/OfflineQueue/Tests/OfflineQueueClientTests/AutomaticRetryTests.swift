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
import Testing

struct AutomaticRetryTests {
    private let vault = InMemorySecretStore()

    @Test(.requirement("LOGIN-12", "OFFLINE-03"))
    func aProgramSendsWhatWaitsBeforeItsWork() async throws {
        let handler = QueuedRequestHandlerSpy(.logout)
        let queue = try await run(handler) { #expect(handler.performed.count == 1) }
        #expect(try await queue.takeNotices().count == 1)
        #expect(vault.names.isEmpty)
    }

    @Test func nobodyIsAskedForAPassPhraseForIt() async throws {
        let handler = QueuedRequestHandlerSpy(.logout)
        try await run(handler, VaultStub(protection: .passphrase)) {}
        #expect(handler.performed.isEmpty)
    }

    @Test(.requirement("LOGIN-12", "OFFLINE-03"))
    func aServerThatDoesntAnswerHoldsUpTheProgramForAWhileAndThePersonIsTold() async throws {
        let handler = AbandonedHandler(.unreachable(LocalizedText(verbatim: "Cancelled.")))
        let clock = ManualClock(), delays = Locked(0)
        let waker = Task {
            await handler.waitUntilAsked()
            await clock.waitForSleepers()
            #expect(delays.withLock { $0 } == 0)
            clock.advance(by: .seconds(1))
            await clock.waitForSleepers()
            #expect(delays.withLock { $0 } == 1)
            clock.advance(by: .seconds(9))
        }
        let queue = try await run(handler, clock: clock, onDelay: { delays.withLock { $0 += 1 } }) {}
        await waker.value
        let waiting = try await queue.waiting()
        #expect(waiting.map(\.problem?.code) == ["no_answer"])
        #expect(waiting.allSatisfy { $0.notBefore != nil }, "the next command isn't held up as well")
    }

    @Test(.requirement("OFFLINE-03"), .timeLimit(.minutes(1)))
    func theProgramWorksWhileAServerIsSilent() async throws {
        let handler = AbandonedHandler(.unreachable(LocalizedText(verbatim: "Cancelled.")))
        let clock = ManualClock()
        let waker = Task {
            await handler.waitUntilAsked()
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
        }
        let queue = try await run(handler, clock: clock) {
            // The rest of the patience passes only here.
            await clock.waitForSleepers()
            clock.advance(by: .seconds(9))
        }
        await waker.value
        #expect(try await queue.waiting().map(\.problem?.code) == ["no_answer"])
    }

    @Test(.requirement("LOGIN-12", "LOGIN-13", "OFFLINE-03"))
    func whatIsDoneAsThePatienceEndsIsDone() async throws {
        let done = LocalizedText(en: "Done.", es: "Hecho.")
        let handler = AbandonedHandler(.done(done))
        let clock = ManualClock()
        let waker = Task {
            await handler.waitUntilAsked()
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
            await clock.waitForSleepers()
            clock.advance(by: .seconds(9))
        }
        let queue = try await run(handler, clock: clock) {}
        await waker.value
        #expect(try await queue.waiting().isEmpty)
        #expect(try await queue.takeNotices().map(\.text) == [done])
        #expect(vault.names.isEmpty)
    }

    @discardableResult private func run(
        _ handler: any QueuedRequestHandling, _ vaultState: VaultStub = VaultStub(),
        clock: any Clock<Duration> = ContinuousClock(), onDelay: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> any RequestQueueing & QueueInspecting {
        var host = PluginHost()
        let plugin = try host.install(
            OfflineQueueClientPlugin.self,
            .init(
                secrets: ImpatientSecrets(store: vault), locks: vault, vault: vaultState, handlers: { [handler] },
                onDelay: onDelay, clock: clock))
        let composition = try host.composed()
        let queue = try composition[plugin].queue
        try await queue.enqueue(
            QueuedRequest(
                id: QueuedRequestID(UUID()), kind: .logout, subject: "", payload: Secret("token"), wantsNotice: true))
        try await composition.run(body)
        return queue
    }
}

/// Gives its answer when nobody waits for it any more.
private struct AbandonedHandler: QueuedRequestHandling {
    let kind = QueuedRequestKind.logout
    let answer: QueuedRequestAnswer

    private let asked = FirstResult<Bool>()

    init(_ answer: QueuedRequestAnswer) { self.answer = answer }

    /// Returns once it was asked for its answer.
    func waitUntilAsked() async { _ = await asked.wait() }

    func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        asked.give(true)
        try? await waitForCancellation()
        return answer
    }
}

/// Refuses whoever is cancelled, as a vault that waits for its lock does.
private struct ImpatientSecrets: SecretReading, SecretWriting, SecretUpdating {
    let store: InMemorySecretStore

    func read(_ name: SecretName) async -> StoredSecret {
        Task.isCancelled ? .unavailable(.cancelled) : await store.read(name)
    }

    func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        guard !Task.isCancelled else { throw .cancelled }
        try await store.save(secret, as: name)
    }

    func remove(_ name: SecretName) async throws(SecretStoreError) {
        guard !Task.isCancelled else { throw .cancelled }
        try await store.remove(name)
    }

    func removeAll() async throws(SecretStoreError) { try await store.removeAll() }

    func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        guard !Task.isCancelled else { throw .cancelled }
        return try await store.update(name, beside: other, decide)
    }
}
