import CMicroHTTPD
import HTTPServingAPI
import HTTPTypes

extension Exchange {
    // MARK: The handler

    func startHandler(_ request: consuming ServerRequest) {
        connection.lease.stand(.busy)
        switch context.responder.answer(request) {
        case .ready(let response): didRespond(response)
        case .pending(let make): startTask(make)
        }
    }

    private func startTask(_ make: @escaping @Sendable () async -> ServerResponse) {
        daemon.taskDidStart()
        let handler = Task.immediate(executorPreference: daemon.loop) { [self] in
            didRespond(await make())
            task = nil
            daemon.taskDidEnd()
        }
        // Most have ended by now.
        if response == nil { task = handler }
    }

    /// Makes the body in a task of its own: that of the handler keeps all the
    /// memory that the handler needed for as long as it is known, and a stream
    /// of events may be open for days.
    private func startProducer(_ produce: @escaping ResponseBody.Producer, _ channel: ResponseChannel) {
        daemon.taskDidStart()
        let isCancelled = Task.isCancelled
        producer = Task.immediate(executorPreference: daemon.loop) { [self] in
            await run(produce, channel)
            daemon.taskDidEnd()
        }
        if isCancelled { producer?.cancel() }
    }

    /// Takes the handler's answer.
    private func didRespond(_ response: consuming ServerResponse) {
        self.response = response
        // What the handler hasn't read by now is thrown away.
        body?.fail(.incompleteBody)
        resume()
        guard isProduced, phase != .answered, unsafe handle != nil, sendsBody else { return }
        switch self.response?.body {
        case nil, .none?, .bytes, .file: break
        case .stream(let produce): startProducer(produce, makeStream())
        case .events(let produce):
            let channel = makeStream()
            // Nobody is there to receive events, or won't be for long.
            if connection.isPeerFinished || daemon.isDraining { channel.finish() }
            startProducer(produce, channel)
        }
    }

    private func makeStream() -> ResponseChannel {
        let channel = ResponseChannel { [weak self, loop = daemon.loop] in loop.run { [weak self] in self?.resume() } }
        stream = channel
        return channel
    }

    private func run(_ produce: ResponseBody.Producer, _ channel: ResponseChannel) async {
        do {
            try await produce(channel)
            channel.finish()
        } catch is ResponseWriterError {
            channel.fail()
        } catch {
            if !Task.isCancelled, !(error is CancellationError), let request {
                context.observer.requestDidFail(request, error: error)
            }
            channel.fail()
        }
    }

    func answerOrWait() -> Bool {
        if response != nil { return answer(isEarly: false) }
        suspend()
        return true
    }

    /// Hands the answer to the library.
    ///
    /// - Parameter isEarly: whether the body wasn't read: the library then
    ///   closes the connection after the answer.
    func answer(isEarly: Bool) -> Bool {
        guard let handle = unsafe handle else { return false }
        phase = .answered
        // An endless answer is read for as long as it takes.
        if stream == nil { connection.lease.stand(.reading) }
        if isEarly { connection.mayStillReceive = true }
        if let request, !makeRoom() {
            response = context.responder.refuse(request, because: .unavailable(retryAfter: .seconds(5)))
        }
        if let isQueued = unsafe queue(on: handle) { return isQueued }
        guard let request, let response else { return false }
        context.observer.requestDidFail(request, error: UnreadableFile(response.body))
        self.response = context.responder.refuse(request, because: .internalError)
        return unsafe queue(on: handle) ?? false
    }

    /// Takes note of a body that stays in memory until the client has read it.
    ///
    /// - Returns: whether there is room for it.
    private func makeRoom() -> Bool {
        guard case .bytes(let data)? = response?.body, data.count > UnreadAnswers.small, sendsBody else { return true }
        unread = context.unread.admit(data.count, to: connection.peer.ip) { [weak self, loop = daemon.loop] in
            loop.run { [weak self] in
                // By now it may be over.
                if let self, unsafe handle != nil { connection.close() }
            }
        }
        return unread != nil
    }

    /// - Returns: whether the library took the answer; nil if it can't be made.
    private func queue(on handle: OpaquePointer) -> Bool? {
        guard let requestID = request?.requestID else { return false }
        if let standing = response?.standing, !isLast {
            return daemon.standingAnswers.with(standing, make: prepare) { prepared in
                take(prepared.knownLength)
                return unsafe prepared.queue(on: handle, as: requestID)
            }
        }
        guard var prepared = prepare() else { return nil }
        if isLast || leavesChunk { prepared.closeConnection() }
        take(prepared.knownLength)
        return unsafe prepared.queue(on: handle, as: requestID)
    }

    /// Whether the connection ends after the answer.
    private var isLast: Bool { daemon.isDraining || connection.isSpoilt }

    private func prepare() -> PreparedResponse? {
        response.flatMap { PreparedResponse($0, stream: stream, connection: self) }
    }

    /// Takes note of the answer for the report, which for a stream of events may
    /// be days away, and forgets what that doesn't need.
    private func take(_ length: Int) {
        status = response?.status
        sentBytes = sendsBody ? length : 0
        response?.fields = HTTPFields()
        // The library has its own copy, or holds this one itself.
        if case .bytes? = response?.body { response?.body = .none }
        request?.fields = HTTPFields()
        request?.findings = RequestFindings()
    }

    /// Whether the library sends the empty chunk that ends a body although
    /// there is none (0.9.75): a client would take it for the next answer.
    private var leavesChunk: Bool { isProduced && !sendsBody }

    /// Whether the body is made while it is sent.
    private var isProduced: Bool {
        switch response?.body {
        case nil, .none?, .bytes, .file: false
        case .stream, .events: true
        }
    }

    /// HEAD, 204 and 304 have no body (RFC 9112, section 6.3).
    private var sendsBody: Bool {
        guard let status = response?.status else { return false }
        return request?.method != .head && status != .noContent && status != .notModified
    }

    // MARK: Waiting

    /// Takes the connection out of the loop.
    ///
    /// The library calls back once it is resumed.
    func suspend() {
        guard let handle = unsafe handle, !isSuspended else { return }
        isSuspended = true
        unsafe MHD_suspend_connection(handle)
    }

    func resume() {
        guard let handle = unsafe handle, isSuspended else { return }
        isSuspended = false
        unsafe MHD_resume_connection(handle)
    }

    func bodyIsWanted() {
        if phase == .deciding || phase == .receiving { resume() }
    }
}

/// A file that an answer names can't be opened.
struct UnreadableFile: Error, CustomStringConvertible {
    let path: String?

    var description: String { "the file \(path ?? "of the answer") can't be opened" }

    init(_ body: ResponseBody) {
        if case .file(let path, _) = body { self.path = path } else { path = nil }
    }
}
