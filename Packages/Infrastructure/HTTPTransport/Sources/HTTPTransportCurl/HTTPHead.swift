import HTTPTypes

/// Status and header fields of an answer.
struct HTTPHead: Sendable, Equatable {
    let status: HTTPStatus
    let fields: HTTPFields
    /// The length of the body, where the head tells it.
    let contentLength: Int?

    private static let encodingName: HTTPFieldName = "Content-Encoding"

    init(status: HTTPStatus, fields: HTTPFields) {
        self.status = status
        self.fields = fields
        contentLength = fields[.contentLength].flatMap { Int($0) }
    }

    /// The head as it fits the decompressed body.
    var decoded: HTTPHead {
        guard let encoding = fields[Self.encodingName], encoding.lowercased() != "identity" else { return self }
        var fields = fields
        fields[Self.encodingName] = nil
        fields[.contentLength] = nil
        return HTTPHead(status: status, fields: fields)
    }
}
