import OfflineQueueAPI
import PluginKit
import SecureStorageAPI

/// Sends what waits when a program starts, for a moment: whatever isn't done by
/// then waits for the next time.
///
/// It comes before what the program was started for, so that a person who
/// logged in without a connection is logged in when the connection is back.
struct AutomaticRetry: PluginService {
    let queue: OfflineQueue
    let vault: any VaultMaintaining
    /// How long a program may be held up at most.
    let patience: Duration
    let clock: any Clock<Duration>

    func start() async throws {
        // Nobody is asked for a pass phrase for the sake of the queue.
        let status = await vault.status()
        guard status.exists, status.protection != .passphrase else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await queue.retry(.due) }
            group.addTask { try? await clock.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
    }
}
