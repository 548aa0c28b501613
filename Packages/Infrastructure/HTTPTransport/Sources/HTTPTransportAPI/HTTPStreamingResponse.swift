public import HTTPTypes

/// The answer of a server whose body is still coming.
public struct HTTPStreamingResponse: Sendable {
    /// What became of the request.
    public let status: HTTPStatus
    /// Header fields, in the order in which they came.
    public let fields: HTTPFields
    /// The body, piece by piece.
    public let body: HTTPBodyStream

    /// Creates an answer.
    public init(status: HTTPStatus, fields: HTTPFields = [:], body: HTTPBodyStream) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
