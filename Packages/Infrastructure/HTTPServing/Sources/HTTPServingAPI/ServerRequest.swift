public import HTTPTypes
public import Localization

/// A request as a handler sees it.
public struct ServerRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The path as it was sent, still percent-encoded, without the query.
    public var path: String
    /// The decoded query.
    public var query: QueryParameters
    /// The decoded values of the pattern's `{name}` segments.
    public var pathParameters: [String: String]
    /// The header fields.
    public var fields: HTTPFields
    /// The body.
    public var body: RequestBody
    /// Who sent the request: the other end of the connection, or whom a
    /// trusted proxy names.
    public var peer: SocketAddress
    /// Whether ``peer`` sent the request.
    ///
    /// Not if a trusted proxy passed it on and named no address that can be
    /// believed. Then the peer is that proxy, and what the proxy may do isn't
    /// for whoever asks.
    public var isPeerKnown = true
    /// Whether the client's connection is encrypted.
    public var isSecure: Bool
    /// Identifies the request in answers and logs.
    public var requestID: String
    /// The route that answers, once the router has found it.
    public package(set) var route: Route?
    /// What middlewares found out about the request.
    public var findings = RequestFindings()

    /// Creates a request.
    public init(
        method: HTTPMethod, path: String, query: QueryParameters = QueryParameters(),
        pathParameters: [String: String] = [:], fields: HTTPFields = HTTPFields(), body: RequestBody = .empty,
        peer: SocketAddress, isSecure: Bool, requestID: String
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.pathParameters = pathParameters
        self.fields = fields
        self.body = body
        self.peer = peer
        self.isSecure = isSecure
        self.requestID = requestID
    }

    /// The pattern of the route, once the router has found it.
    public var routePattern: String? { route?.pattern }

    /// The language in which the client wants to read the answer.
    public var language: Language { .negotiated(acceptLanguage: fields[.acceptLanguage]) }
}
