public import PluginKit

/// Sees the requests that concern it before their handlers, and the answers
/// after them.
///
/// Middlewares are called in the order in which plugins were installed, the
/// first one outermost. The route has been found by then, and says what it is,
/// also when there is none: `route` is nil and `next` answers 404 or 405.
public protocol HTTPMiddleware: Sendable {
    /// Whether the middleware has anything to do with a request, by its method,
    /// route and header fields; it isn't called for others.
    func concerns(_ request: ServerRequest) -> Bool

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

extension HTTPMiddleware {
    /// Every request.
    public func concerns(_ request: ServerRequest) -> Bool { true }
}

/// Collects the middlewares of all plugins.
public enum HTTPMiddlewares: ExtensionPoint {
    /// A middleware.
    public typealias Value = any HTTPMiddleware
}
