import CoreModels
import HTTPServingAPI
import HTTPTypes

/// Has whatever happens while a request is answered know who sent it, so that an event says so
/// whose feature doesn't.
struct AuditOrigins: HTTPMiddleware {
    /// Whoever only reads does nothing that is told.
    func concerns(_ request: ServerRequest) -> Bool { ![.get, .head, .options].contains(request.method) }

    func respond(
        to request: ServerRequest, next: @escaping @Sendable (ServerRequest) async -> ServerResponse
    ) async throws -> ServerResponse {
        await RequestOrigin.$current.withValue(request.origin) { await next(request) }
    }
}
