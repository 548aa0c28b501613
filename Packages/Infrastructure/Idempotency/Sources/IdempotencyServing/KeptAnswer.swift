import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes

/// An answer in the form in which it is kept.
struct KeptAnswer: Codable, Sendable {
    private struct Field: Codable, Sendable {
        let name: String
        let value: String
    }

    /// How large the body of an answer may be that is kept.
    static let bodyLimit = 64 * 1024

    private let status: Int
    private let fields: [Field]
    private let body: Data?

    /// - Returns: nil for an answer that isn't in memory or is too large.
    init?(_ response: ServerResponse) {
        switch response.body {
        case .none: body = nil
        case .bytes(let data) where data.count <= Self.bodyLimit: body = data
        case .bytes, .file, .stream, .events: return nil
        }
        status = response.status.rawValue
        fields = response.fields.map { Field(name: $0.name.description, value: $0.value) }
    }

    /// The answer, marked as one that was given before.
    var response: ServerResponse {
        var all = HTTPFields()
        for field in fields { all.append(HTTPFieldName(field.name), field.value) }
        all[.idempotentReplayed] = "true"
        return ServerResponse(
            status: HTTPStatus(rawValue: status), fields: all, body: body.map { .bytes($0) } ?? .none)
    }
}

extension HTTPFieldName {
    /// `Idempotent-Replayed`, by which answers that were given before are told.
    fileprivate static let idempotentReplayed: HTTPFieldName = "Idempotent-Replayed"
}
