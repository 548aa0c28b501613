import CMicroHTTPD
import Glibc

/// Reads and throws away what a refused client still sends.
///
/// Closing a connection with unread bytes resets it, and the client might lose
/// the answer that tells why: a browser reads it when it has sent everything. So
/// the answer's connection stays open for reading, for as long as something comes
/// and half a minute at most.
final class Lingering {
    private static let silence = 2, seconds = 30

    private let descriptor: Int32
    let lease: ConnectionLease
    private unowned let loop: EventLoop
    private var watch: UInt64?
    private let limit: Int
    private var ticks = 0
    private var silentTicks = 0
    private var received = 0
    private(set) var isOver = false

    /// Takes over a copy of the connection's descriptor, or gives nil when
    /// there is none to be had.
    ///
    /// - Parameter limit: How many bytes are read.
    init?(of connection: Connection, upTo limit: Int, loop: EventLoop) {
        let copy = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        descriptor = copy
        lease = connection.lease
        self.limit = limit
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
        silentTicks += 1
        if silentTicks > Self.silence || ticks > Self.seconds { end() }
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
        if count > 0 { silentTicks = 0 }
        if count == 0 || received > limit || (count < 0 && errno != EAGAIN && errno != EINTR) { end() }
    }
}
