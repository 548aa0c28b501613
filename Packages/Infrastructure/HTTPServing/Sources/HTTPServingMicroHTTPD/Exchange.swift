import CMicroHTTPD
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes

/// One request and its answer.
///
/// `@unchecked Sendable`: it is touched on the thread of its connection's loop
/// only. The handler's task runs there too, since the loop is its executor, and
/// the channels call back through `loop.run`.
@safe final class Exchange: @unchecked Sendable {
    /// How far the exchange has come.
    enum Phase {
        /// The header isn't complete.
        case header
        /// The handler runs; it has neither answered nor asked for the body.
        case deciding
        /// The body is coming.
        case receiving
        /// The request is complete; its answer isn't there yet.
        case answering
        /// The answer has been handed to the library.
        case answered
    }

    /// What became of a piece of the body.
    enum Reception {
        case taken
        /// It is to be offered again once the connection is resumed.
        case notTaken
        case disconnect
    }

    /// Up to this size a body is read before its handler starts, so that a slow
    /// client holds up nothing but its own connection.
    private static let smallBody = 64 * 1024

    private let target: [UInt8]
    /// Knows the exchange as well, until that has ended.
    let connection: Connection
    let daemon: Daemon
    private let start: ContinuousClock.Instant
    var phase = Phase.header
    /// The library's connection, while this is its request.
    var handle: OpaquePointer?
    var isSuspended = false
    var request: ServerRequest?
    var response: ServerResponse?
    /// Runs the handler.
    var task: Task<Void, Never>?
    /// Makes the body while it is sent.
    var producer: Task<Void, Never>?
    /// Takes a small body.
    private var collected = Data()
    /// Takes a large body.
    var body: BodyChannel?
    var stream: ResponseChannel?
    var status: HTTPStatus?
    var sentBytes = 0
    /// Room for the answer's bytes until they are sent.
    var unread: UnreadAnswers.Lease?
    private var receivedBytes = 0
    private var discardedBytes = 0
    private var ticks = 0
    private var isRefused = false
    private var receivedBytesAtTick = 0

    var context: ServerContext { daemon.context }

    init(target: [UInt8], connection: Connection, daemon: Daemon) {
        self.target = target
        self.connection = connection
        self.daemon = daemon
        start = daemon.context.clock.now
    }

    // MARK: What the library calls

    /// Goes on after the header, after the body, or after a resumption.
    ///
    /// - Returns: whether the connection is to live.
    func proceed(_ handle: OpaquePointer, _ line: @autoclosure () -> RequestHead.Line) -> Bool {
        unsafe self.handle = handle
        switch phase {
        case .header: return unsafe begin(handle, line())
        case .deciding: return decide()
        case .receiving:
            endBody()
            return answerOrWait()
        case .answering: return answerOrWait()
        case .answered: return true
        }
    }

    /// Takes a piece of the body.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Reception {
        if response != nil { return discard(bytes.count) }
        if let body {
            if receivedBytes + bytes.count > context.limits.bodyBytes {
                body.fail(.bodyTooLarge(limit: context.limits.bodyBytes))
            } else if unsafe !body.offer(bytes) {
                suspend()
                return .notTaken
            }
            daemon.loop.runJobs()
        } else {
            unsafe collected.append(contentsOf: bytes)
        }
        receivedBytes += bytes.count
        return .taken
    }

    /// The request is over.
    func didEnd(isComplete: Bool) {
        unsafe handle = nil
        isSuspended = false
        body?.fail(.incompleteBody)
        stream?.close()
        if let unread { context.unread.release(unread) }
        connection.lease.stand(.idle)
        if !isComplete { cancel() }
        connection.exchange = nil
        connection.idleTicks = 0
        connection.isUsed = true
        if daemon.isDraining { connection.closeAfterAnswer() }
        report(isComplete: isComplete && status != nil || isRefused)
    }

    /// What followed of the request was none, and the client knows.
    func wasRefused(_ answered: ServerRequest, _ status: HTTPStatus) {
        request = request ?? answered
        self.status = status
        isRefused = true
    }

    // MARK: Reading the request

    private func begin(_ handle: OpaquePointer, _ line: RequestHead.Line) -> Bool {
        ticks = 0
        let fields = unsafe RequestHead.fields(of: handle)
        let head: RequestHead
        do throws(HTTPProblem) {
            let size = unsafe cmhd_header_size(handle)
            guard size <= context.limits.headerBytes else { throw .headersTooLarge(limit: context.limits.headerBytes) }
            head = try RequestHead(line, target: target, fields: fields, limits: context.limits)
        } catch {
            let request = makeRequest(RequestHead(unreadable: line, fields: fields))
            self.request = request
            response = context.responder.refuse(request, because: error)
            return answer(isEarly: true)
        }
        switch head.framing {
        case .none, .length(0): phase = .receiving
        case .length(let length) where length <= Self.smallBody && !head.expectsContinue:
            phase = .receiving
            collected.reserveCapacity(length)
        case .length(let length): return beginStreaming(head, length)
        case .chunked: return beginStreaming(head, nil)
        }
        request = makeRequest(head)
        return true
    }

    /// Starts the handler before the body is there: it may refuse the request
    /// without reading it.
    private func beginStreaming(_ head: RequestHead, _ length: Int?) -> Bool {
        let channel = BodyChannel { [weak self, loop = daemon.loop] in loop.run { [weak self] in self?.bodyIsWanted() }
        }
        body = channel
        phase = .deciding
        let source: RequestBody.Source = { () async throws(HTTPProblem) -> Data? in try await channel.next() }
        let request = makeRequest(head, RequestBody(declaredLength: length, source: source))
        self.request = request
        startHandler(request)
        return decide()
    }

    private func decide() -> Bool {
        if response != nil { return answer(isEarly: true) }
        if body?.isDemanded == true { phase = .receiving } else { suspend() }
        return true
    }

    private func endBody() {
        phase = .answering
        if let body {
            body.finish()
        } else {
            if !collected.isEmpty { request?.body = .bytes(collected) }
            collected = Data()
            if let request { startHandler(request) }
        }
        daemon.loop.runJobs()
    }

    private func makeRequest(_ head: RequestHead, _ body: RequestBody = .empty) -> ServerRequest {
        ServerRequest(
            method: head.method, path: head.path, query: head.query, fields: head.fields, body: body,
            peer: connection.peer, isSecure: context.isSecure, requestID: context.makeRequestID())
    }

    /// Reads on for a client that wants to finish its body before it reads the
    /// answer, up to a bound.
    private func discard(_ count: Int) -> Reception {
        receivedBytes += count
        discardedBytes += count
        return discardedBytes > context.limits.discardedBytes ? .disconnect : .taken
    }

    // MARK: Ending early

    /// The client closed its side, or the connection broke.
    func peerDidLeave(isGone: Bool) {
        // While the body is coming, the library sees the end of it by itself.
        guard phase == .answering || phase == .answered || isGone else { return }
        cancel()
        stream?.close()
        if isGone {
            body?.fail(.incompleteBody)
            resume()
        }
    }

    private func cancel() {
        task?.cancel()
        producer?.cancel()
    }

    /// The server stops: endless answers end, half a header is dropped, and the
    /// rest is finished.
    func drain() {
        guard phase != .header else {
            connection.close()
            return
        }
        guard case .events = response?.body, let stream else { return }
        stream.finish()
        cancel()
    }

    /// The server has stopped waiting.
    func abort() {
        cancel()
        body?.fail(.incompleteBody)
        stream?.close()
        resume()
    }

    /// Ends the connection when the request comes too slowly, or can't be
    /// completed any more; called once a second.
    func tick() {
        guard phase == .header || phase == .receiving, !isSuspended else { return }
        ticks += 1
        // The library misses an end that comes together with a part of the
        // request. Whatever was in the buffers has been read by now.
        let hasStalled = receivedBytes == receivedBytesAtTick
        receivedBytesAtTick = receivedBytes
        if connection.isPeerFinished, hasStalled, ticks > 1 { connection.close() }
        guard phase == .receiving else {
            if .seconds(ticks) > context.limits.headerTime { connection.close() }
            return
        }
        let allowance = Duration.seconds(receivedBytes / max(context.limits.bodyRate, 1))
        if .seconds(ticks) > context.limits.bodyTime + allowance { connection.close() }
    }

    private func report(isComplete: Bool) {
        guard let request = request.take() else { return }
        daemon.report(
            RequestReport(
                method: request.method, routePattern: response?.routePattern, path: request.path, status: status,
                duration: context.clock.now - start, receivedBytes: receivedBytes,
                sentBytes: stream?.takenBytes ?? sentBytes, isComplete: isComplete, requestID: request.requestID,
                peer: request.peer))
    }
}
