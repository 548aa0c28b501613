import CurlKit
import HTTPTransportAPI
import HTTPTypes
import Locking

/// Sends requests with libcurl, on one thread for all of them.
final class CurlTransport: HTTPTransport {
    private let settings: TransportSettings
    private let loop: CurlLoop

    init(settings: TransportSettings, loop: CurlLoop) {
        self.settings = settings
        self.loop = loop
    }

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        let follower = RedirectFollower<HTTPResponse> {
            HTTPHead(status: $0.status, fields: $0.fields)
        } perform: { [self] (request) async throws(HTTPTransportError) in
            try await whole(request) { completion in CollectingSink(completion) }
        }
        return try await follower.answer(to: request)
    }

    func download(
        _ request: HTTPRequest,
        toFile path: String,
        progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        let follower = RedirectFollower<FileSink.Received> {
            HTTPHead(status: $0.response.status, fields: $0.response.fields)
        } perform: { [self] (request) async throws(HTTPTransportError) in
            try await whole(request) { completion in
                FileSink(path: path, progress: progress, completion)
            }
        }
        let received = try await follower.answer(to: request)
        try await received.file?.place()
        return received.response
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        let follower = RedirectFollower<HTTPStreamingResponse> {
            HTTPHead(status: $0.status, fields: $0.fields)
        } perform: { [self] (request) async throws(HTTPTransportError) in
            let outgoing = try OutgoingRequest(request, delivery: .piecewise)
            let ticket = CurlTicket()
            let buffer = StreamBuffer(loop: loop, ticket: ticket)
            let head: HTTPHead = try await exchange(outgoing, ticket: ticket) { completion in
                StreamSink(buffer, completion)
            }
            return HTTPStreamingResponse(status: head.status, fields: head.fields, body: HTTPBodyStream(buffer))
        }
        return try await follower.answer(to: request)
    }

    /// Ends all that is going on with `cancelled`, and all that comes.
    func stop() async {
        await loop.stop()
    }

    /// Runs a request whose answer is taken whole; a safe one that stalls is
    /// sent once more, since nobody has seen anything of its answer.
    private func whole<Value: Sendable>(
        _ request: HTTPRequest, _ makeSink: @escaping @Sendable (@escaping Completion<Value>) -> any BodySink
    ) async throws(HTTPTransportError) -> Value {
        let outgoing = try OutgoingRequest(request, delivery: .whole)
        let start = ContinuousClock.now
        let hasStalled = Locked(false)
        do throws(HTTPTransportError) {
            return try await exchange(outgoing, onStall: { hasStalled.withLock { $0 = true } }, makeSink)
        } catch {
            guard hasStalled.current, let again = outgoing.again(after: start.duration(to: .now)) else { throw error }
            return try await exchange(again, makeSink)
        }
    }

    /// Runs a request, and returns what its sink reports.
    private func exchange<Value: Sendable>(
        _ outgoing: OutgoingRequest,
        ticket: CurlTicket = CurlTicket(),
        onStall: @escaping @Sendable () -> Void = {},
        _ makeSink: @escaping @Sendable (@escaping Completion<Value>) -> any BodySink
    ) async throws(HTTPTransportError) -> Value {
        guard !Task.isCancelled else { throw .cancelled }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (continuation: CheckedContinuation<Result<Value, HTTPTransportError>, Never>) in
                loop.start(ticket) { [settings] in
                    let sink = makeSink { continuation.resume(returning: $0) }
                    return HTTPExchange(outgoing, settings: settings, sink: sink, onStall: onStall)
                }
            }
        } onCancel: {
            loop.cancel(ticket)
        }
        return try result.get()
    }
}
