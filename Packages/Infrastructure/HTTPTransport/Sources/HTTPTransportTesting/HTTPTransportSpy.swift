public import HTTPTransportAPI
import Locking

/// A transport that records what is asked of another one.
public final class HTTPTransportSpy: HTTPTransport {
    /// What was asked, in the order in which it was asked.
    public enum Call: Sendable, Equatable {
        /// A request whose answer was wanted whole.
        case send(HTTPRequest)
        /// A request whose answer was wanted in a file.
        case download(HTTPRequest, path: String)
        /// A request whose answer was wanted piece by piece.
        case stream(HTTPRequest)

        /// What was to be sent.
        public var request: HTTPRequest {
            switch self {
            case .send(let request), .download(let request, _), .stream(let request): request
            }
        }
    }

    private let transport: any HTTPTransport
    private let recorded = Locked<[Call]>([])

    /// Creates a spy that hands on what it records.
    public init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    /// Creates a spy that answers by a rule.
    public convenience init(
        _ answer: @escaping @Sendable (HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse
    ) {
        self.init(HTTPTransportStub(answer))
    }

    /// What was asked so far.
    public var calls: [Call] { recorded.current }
    /// The requests so far.
    public var requests: [HTTPRequest] { recorded.current.map(\.request) }

    /// Records the request and hands it on.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        record(.send(request))
        return try await transport.send(request)
    }

    /// Records the request and hands it on.
    public func download(
        _ request: HTTPRequest,
        toFile path: String,
        progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        record(.download(request, path: path))
        return try await transport.download(request, toFile: path, progress: progress)
    }

    /// Records the request and hands it on.
    public func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        record(.stream(request))
        return try await transport.stream(request)
    }

    private func record(_ call: Call) {
        recorded.withLock { $0.append(call) }
    }
}
