import CoreModels
import FoundationEssentials
import KernelTesting
import OfflineQueueAPI
import OfflineQueueClient
import OfflineQueueTesting
import PluginKit
import SecureStorageAPI
import SecureStorageTesting

/// A queue whose secrets and whose time a test has in its hands.
protocol QueueStage {
    var vault: InMemorySecretStore { get }
    var date: ManualDate { get }
}

extension QueueStage {
    func request(
        _ kind: QueuedRequestKind, subject: String = "", text: String = "payload", wantsNotice: Bool = false
    ) -> QueuedRequest {
        QueuedRequest(
            id: QueuedRequestID(UUID()), kind: kind, subject: subject, payload: Secret(text), wantsNotice: wantsNotice)
    }

    func queue(
        _ handlers: QueuedRequestHandlerSpy..., over secrets: (any SecretStore)? = nil,
        clock: any Clock<Duration> = ContinuousClock(), bootTime: @escaping @Sendable () -> BootTime? = { nil }
    ) -> any RequestQueueing & QueueRetrying & QueueInspecting {
        OfflineQueueClientPlugin.assemble(
            dependencies(handlers, over: secrets ?? vault, clock: clock, bootTime: bootTime)
        ).exports.queue
    }

    func dependencies(
        _ handlers: [QueuedRequestHandlerSpy], over secrets: any SecretStore,
        clock: any Clock<Duration> = ContinuousClock(), bootTime: @escaping @Sendable () -> BootTime? = { nil }
    ) -> OfflineQueueClientPlugin.Dependencies {
        .init(
            secrets: secrets, locks: vault, vault: VaultStub(), handlers: { handlers }, now: date.now,
            bootTime: bootTime,
            jitter: { 0 }, clock: clock)
    }
}
