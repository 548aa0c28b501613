import OfflineQueueAPI
import PluginKit
import SecureStorageAPI

/// Sends what waits when a program starts: whatever isn't done when the
/// patience ends waits for another time.
///
/// It comes before what the program was started for, so that a person who
/// logged in without a connection is logged in when the connection is back.
struct AutomaticRetry: PluginService {
    let queue: OfflineQueue
    let vault: any VaultMaintaining
    /// How long a program may be held up at most.
    let patience: Duration
    let clock: any Clock<Duration>
    /// Says what holds the program up.
    let onDelay: @Sendable () -> Void

    func start() async throws {
        // Nobody is asked for a pass phrase for the sake of the queue.
        let status = await vault.status()
        guard status.exists, status.protection != .passphrase else { return }
        await queue.retryDue(within: patience, by: clock, onDelay: onDelay)
    }
}
