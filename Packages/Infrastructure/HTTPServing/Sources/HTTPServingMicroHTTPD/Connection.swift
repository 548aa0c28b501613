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
    /// What the client sent after the last request is none: it is the last.
    private(set) var isSpoilt = false
    private var scanner: RequestScanner
    private var watch: UInt64?
    private unowned let daemon: Daemon

    init(descriptor: Int32, peer: SocketAddress, lease: ConnectionLease, daemon: Daemon) {
        self.descriptor = descriptor
        self.peer = peer
        self.lease = lease
        self.daemon = daemon
        scanner = RequestScanner(daemon.context.limits)
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

    /// Looks at what has arrived before the library does.
    ///
    /// - Returns: how many of the bytes the library is to get; -1 to break the
    ///   connection off, which has had its last answer.
    func inspect(_ bytes: UnsafeRawBufferPointer) -> Int {
        // The library reads on only before an answer.
        guard !isSpoilt else { return -1 }
        do throws(RequestScanner.Violation) {
            try unsafe scanner.scan(bytes.assumingMemoryBound(to: UInt8.self).span)
            return bytes.count
        } catch {
            isSpoilt = true
            // What came before it in one piece is a request of its own.
            guard error.start == 0 else { return error.start }
            daemon.refuse(error, on: self)
            return -1
        }
    }

    /// The server stops: what is being asked is answered, and a connection on
    /// which nothing is asked is closed.
    func drain() {
        // What the client has sent is read within this turn of the loop.
        guard !hasUnreadBytes else { return }
        if let exchange { exchange.drain() } else { close() }
    }

    /// Whether the client has sent something that the library hasn't read.
    private var hasUnreadBytes: Bool {
        var byte: UInt8 = 0
        return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
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
        if daemon.isDraining { drain() }
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
