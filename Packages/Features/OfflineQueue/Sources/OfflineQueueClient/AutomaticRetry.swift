import CoreModels
import Locking
import OfflineQueueAPI
import PluginKit
import SecureStorageAPI

/// Sends what waits when a program starts: whatever isn't done when the
/// patience ends waits for another time.
///
/// It comes before what the program was started for, so that a person who
/// logged in without a connection is logged in when the connection is back.
/// Unless a login waits, a server that is silent holds the program up for a
/// second only: sending goes on beside the program then, which shows what is on
/// the device meanwhile, and ends after it.
struct AutomaticRetry: PluginService {
    let queue: OfflineQueue
    let vault: any VaultMaintaining
    /// How long a program may take longer at most.
    let patience: Duration
    let clock: any Clock<Duration>
    /// Says what goes on.
    let onDelay: @Sendable () -> Void
    private let sending = Locked<Task<Void, Never>?>(nil)

    init(
        queue: OfflineQueue, vault: any VaultMaintaining, patience: Duration, clock: any Clock<Duration>,
        onDelay: @escaping @Sendable () -> Void
    ) {
        self.queue = queue
        self.vault = vault
        self.patience = patience
        self.clock = clock
        self.onDelay = onDelay
    }

    func start() async throws {
        // Nobody is asked for a pass phrase for the sake of the queue.
        let status = await vault.status()
        guard status.exists, status.protection != .passphrase else { return }
        let needsSession = await Task.inPassing { [queue] in
            ((try? await queue.waiting()) ?? []).contains { $0.kind == .login || $0.kind == .registration }
        }
        let mayGoOn = FirstResult<Bool>()
        let task = Task { [queue, patience, clock, onDelay] in
            await queue.retryDue(within: patience, by: clock) {
                onDelay()
                if !needsSession { mayGoOn.give(true) }
            }
            mayGoOn.give(true)
        }
        sending.withLock { $0 = task }
        _ = await withTaskCancellationHandler {
            await mayGoOn.wait()
        } onCancel: {
            task.cancel()
        }
    }

    func stop() async {
        guard let task = sending.withLock({ $0 }) else { return }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
