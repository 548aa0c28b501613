import CMicroHTTPD
import Glibc
import HTTPServingAPI
import HTTPTypes

/// Accepts connections and deals them out to the loops in turn.
///
/// The library could accept by itself, but each of its daemons counts only its
/// own connections, and one loop would take most of a burst.
///
/// `@unchecked Sendable`: it is used on the thread of its loop only.
final class Acceptor: @unchecked Sendable {
    private let sockets: [ListeningSocket]
    private let daemons: [Daemon]
    private let context: ServerContext
    private let loop: EventLoop
    private var watches: [(socket: ListeningSocket, token: UInt64)] = []
    private var next = 0
    private var isPaused = false
    private var isStopped = false

    init(_ sockets: [ListeningSocket], daemons: [Daemon], context: ServerContext, loop: EventLoop) {
        self.sockets = sockets
        self.daemons = daemons
        self.context = context
        self.loop = loop
    }

    func start() {
        for socket in sockets {
            let token = loop.watch(socket.descriptor, events: EPOLLIN.rawValue) { [weak self] _ in
                _ = self?.accept(socket)
            }
            if let token { watches.append((socket, token)) }
        }
    }

    func stop() {
        isStopped = true
        pause()
        // Who has connected may have asked already, and closing the socket would
        // reset them.
        for socket in sockets { while accept(socket) {} }
        for socket in sockets { socket.stopListening() }
    }

    /// Tries again after the system was short of something.
    func tick() {
        guard isPaused, !isStopped else { return }
        isPaused = false
        daemons.first?.wantsTicks = false
        start()
    }

    private func pause() {
        for (socket, token) in watches { loop.unwatch(socket.descriptor, token: token) }
        watches = []
        isPaused = true
        daemons.first?.wantsTicks = true
    }

    /// Accepts some, bounded, so that a flood of connections doesn't starve those
    /// that are.
    ///
    /// - Returns: whether there may be more.
    private func accept(_ socket: ListeningSocket) -> Bool {
        for _ in 0..<64 {
            switch socket.accept() {
            case .success(let accepted): place(accepted)
            case .failure(let error):
                switch error.code {
                case EAGAIN: return false
                case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                    pause()
                    return false
                default: continue
                }
            }
        }
        return true
    }

    private func place(_ socket: AcceptedSocket) {
        switch context.gate.admit(socket.peer.ip.client) {
        case .success(let lease):
            let daemon = daemons[next % daemons.count]
            next += 1
            daemon.loop.run { daemon.adopt(socket, lease: lease) }
        case .failure(let error):
            refuse(socket.descriptor, of: socket.peer, error.refusal)
        }
    }

    /// Tells a client why it isn't served, as far as that can be said without
    /// reading its request.
    private func refuse(_ descriptor: Int32, of peer: SocketAddress, _ refusal: ConnectionGate.Refusal) {
        if !context.isSecure {
            let problem: HTTPProblem =
                switch refusal {
                case .full: .unavailable(code: "too_many_connections", retryAfter: .seconds(1))
                case .fullForClient: .tooManyRequests(code: "too_many_connections", retryAfter: .seconds(1))
                }
            let request = ServerRequest(
                method: .get, path: "/", peer: peer, isSecure: false, requestID: context.makeRequestID())
            let bytes = LastAnswer.bytes(context.responder.refuse(request, because: problem), to: request)
            _ = unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            shutdown(descriptor, Int32(SHUT_WR))
            // Unread bytes would turn the close into a reset.
            var unread = [UInt8](repeating: 0, count: 16 * 1024)
            _ = unsafe recv(descriptor, &unread, unread.count, Int32(MSG_DONTWAIT))
        }
        close(descriptor)
    }
}
