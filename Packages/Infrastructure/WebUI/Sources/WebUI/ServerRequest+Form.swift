import FoundationEssentials
public import HTTPServingAPI
import HTTPTypes

extension ServerRequest {
    /// Reads the body as a form that a page sent.
    ///
    /// - Throws: 415 when the body isn't declared as a form, 413 when it is too
    ///   large, 400 when it can't be read.
    public func decodeForm() async throws(HTTPProblem) -> QueryParameters {
        guard let type = fields[.contentType].flatMap({ MediaType(contentType: $0) }), type == .urlEncodedForm else {
            throw .unsupportedMediaType(expected: .urlEncodedForm)
        }
        let data = try await body.collect()
        guard let text = String(validating: data, as: UTF8.self), let form = QueryParameters(encoded: text) else {
            throw .badRequest()
        }
        return form
    }
}
