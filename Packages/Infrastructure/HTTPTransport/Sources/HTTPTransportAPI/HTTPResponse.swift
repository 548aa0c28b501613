public import FoundationEssentials
public import HTTPTypes

/// The answer of a server.
public struct HTTPResponse: Sendable, Equatable {
    /// What became of the request.
    public var status: HTTPStatus
    /// Header fields, in the order in which they came.
    public var fields: HTTPFields
    /// The body, decompressed.
    public var body: Data

    /// Creates an answer.
    public init(status: HTTPStatus, fields: HTTPFields = [:], body: Data = Data()) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
