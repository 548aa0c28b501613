import CMicroHTTPD
import Glibc
import HTTPServingAPI

/// One connection; the library's `socket_context` owns it.
///
/// Everything here happens on the thread of the connection's loop.
final class Connection {
    let descriptor: Int32
    let peer: SocketAddress
    let lease: ConnectionLease
    /// The request in progress, if there is one.
    var exchange: Exchange?
    /// The client will send nothing more.
    var isPeerFinished = false
    /// The client may still be sending when the connection is closed.
    var mayStillReceive = false
    /// Seconds since the connection was opened or its last request ended.
    var idleTicks = 0
    /// Whether a request has been answered.
    var isUsed = false
    private var watch: UInt64?
    private unowned let daemon: Daemon

    init(descriptor: Int32, peer: SocketAddress, lease: ConnectionLease, daemon: Daemon) {
        self.descriptor = descriptor
        self.peer = peer
        self.lease = lease
        self.daemon = daemon
    }

    /// Watches for the client's leaving, which the library doesn't notice
    /// while the connection is suspended, until ``stopWatching()``.
    func startWatching() {
        watch = daemon.loop.watch(descriptor, events: EPOLLRDHUP.rawValue | EPOLLET.rawValue) { [self] events in
            peerDidLeave(isGone: events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
        }
    }

    func stopWatching() {
        guard let watch else { return }
        daemon.loop.unwatch(descriptor, token: watch)
        self.watch = nil
    }

    private func peerDidLeave(isGone: Bool) {
        isPeerFinished = true
        exchange?.peerDidLeave(isGone: isGone)
    }

    /// Makes the library close the connection.
    func close() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Ends the connection once what is being sent has been sent.
    func closeAfterAnswer() {
        shutdown(descriptor, Int32(SHUT_RD))
    }

    /// Closes a connection that is too slow.
    ///
    /// Called once a second.
    func tick(_ limits: HTTPServerLimits) {
        if let exchange {
            exchange.tick()
            return
        }
        idleTicks += 1
        // The library misses an end that comes together with a request.
        if isPeerFinished { close() }
        // Silence is the library's to notice; this is for a client that sends
        // its header byte by byte.
        let patience = limits.headerTime + (isUsed ? limits.idleTime : .zero)
        if .seconds(idleTicks) > patience { close() }
    }
}
