public import PluginKit

/// Sees every request before its handler and every answer after it.
///
/// Middlewares are called in the order in which plugins were installed, the
/// first one outermost. The route has been found by then, also when there is
/// none: `routePattern` is nil and `next` answers 404 or 405.
public protocol HTTPMiddleware: Sendable {
    /// Answers the request, usually by calling `next` once.
    ///
    /// `next` never throws: what the handler threw is an answer by then. It may
    /// be called from another task, so that the work goes on when the client
    /// leaves.
    ///
    /// - Throws: An ``HTTPProblem``, which becomes the answer. Any other error
    ///   is reported and answered with 500 `internal_error`.
    func respond(
        to request: ServerRequest, next: @escaping @Sendable (ServerRequest) async -> ServerResponse
    ) async throws -> ServerResponse
}

/// Collects the middlewares of all plugins.
public enum HTTPMiddlewares: ExtensionPoint {
    /// A middleware.
    public typealias Value = any HTTPMiddleware
}
