public import HTTPTransportAPI
import HTTPTypes

/// Asks the server for as long as whoever looks at a screen waits: a server that
/// is silent is one that can't be reached.
///
/// So each feature shows what is kept, or keeps what was to be sent, as it does
/// without a connection, and in the time of a page.
public struct PatientTransport: HTTPTransport {
    /// For how long no byte may go in either direction while a file is sent: the
    /// server has to look at a picture before it answers.
    private static let silence = Duration.seconds(5)
    /// How long what may not be asked twice is waited for: whoever gives up doesn't
    /// know whether it was done.
    private static let longest = Duration.seconds(10)

    private let transport: any HTTPTransport

    /// Creates a transport over another one.
    public init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    /// Sends a request, and waits for the answer as long as the page may take.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        guard let patience = Patience.current else { return try await transport.send(request) }
        var request = request
        if case .file = request.body {
            request.limits.idle = Self.silence
        } else if !request.mayBeRepeated {
            request.limits.total = min(request.limits.total ?? Self.longest, Self.longest)
        } else {
            return try await patience.wait(patience.left()) { [request] () async throws(HTTPTransportError) in
                try await transport.send(request)
            }
        }
        return try await transport.send(request)
    }

    /// Downloads to a file as long as the page may take.
    public func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        guard let patience = Patience.current else {
            return try await transport.download(request, toFile: path, progress: progress)
        }
        return try await patience.wait(patience.left()) { () async throws(HTTPTransportError) in
            try await transport.download(request, toFile: path, progress: progress)
        }
    }

    /// Asks for a stream, whose head has to come in time; it may have waited for
    /// its turn before it was asked for.
    public func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        guard let patience = Patience.current else { return try await transport.stream(request) }
        return try await patience.wait(patience.limit) { () async throws(HTTPTransportError) in
            try await transport.stream(request)
        }
    }
}

extension HTTPRequest {
    /// Whether it does no more when it comes twice.
    fileprivate var mayBeRepeated: Bool { method != .post || fields[.idempotencyKey] != nil }
}

extension Patience {
    /// Asks for something, and no longer than for a time.
    fileprivate func wait<Answer: Sendable>(
        _ time: Duration, _ ask: @escaping @Sendable () async throws(HTTPTransportError) -> Answer
    ) async throws(HTTPTransportError) -> Answer {
        guard time > .zero else { throw .timedOut }
        let answer = await withTaskGroup(of: Result<Answer, HTTPTransportError>?.self) { group in
            group.addTask {
                do throws(HTTPTransportError) { return .success(try await ask()) } catch { return .failure(error) }
            }
            group.addTask {
                try? await clock.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let answer else { throw Task.isCancelled ? .cancelled : .timedOut }
        return try answer.get()
    }
}
