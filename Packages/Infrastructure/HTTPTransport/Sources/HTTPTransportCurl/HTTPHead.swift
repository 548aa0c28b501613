import HTTPTypes

/// Status and header fields of an answer.
struct HTTPHead: Sendable, Equatable {
    var status: HTTPStatus
    var fields: HTTPFields

    private static let encodingName: HTTPFieldName = "Content-Encoding"

    /// The length of the body, where the head tells it.
    var contentLength: Int? {
        fields[.contentLength].flatMap { Int($0) }
    }

    /// The head as it fits the decompressed body.
    var decoded: HTTPHead {
        guard let encoding = fields[Self.encodingName], encoding.lowercased() != "identity" else { return self }
        var head = self
        head.fields[Self.encodingName] = nil
        head.fields[.contentLength] = nil
        return head
    }
}
