import CoreModels
public import FoundationEssentials
public import HTTPTypes

/// An answer.
public struct ServerResponse: Sendable {
    /// The status.
    public var status: HTTPStatus { didSet { standing = nil } }
    /// The header fields; the server adds `X-Request-ID`, `Date`,
    /// `Content-Length` and what else belongs to the connection.
    public var fields: HTTPFields { didSet { standing = nil } }
    /// The body.
    public var body: ResponseBody { didSet { standing = nil } }
    /// Whether the router may answer with the part that `Range` asks for; for
    /// bodies of bytes and files whose `ETag`, if any, is strong.
    public var allowsRanges: Bool
    /// The pattern of the route that answered; set by the router, for reports.
    public var routePattern: String?
    /// What this is the answer of, as long as nothing in it was changed.
    public internal(set) var standing: StandingResponse?

    /// Creates an answer.
    public init(
        status: HTTPStatus = .ok, fields: HTTPFields = HTTPFields(), body: ResponseBody = .none,
        allowsRanges: Bool = false
    ) {
        self.status = status
        self.fields = fields
        self.body = body
        self.allowsRanges = allowsRanges
    }

    /// The answer that many get.
    init(_ original: ServerResponse, standing: StandingResponse) {
        status = original.status
        fields = original.fields
        body = original.body
        allowsRanges = original.allowsRanges
        self.standing = standing
    }

    /// 204 without a body.
    public static let noContent = ServerResponse(status: .noContent)

    /// An answer with a value as JSON, by the encoder of the wire unless told.
    public static func json(
        _ value: some Encodable, status: HTTPStatus = .ok, fields: HTTPFields = HTTPFields(),
        encoder: JSONEncoder? = nil
    ) throws -> ServerResponse {
        var fields = fields
        fields[.contentType] = MediaType.json.description
        return ServerResponse(
            status: status, fields: fields, body: .bytes(try (encoder ?? WireCoding.encoder()).encode(value)))
    }

    /// An answer with bytes of a media type.
    public static func bytes(
        _ data: Data, type: MediaType, status: HTTPStatus = .ok, fields: HTTPFields = HTTPFields()
    ) -> ServerResponse {
        var fields = fields
        fields[.contentType] = type.description
        return ServerResponse(status: status, fields: fields, body: .bytes(data))
    }

    /// An answer with text in UTF-8, of type `text/plain` unless told.
    public static func text(
        _ text: String, type: MediaType = .plainText, status: HTTPStatus = .ok, fields: HTTPFields = HTTPFields()
    ) -> ServerResponse {
        var response = bytes(Data(text.utf8), type: type, status: status, fields: fields)
        response.fields[.contentType] = "\(type); charset=utf-8"
        return response
    }
}
