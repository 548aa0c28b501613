import CoreModels
import FoundationEssentials
import HTTPTypes

extension ServerRequest {
    /// Reads the body as JSON, with the decoder of the wire.
    ///
    /// - Throws: 415 when the body isn't declared as JSON, 413 when it is too
    ///   large, 400 `malformed_json` when it isn't JSON in UTF-8, 422 `invalid_data`
    ///   with the pointer of the member that is missing or of the wrong form.
    public func decodeJSON<Value: Decodable>(_ type: Value.Type) async throws(HTTPProblem) -> Value {
        let mediaType = fields[.contentType].flatMap { MediaType(contentType: $0) }
        guard mediaType == .json || mediaType?.description.hasSuffix("+json") == true else {
            throw .unsupportedMediaType(expected: .json)
        }
        let data = try await body.collect()
        guard Self.isUTF8(data) else { throw .notUTF8 }
        do {
            return try WireCoding.decoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw Self.problem(for: error)
        } catch let problem as HTTPProblem {
            throw problem
        } catch {
            throw .malformedJSON
        }
    }

    /// Foundation's decoder would read UTF-16 and UTF-32 as well, in which
    /// every text of JSON has bytes of zero; between programs it is UTF-8 (RFC
    /// 8259, section 8.1), and another reader on the way may see something else.
    private static func isUTF8(_ data: Data) -> Bool {
        unsafe data.withUnsafeBytes { unsafe !$0.contains(0) && String(validating: $0, as: UTF8.self) != nil }
    }

    private static func problem(for error: DecodingError) -> HTTPProblem {
        switch error {
        case .keyNotFound(let key, let context):
            .invalidData([.required(pointer: pointer(context.codingPath + [key]))])
        case .valueNotFound(_, let context):
            .invalidData([.required(pointer: pointer(context.codingPath))])
        case .typeMismatch(_, let context):
            .invalidData([.wrongType(pointer: pointer(context.codingPath))])
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            .invalidData([.wrongType(pointer: pointer(context.codingPath))])
        case .dataCorrupted: .malformedJSON
        @unknown default: .malformedJSON
        }
    }

    /// A JSON Pointer with its escapes (RFC 6901, section 3).
    private static func pointer(_ path: [any CodingKey]) -> String {
        path.map { key in
            let token = key.intValue.map(String.init) ?? key.stringValue
            return "/" + token.replacing("~", with: "~0").replacing("/", with: "~1")
        }.joined()
    }
}
