import OfflineQueueAPI
import OfflineQueueLinux
import Threads

/// Sees an opportunity when the kernel reports that a link, an address or a
/// route changed; and, like what it stands on, every few seconds.
struct NetlinkConnectivity: ConnectivityWatching {
    let polling: PolledConnectivity

    func opportunities() -> AsyncStream<Void> {
        guard let socket = NetlinkSocket(), let listener = try? NetlinkListener(socket) else {
            return polling.opportunities()
        }
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let polled = Task {
                for await _ in polling.opportunities() { continuation.yield() }
                continuation.finish()
            }
            let heard = Task { await listener.listen { continuation.yield() } }
            continuation.onTermination = { _ in
                polled.cancel()
                heard.cancel()
                socket.finish()
            }
        }
    }
}

/// Waits for the kernel on a thread of its own.
private actor NetlinkListener {
    private let socket: NetlinkSocket
    private let thread: SerialThread

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(_ socket: NetlinkSocket) throws(ThreadError) {
        self.socket = socket
        thread = try SerialThread(name: "netlink")
    }

    func listen(_ heard: @Sendable () -> Void) {
        while socket.waitForChange() { heard() }
    }
}
