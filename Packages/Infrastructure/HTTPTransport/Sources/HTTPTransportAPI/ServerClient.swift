import CoreModels
public import FoundationEssentials
public import HTTPTypes

/// Asks one server in JSON, and reads its answers and problems.
public struct ServerClient: Sendable {
    /// The server that is asked.
    public let address: ServerAddress
    private let transport: any HTTPTransport
    private let acceptLanguage: String

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - address: The server that is asked.
    ///   - transport: Carries the requests; an authorizing one adds credentials.
    ///   - acceptLanguage: The language in which the server explains problems.
    public init(address: ServerAddress, transport: any HTTPTransport, acceptLanguage: String = "en") {
        self.address = address
        self.transport = transport
        self.acceptLanguage = acceptLanguage
    }

    /// Reads a resource.
    ///
    /// - Parameter limits: What the exchange may cost.
    public func get(
        _ path: String, query: KeyValuePairs<String, String> = [:], fields: HTTPFields = [:],
        limits: HTTPLimits = HTTPLimits()
    ) async throws(HTTPTransportError) -> ServerAnswer {
        var request = request(.get, path, query: query, fields: fields)
        request.limits = limits
        return ServerAnswer(try await transport.send(request))
    }

    /// Submits a value as JSON, or nothing.
    ///
    /// - Throws: `invalidRequest` when the value can't be written as JSON,
    ///   besides what the transport throws.
    public func post(
        _ path: String, json value: (any Encodable)? = nil, fields: HTTPFields = [:]
    ) async throws(HTTPTransportError) -> ServerAnswer {
        try await send(.post, path, json: value, fields: fields)
    }

    /// Puts a value, as JSON, in the place of what is there.
    ///
    /// - Throws: As ``post(_:json:fields:)``.
    public func put(_ path: String, json value: any Encodable) async throws(HTTPTransportError) -> ServerAnswer {
        try await send(.put, path, json: value)
    }

    /// Submits what is in a file.
    ///
    /// - Parameters:
    ///   - file: The path of the body.
    ///   - contentType: What the body is, with its parameters.
    ///   - limits: What the exchange may cost; uploads take longer than others.
    ///   - observer: Hears how much was sent.
    public func post(
        _ path: String, file: String, contentType: String, fields: HTTPFields = [:], limits: HTTPLimits,
        observer: UploadObserver? = nil
    ) async throws(HTTPTransportError) -> ServerAnswer {
        var request = request(.post, path, fields: fields)
        request.fields[.contentType] = contentType
        request.body = .file(path: file)
        request.limits = limits
        request.uploadObserver = observer
        return ServerAnswer(try await transport.send(request))
    }

    /// Removes a resource.
    public func delete(_ path: String) async throws(HTTPTransportError) -> ServerAnswer {
        try await send(.delete, path, json: nil)
    }

    private func send(
        _ method: HTTPMethod, _ path: String, json value: (any Encodable)?, fields: HTTPFields = [:]
    ) async throws(HTTPTransportError) -> ServerAnswer {
        var request = request(method, path, fields: fields)
        if let value {
            do {
                request.body = .bytes(try WireCoding.encoder().encode(value))
            } catch {
                // The value may hold secrets: its text stays out of the error.
                throw .invalidRequest(reason: "the body of \(method) \(path) can't be written as JSON")
            }
            request.fields[.contentType] = MediaType.json.description
        }
        return ServerAnswer(try await transport.send(request))
    }

    private func request(
        _ method: HTTPMethod, _ path: String, query: KeyValuePairs<String, String> = [:], fields: HTTPFields
    ) -> HTTPRequest {
        var request = HTTPRequest(method: method, url: address.url(path: path, query: query), fields: fields)
        request.fields[.accept] = "\(MediaType.json), \(MediaType.problem)"
        request.fields[.acceptLanguage] = acceptLanguage
        return request
    }
}

/// What a server answered.
public struct ServerAnswer: Sendable {
    /// The status code.
    public let status: HTTPStatus
    /// The header fields.
    public let fields: HTTPFields
    /// The body.
    public let body: Data

    /// Creates an answer.
    public init(_ response: HTTPResponse) {
        status = response.status
        fields = response.fields
        body = response.body
    }

    /// The body as a value, or nil if it isn't one.
    public func decode<Value: Decodable>(_ type: Value.Type) -> Value? {
        try? WireCoding.decoder().decode(type, from: body)
    }

    /// The problem that the server reports (RFC 9457); empty if the body
    /// holds none.
    public var problem: ProblemDetails {
        guard fields[.contentType].flatMap({ MediaType(contentType: $0) }) == .problem else { return ProblemDetails() }
        return decode(ProblemDetails.self) ?? ProblemDetails()
    }

    /// For how many seconds the server asks to be left alone, if it says so in
    /// seconds (RFC 9110, section 10.2.3).
    public var retryAfter: Duration? {
        fields[.retryAfter].flatMap { Int($0) }.flatMap { (0...86_400).contains($0) ? .seconds($0) : nil }
    }
}
