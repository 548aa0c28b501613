public import HTTPTypes

/// Learns about requests, for logs and metrics.
///
/// Calls come from the server's event loop and from handlers' tasks, several
/// at a time; they must return at once.
public protocol RequestObserver: Sendable {
    /// Requests are over: answered in full or broken off.
    ///
    /// They come in the order in which they ended on one connection; those that
    /// end together come together.
    func requestsDidEnd(_ reports: [RequestReport])

    /// A handler threw something that isn't an ``HTTPProblem``, or an answer
    /// couldn't be sent. The client saw only `internal_error`, or what the
    /// server's operators made of it (`storage_full`, `unavailable`).
    func requestDidFail(_ request: ServerRequest, error: any Error)
}

/// What happened to a request.
public struct RequestReport: Hashable, Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The pattern of the route, or nil when no route matched.
    ///
    /// Unlike the path, it is a label of bounded variety.
    public var routePattern: String?
    /// The path as it was sent, without the query.
    public var path: String
    /// The status of the answer; nil when the client left before there was one.
    public var status: HTTPStatus?
    /// From the last byte of the request's header to the end.
    public var duration: Duration
    /// How many bytes of the body were received.
    public var receivedBytes: Int
    /// How many bytes of the answer's body were handed to the connection.
    public var sentBytes: Int
    /// Whether the whole answer was sent.
    public var isComplete: Bool
    /// Identifies the request.
    public var requestID: String
    /// Who sent it.
    public var peer: SocketAddress

    /// Creates a report.
    public init(
        method: HTTPMethod, routePattern: String?, path: String, status: HTTPStatus?, duration: Duration,
        receivedBytes: Int, sentBytes: Int, isComplete: Bool, requestID: String, peer: SocketAddress
    ) {
        self.method = method
        self.routePattern = routePattern
        self.path = path
        self.status = status
        self.duration = duration
        self.receivedBytes = receivedBytes
        self.sentBytes = sentBytes
        self.isComplete = isComplete
        self.requestID = requestID
        self.peer = peer
    }
}
