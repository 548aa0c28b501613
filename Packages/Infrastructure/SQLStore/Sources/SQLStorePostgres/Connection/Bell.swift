import CPostgreSQL
import Glibc

/// Wakes up a thread that waits for a connection's socket (eventfd(2)).
final class Bell: Sendable {
    let descriptor: Int32

    init() throws(ConnectionFailure) {
        descriptor = cpostgresql_make_bell()
        guard descriptor >= 0 else { throw .system(call: "eventfd", code: errno) }
    }

    deinit { close(descriptor) }

    /// Wakes up whoever waits, or will wait next; from any thread.
    func ring() {
        var one: UInt64 = 1
        unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Makes it silent again.
    func hush() {
        var count: UInt64 = 0
        unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
    }

    /// What a wait ended with.
    struct Wakening {
        let isSocketReady: Bool
        let isRung: Bool
    }

    /// Waits until the socket is ready, the bell rings, or the time is over.
    ///
    /// - Parameters:
    ///   - socket: Nil to wait for the bell alone.
    ///   - writing: Whether room to write is waited for as well.
    ///   - timeout: Nil to wait for ever.
    func wait(for socket: Int32?, writing: Bool = false, timeout: Duration? = nil) -> Wakening {
        var waiting = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket ?? -1, events: Int16(POLLIN) | (writing ? Int16(POLLOUT) : 0), revents: 0),
        ]
        let limit = timeout.map { max(0, Int32(clamping: $0.components.seconds * 1000 + $0.milliseconds)) } ?? -1
        let count = unsafe poll(&waiting, nfds_t(waiting.count), limit)
        guard count > 0 else { return Wakening(isSocketReady: false, isRung: false) }
        if waiting[0].revents != 0 { hush() }
        return Wakening(isSocketReady: waiting[1].revents != 0, isRung: waiting[0].revents != 0)
    }
}

extension Duration {
    /// The milliseconds beyond its whole seconds.
    fileprivate var milliseconds: Int64 { components.attoseconds / 1_000_000_000_000_000 }
}
