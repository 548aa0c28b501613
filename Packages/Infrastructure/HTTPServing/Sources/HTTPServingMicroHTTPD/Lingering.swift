import CMicroHTTPD
import Glibc

/// Reads and throws away what a refused client still sends.
///
/// Closing a connection with unread bytes resets it, and the client might lose
/// the answer that tells why. So the answer's connection stays open for
/// reading, for a moment and a few megabytes.
final class Lingering {
    private static let seconds = 2
    private static let bytes = 8 * 1024 * 1024

    private let descriptor: Int32
    let lease: ConnectionLease
    private unowned let loop: EventLoop
    private var watch: UInt64?
    private var ticks = 0
    private var received = 0
    private(set) var isOver = false

    /// Takes over a copy of the connection's descriptor, or gives nil when
    /// there is none to be had.
    init?(of connection: Connection, loop: EventLoop) {
        let copy = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        descriptor = copy
        lease = connection.lease
        self.loop = loop
        lease.stand(.asking)
        shutdown(copy, Int32(SHUT_WR))
        watch = loop.watch(copy, events: EPOLLIN.rawValue | EPOLLRDHUP.rawValue) { [weak self] _ in self?.discard() }
        if watch == nil { end() }
    }

    deinit {
        end()
    }

    func tick() {
        ticks += 1
        if ticks > Self.seconds { end() }
    }

    func end() {
        guard !isOver else { return }
        isOver = true
        if let watch { loop.unwatch(descriptor, token: watch) }
        close(descriptor)
    }

    private func discard() {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        received += max(count, 0)
        if count == 0 || received > Self.bytes || (count < 0 && errno != EAGAIN && errno != EINTR) { end() }
    }
}
