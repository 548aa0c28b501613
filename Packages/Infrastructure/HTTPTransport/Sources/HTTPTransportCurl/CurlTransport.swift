import CurlKit
import HTTPTransportAPI
import HTTPTransportFiles
import HTTPTypes

/// Sends requests with libcurl, on one thread for all of them.
final class CurlTransport: HTTPTransport {
    let settings: TransportSettings
    private let presets: TransferPresets
    let addresses = AddressChecker()
    private let placer = FilePlacer()
    let loop: CurlLoop

    init(settings: TransportSettings, loop: CurlLoop) {
        self.settings = settings
        presets = TransferPresets(settings)
        self.loop = loop
    }

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        try await request.following {
            HTTPHead(status: $0.status, fields: $0.fields)
        } _: { (request) async throws(HTTPTransportError) in
            try unsafe await whole(request, .whole) { completion in unsafe CollectingSink(completion) }
        }
    }

    func download(
        _ request: HTTPRequest,
        toFile path: String,
        progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        let received = try await request.following {
            HTTPHead(status: $0.response.status, fields: $0.response.fields)
        } _: { (request) async throws(HTTPTransportError) in
            try unsafe await whole(request, .toFile) { completion in
                unsafe FileSink(path: path, progress: progress, completion)
            }
        }
        try await received.file?.place(placer)
        return received.response
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        try await request.following {
            HTTPHead(status: $0.status, fields: $0.fields)
        } _: { (request) async throws(HTTPTransportError) in
            let outgoing = try await outgoing(request, .piecewise)
            let ticket = CurlTicket()
            let buffer = StreamBuffer(loop: loop, ticket: ticket)
            do throws(ExchangeFailure) {
                let head: HTTPHead = try unsafe await exchange(outgoing, ticket: ticket) { completion in
                    unsafe StreamSink(buffer, completion)
                }
                return HTTPStreamingResponse(status: head.status, fields: head.fields, body: HTTPBodyStream(buffer))
            } catch {
                throw error.error
            }
        }
    }

    /// Ends all that is going on with `cancelled`, and all that comes.
    func stop() async {
        await loop.stop()
    }

    /// Runs a request whose answer is taken whole; a safe one that stalls is
    /// sent once more, since nobody has seen anything of its answer.
    ///
    /// Inlined, as what it calls is, since each function that waits looks for its
    /// task's executor before it goes on.
    @inline(__always)
    private func whole<Value: Sendable>(
        _ request: HTTPRequest, _ delivery: OutgoingRequest.Delivery,
        _ makeSink: @Sendable (Completion<Value>) -> any BodySink
    ) async throws(HTTPTransportError) -> Value {
        var outgoing = try await outgoing(request, delivery)
        let start = ContinuousClock.now
        while true {
            do throws(ExchangeFailure) {
                return try unsafe await exchange(outgoing, makeSink)
            } catch {
                guard error.isStall, let again = outgoing.again(after: start.duration(to: .now)) else {
                    throw error.error
                }
                outgoing = again
            }
        }
    }

    /// A request that has been found fit, with the pins of its host; each step of a redirect has its own.
    @inline(__always)
    private func outgoing(
        _ request: HTTPRequest, _ delivery: OutgoingRequest.Delivery
    ) async throws(HTTPTransportError) -> OutgoingRequest {
        let outgoing = try OutgoingRequest(request, delivery: delivery, addresses)
        guard let pins = try await settings.pins(of: outgoing) else { return outgoing }
        return OutgoingRequest(outgoing, pins: pins)
    }

    /// Runs a request, and returns what its sink reports.
    @inline(__always)
    private func exchange<Value: Sendable>(
        _ outgoing: OutgoingRequest,
        ticket: CurlTicket = CurlTicket(),
        _ makeSink: @Sendable (Completion<Value>) -> any BodySink
    ) async throws(ExchangeFailure) -> Value {
        let result = await withTaskCancellationHandler {
            unsafe await withUnsafeContinuation {
                (continuation: Completion<Value>) in
                let sink = unsafe makeSink(continuation), preset = presets[outgoing.kind]
                loop.start(ticket, HTTPExchange(outgoing, preset: preset, settings: settings, sink: sink))
            }
        } onCancel: {
            loop.cancel(ticket)
        }
        return try result.get()
    }
}
