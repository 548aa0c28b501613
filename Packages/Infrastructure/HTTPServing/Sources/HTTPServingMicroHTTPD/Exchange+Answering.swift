import CMicroHTTPD
import HTTPServingAPI
import HTTPTypes

extension Exchange {
    // MARK: The handler

    func startHandler(_ request: ServerRequest) {
        daemon.taskDidStart()
        let handler = Task.immediate(executorPreference: daemon.loop) { [self] in
            let response = await context.responder.respond(to: request)
            if let (produce, channel) = didRespond(response) { startProducer(produce, channel) }
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
    ///
    /// - Returns: what is left to do for the handler's task.
    private func didRespond(_ response: ServerResponse) -> (ResponseBody.Producer, ResponseChannel)? {
        self.response = response
        // What the handler hasn't read by now is thrown away.
        body?.fail(.incompleteBody)
        defer { resume() }
        guard phase != .answered, unsafe handle != nil, sendsBody(response) else { return nil }
        switch response.body {
        case .none, .bytes, .file: return nil
        case .stream(let produce): return (produce, makeStream())
        case .events(let produce):
            let channel = makeStream()
            // Nobody is there to receive events, or won't be for long.
            if connection.isPeerFinished || daemon.isDraining { channel.finish() }
            return (produce, channel)
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
            if !(error is CancellationError), let request { context.observer.requestDidFail(request, error: error) }
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
        guard let handle = unsafe handle, let request, var response else { return false }
        phase = .answered
        if isEarly { connection.mayStillReceive = true }
        var prepared = PreparedResponse(response, sendsBody: sendsBody(response), stream: stream, connection: self)
        if prepared == nil {
            context.observer.requestDidFail(request, error: UnreadableFile(response.body))
            response = context.responder.refuse(request, because: .internalError)
            prepared = PreparedResponse(response, sendsBody: sendsBody(response), stream: nil, connection: self)
        }
        guard let prepared else { return false }
        status = response.status
        // The rest is for the report, which for a stream of events may be days
        // away.
        response.fields = HTTPFields()
        self.response = response
        self.request?.fields = HTTPFields()
        self.request?.findings = RequestFindings()
        sentBytes = prepared.knownLength
        return unsafe prepared.queue(on: handle, closes: daemon.isDraining || leavesChunk(response))
    }

    /// Whether the library sends the empty chunk that ends a body although
    /// there is none (0.9.75): a client would take it for the next answer.
    private func leavesChunk(_ response: ServerResponse) -> Bool {
        switch response.body {
        case .none, .bytes, .file: false
        case .stream, .events: !sendsBody(response)
        }
    }

    /// HEAD, 204 and 304 have no body (RFC 9112, section 6.3).
    private func sendsBody(_ response: ServerResponse) -> Bool {
        request?.method != .head && response.status != .noContent && response.status != .notModified
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
struct UnreadableFile: Error {
    let path: String?

    init(_ body: ResponseBody) {
        if case .file(let path, _) = body { self.path = path } else { path = nil }
    }
}
