import AtomicFiles
import CMicroHTTPD
import CReceivedBytes
import CServerCertificate
import Glibc
import HTTPServingAPI
import HTTPTypes
import Localization
import Locking

/// The library's server on one event loop.
///
/// `@unchecked Sendable`: it is made and used on the thread of its loop only;
/// others reach it by `loop.run`.
@safe final class Daemon: EventLoop.Client, @unchecked Sendable {
    /// What a daemon can say while it starts, which is where TLS errors are.
    private var complaints: [String] = []
    private var handle: OpaquePointer?
    private var connections: [Int32: Connection] = [:]
    private var lingering: [Lingering] = []
    private var arriving: (peer: SocketAddress, lease: ConnectionLease)?
    private var activeTasks = 0
    private var reports: [RequestReport] = []
    private var onEmpty: [() -> Void] = []
    private var onIdle: [() -> Void] = []
    private var pollWatch: UInt64?
    private(set) var isDraining = false
    /// What else happens once a second.
    var onTick: (() -> Void)?
    /// Whether `onTick` matters while there is no connection.
    var wantsTicks = false

    let loop: EventLoop
    let context: ServerContext
    let standingAnswers = StandingAnswers()
    private var credentials: TLSCredentials?
    /// Those before, which handshakes may still be using.
    private var retired: [TLSCredentials] = []

    /// The library's memory for one connection: the header, the answer's
    /// header, and a buffer.
    ///
    /// It is cleared after each request, so more of it costs time as well. Beyond
    /// 32 KiB the library maps it and gives it back to the system with the
    /// connection; less would come from the heap, which keeps what a burst of
    /// connections took.
    private static let connectionMemory = 36 * 1024

    init(loop: EventLoop, context: ServerContext, credentials: TLSCredentials?) {
        self.loop = loop
        self.context = context
        self.credentials = credentials
    }

    // MARK: Starting

    func start() throws(HTTPServingError) {
        var callbacks = unsafe Callbacks.table(context: Unmanaged.passUnretained(self).toOpaque())
        var options = unsafe cmhd_options()
        unsafe options.connections = UInt32(clamping: context.limits.connections + 64)
        unsafe options.idle_seconds = UInt32(clamping: max(1, context.limits.idleTime.components.seconds))
        unsafe options.memory = Self.connectionMemory + max(0, context.limits.headerBytes - 16 * 1024) * 2
        if let credentials {
            credentials.use()
            unsafe options.certificate = cservercertificate_callback()
        }
        let started = unsafe TLSCredentials.priorities.withCString { priorities in
            unsafe options.priorities = priorities
            return unsafe cmhd_start(&callbacks, &options)
        }
        guard let started = unsafe started else {
            let complaint = complaints.joined(separator: " ")
            let reason = LocalizedText(
                en: "\(complaint)", es: "la biblioteca de HTTP no ha podido empezar")
            throw credentials == nil ? .system(reason: reason) : .tls(reason: reason)
        }
        unsafe handle = started
        unsafe creceived_watch(
            Unmanaged.passUnretained(self).toOpaque(), context.isSecure ? 1 : 0, inspectReceived)
        pollWatch = loop.watch(unsafe cmhd_epoll_descriptor(started), events: EPOLLIN.rawValue) { _ in }
        guard pollWatch != nil else {
            stopDaemon()
            throw .system(reason: SystemReason(errno).text)
        }
    }

    /// Has the handshakes from now on use other credentials.
    func use(_ credentials: TLSCredentials) {
        credentials.use()
        if let before = self.credentials, !connections.isEmpty { retired.append(before) }
        self.credentials = credentials
    }

    func complain(_ text: String) {
        if unsafe handle == nil { complaints.append(text) }
    }

    // MARK: The loop's client

    func turn() {
        guard let handle = unsafe handle else { return }
        unsafe MHD_run(handle)
        // A job that the turn queued may have made another turn due.
        if loop.runJobs() { unsafe MHD_run(handle) }
        deliverReports()
    }

    /// Takes note of a request that ended; it is told once the library is done.
    func report(_ report: consuming RequestReport) {
        reports.append(report)
    }

    private func deliverReports() {
        guard !reports.isEmpty else { return }
        context.observer.requestsDidEnd(reports)
        reports.removeAll(keepingCapacity: true)
    }

    var timeout: Int32 {
        guard let handle = unsafe handle else { return -1 }
        let limit = unsafe cmhd_timeout(handle)
        let needsTicks = !connections.isEmpty || !lingering.isEmpty || wantsTicks
        return needsTicks ? (limit < 0 ? 1000 : min(limit, 1000)) : limit
    }

    func tick() {
        for connection in connections.values { connection.tick(context.limits) }
        for socket in lingering { socket.tick() }
        lingering.removeAll { $0.isOver }
        onTick?()
    }

    /// The loop goes on for handlers that are still busy after the stop.
    var isFinished: Bool { unsafe handle == nil && activeTasks == 0 && hasEnded }
    private var hasEnded = false

    // MARK: Connections

    /// Takes over an accepted connection.
    func adopt(_ socket: AcceptedSocket, lease: ConnectionLease) {
        guard let handle = unsafe handle else {
            close(socket.descriptor)
            return
        }
        arriving = (socket.peer, lease)
        // The library closes the descriptor if it refuses.
        unsafe socket.address.withPointer { address, length in
            _ = unsafe MHD_add_connection(handle, socket.descriptor, address, length)
        }
        arriving = nil
        lease.givesWay { [self, number = lease.number] in loop.run { [self] in giveWay(number) } }
    }

    /// Closes a connection whose place another one has.
    private func giveWay(_ number: Int) {
        if let connection = connections.values.first(where: { $0.lease.number == number }) {
            if connection.lease.mustLeave() { connection.close() }
        } else {
            lingering.first { $0.lease.number == number }?.end()
        }
    }

    func connectionDidStart(_ handle: OpaquePointer) -> Connection? {
        guard let (peer, lease) = arriving else { return nil }
        let connection = Connection(
            descriptor: unsafe cmhd_descriptor(handle), peer: peer, lease: lease, daemon: self)
        connections[connection.descriptor] = connection
        connection.startWatching()
        return connection
    }

    func connectionDidEnd(_ connection: Connection) {
        connection.stopWatching()
        connections[connection.descriptor] = nil
        // It costs nothing but reading, so it may be more than what comes with an answer that waits.
        let limit = context.limits.discardedBytes * 16
        if connection.mayStillReceive, !isDraining, let socket = Lingering(of: connection, upTo: limit, loop: loop) {
            lingering.append(socket)
        }
        guard connections.isEmpty else { return }
        retired = []
        resumeAll(&onEmpty)
    }

    fileprivate func inspect(_ bytes: UnsafeRawBufferPointer, on descriptor: Int32) -> Int {
        guard let connection = connections[descriptor] else { return bytes.count }
        return unsafe connection.inspect(bytes)
    }

    /// Answers what isn't a request; the library hears nothing of it.
    func refuse(_ violation: RequestScanner.Violation, on connection: Connection) {
        let request = ServerRequest(
            method: HTTPMethod(rawValue: "-"), path: "-", fields: violation.wishes, peer: connection.peer,
            isSecure: context.isSecure, requestID: context.makeRequestID())
        let response = context.responder.refuse(request, because: violation.problem)
        let bytes = LastAnswer.bytes(response, to: request)
        unsafe bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress {
                unsafe creceived_send(connection.descriptor, start, bytes.count)
            }
        }
        connection.mayStillReceive = true
        if let exchange = connection.exchange {
            exchange.wasRefused(request, response.status)
        } else {
            report(
                RequestReport(
                    method: request.method, routePattern: nil, path: request.path, status: response.status,
                    duration: .zero, receivedBytes: 0, sentBytes: 0, isComplete: true, requestID: request.requestID,
                    peer: request.peer))
        }
    }

    // MARK: Tasks

    func taskDidStart() {
        activeTasks += 1
    }

    func taskDidEnd() {
        activeTasks -= 1
        if activeTasks == 0 { resumeAll(&onIdle) }
    }

    // MARK: Stopping

    /// Lets requests in progress finish, ends event streams, and closes
    /// connections that have none.
    ///
    /// `completion` is called when all are closed.
    func drain(_ completion: @escaping () -> Void) {
        isDraining = true
        for connection in connections.values { connection.drain() }
        for socket in lingering { socket.end() }
        lingering = []
        connections.isEmpty ? completion() : onEmpty.append(completion)
    }

    /// Breaks off what is left.
    ///
    /// `completion` is called when no handler is busy any more.
    func stop(_ completion: @escaping () -> Void) {
        isDraining = true
        // The library aborts the program if it is stopped while a connection
        // is suspended, so each is resumed first, on this thread.
        for connection in connections.values { connection.exchange?.abort() }
        stopDaemon()
        hasEnded = true
        resumeAll(&onEmpty)
        activeTasks == 0 ? completion() : onIdle.append(completion)
    }

    private func stopDaemon() {
        guard let handle = unsafe handle else { return }
        if let pollWatch { loop.unwatch(unsafe cmhd_epoll_descriptor(handle), token: pollWatch) }
        unsafe MHD_stop_daemon(handle)
        creceived_unwatch()
        unsafe self.handle = nil
        deliverReports()
    }

    private func resumeAll(_ completions: inout [() -> Void]) {
        let waiting = completions
        completions = []
        for completion in waiting { completion() }
    }
}

/// Called with what the library has received on a socket of a daemon.
private func inspectReceived(
    _ context: UnsafeMutableRawPointer?, _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int
) -> Int {
    guard let daemon = unsafe Callbacks.daemon(context) else { return count }
    return unsafe daemon.inspect(UnsafeRawBufferPointer(start: bytes, count: count), on: descriptor)
}
