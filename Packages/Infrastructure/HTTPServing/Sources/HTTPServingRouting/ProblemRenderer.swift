import CoreModels
import FoundationEssentials
package import HTTPServingAPI
import HTTPTypes
import Localization

/// Writes problems as `application/problem+json` (RFC 9457), or as pages for
/// who asks for one.
package struct ProblemRenderer: Sendable {
    private let base: String
    private let page: (@Sendable (HTTPProblem, ServerRequest) -> ServerResponse)?

    /// Creates a renderer whose types are addresses below `base`.
    ///
    /// - Parameter page: Writes pages; nil where nobody gets any.
    package init(base: String, page: (@Sendable (HTTPProblem, ServerRequest) -> ServerResponse)? = nil) {
        self.base = base
        self.page = page
    }

    /// Writes the answer in the language of the request.
    package func response(for problem: HTTPProblem, to request: ServerRequest) -> ServerResponse {
        guard let page, request.asksForPage else { return details(of: problem, to: request) }
        var response = page(problem, request)
        for field in problem.fields { response.fields[field.name] = field.value }
        return response
    }

    private func details(of problem: HTTPProblem, to request: ServerRequest) -> ServerResponse {
        let language = request.language
        let errors = problem.errors.map { error in
            ProblemDetails.FieldError(
                pointer: error.pointer, code: error.code, reason: error.reason.text(in: language), key: error.key)
        }
        let details = ProblemDetails(
            type: "\(base)/problems/\(problem.code)", title: problem.title.text(in: language),
            status: problem.status.rawValue, detail: problem.detail?.text(in: language), code: problem.code,
            errors: errors.isEmpty ? nil : errors, requestID: request.requestID)
        var fields = problem.fields
        fields[.contentType] = MediaType.problem.description
        fields[.contentLanguage] = language.rawValue
        fields[.cacheControl] = "no-store"
        fields[.vary] = HTTPFieldName.acceptLanguage.description
        // Texts and numbers alone: encoding them can't fail.
        let body = (try? WireCoding.encoder().encode(Body(details: details, members: problem.members))) ?? Data()
        return ServerResponse(status: problem.status, fields: fields, body: .bytes(body))
    }

    /// The details, and the further members beside them.
    private struct Body: Encodable {
        let details: ProblemDetails
        let members: [String: String]

        func encode(to encoder: any Encoder) throws {
            try members.encode(to: encoder)
            try details.encode(to: encoder)
        }
    }
}
