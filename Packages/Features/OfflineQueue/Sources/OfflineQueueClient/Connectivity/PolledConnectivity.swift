import OfflineQueueAPI

/// Sees an opportunity every few seconds: a server that is started again shows
/// in no other way.
struct PolledConnectivity: ConnectivityWatching {
    let interval: Duration
    let clock: any Clock<Duration>

    func opportunities() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let polling = Task {
                repeat { continuation.yield() } while (try? await clock.sleep(for: interval)) != nil
                continuation.finish()
            }
            continuation.onTermination = { _ in polling.cancel() }
        }
    }
}
