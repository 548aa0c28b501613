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
import Testing

struct AutomaticRetryTests {
    private let vault = InMemorySecretStore()

    @Test(.requirement("LOGIN-12", "OFFLINE-03"))
    func aProgramSendsWhatWaitsBeforeItsWork() async throws {
        let handler = QueuedRequestHandlerSpy(.logout)
        try await run(handler) { #expect(handler.performed.count == 1) }
        #expect(vault.names.isEmpty)
    }

    @Test func nobodyIsAskedForAPassPhraseForIt() async throws {
        let handler = QueuedRequestHandlerSpy(.logout)
        try await run(handler, VaultStub(protection: .passphrase)) {}
        #expect(handler.performed.isEmpty)
    }

    @Test func aServerThatDoesntAnswerHoldsUpTheProgramForAMomentOnly() async throws {
        let clock = ManualClock()
        let waker = Task {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
        }
        try await run(HangingHandler(), clock: clock) {}
        await waker.value
        #expect(!vault.names.isEmpty)
    }

    private func run(
        _ handler: any QueuedRequestHandling, _ vaultState: VaultStub = VaultStub(),
        clock: any Clock<Duration> = ContinuousClock(), _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let host = PluginHost()
        let queue = try host.install(
            OfflineQueueClientPlugin.self,
            .init(
                secrets: vault, locks: vault, vault: vaultState, handlers: { [handler] }, clock: clock)
        ).exports.queue
        try await queue.enqueue(
            QueuedRequest(id: QueuedRequestID(UUID()), kind: .logout, subject: "", payload: Secret("token")))
        try await host.run(body)
    }
}

/// Waits until it is cancelled.
private struct HangingHandler: QueuedRequestHandling {
    let kind = QueuedRequestKind.logout

    func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        try? await Task.sleep(for: .seconds(3600))
        return .unreachable(LocalizedText(verbatim: "Cancelled."))
    }
}
