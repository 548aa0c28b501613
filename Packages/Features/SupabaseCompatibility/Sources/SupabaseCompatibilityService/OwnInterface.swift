import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes

/// Asks this server what its own clients ask, for whoever asked in the words of Supabase.
///
/// Each request goes through the router as any other: limits, locks, CAPTCHAs, second factors,
/// the gate and the audit trail are those of the route that answers, and there is no second way
/// in that would need them again.
struct OwnInterface: Sendable {
    /// The server's answers, while it runs.
    let responder: @Sendable () -> (any HTTPResponding)?
    /// What stands before all paths; no slash at its end.
    let basePath: String

    /// An answer that says no; it is passed on in other words (``SupabaseAnswers``).
    struct Refusal: Error {
        let response: ServerResponse
    }

    /// An answer that all went well.
    struct Answer {
        let status: HTTPStatus
        let body: Data

        func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try WireCoding.decoder().decode(type, from: body)
        }
    }

    /// Asks for what needs no body.
    ///
    /// - Throws: ``Refusal``.
    @discardableResult
    func ask(
        _ method: HTTPMethod, _ path: String, for request: ServerRequest, with token: Secret? = nil
    ) async throws -> Answer {
        try await send(method, path, nil, for: request, with: token)
    }

    /// Sends something as JSON.
    ///
    /// - Throws: ``Refusal``.
    @discardableResult
    func send(
        _ message: OwnMessage, to path: String, by method: HTTPMethod = .post, for request: ServerRequest,
        with token: Secret? = nil
    ) async throws -> Answer {
        try await send(method, path, WireCoding.encoder().encode(message), for: request, with: token)
    }

    private func send(
        _ method: HTTPMethod, _ path: String, _ body: Data?, for request: ServerRequest, with token: Secret?
    ) async throws -> Answer {
        guard let responder = responder() else { throw HTTPProblem.unavailable(retryAfter: .seconds(5)) }
        var own = ServerRequest(
            method: method, path: basePath + path, fields: fields(of: request, hasBody: body != nil, token),
            body: body.map { .bytes($0) } ?? .empty, peer: request.peer, isSecure: request.isSecure,
            requestID: request.requestID)
        own.isPeerKnown = request.isPeerKnown
        let response = await responder.respond(to: own)
        guard response.status.isSuccess else { throw Refusal(response: response) }
        guard case .bytes(let bytes) = response.body else { return Answer(status: response.status, body: Data()) }
        return Answer(status: response.status, body: bytes)
    }

    /// What the own interface looks at; proofs of a key aren't among it, since they are made for
    /// the address that was asked.
    private func fields(of request: ServerRequest, hasBody: Bool, _ token: Secret?) -> HTTPFields {
        var fields = HTTPFields()
        for name in [HTTPFieldName.host, .userAgent, .acceptLanguage] { fields[name] = request.fields[name] }
        if hasBody { fields[.contentType] = MediaType.json.description }
        fields[.authorization] = token?.withText { $0.map { "Bearer \($0)" } }
        return fields
    }
}
