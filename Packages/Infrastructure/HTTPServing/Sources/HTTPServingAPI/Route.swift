public import HTTPTypes
public import PluginKit

/// Answers one method at one pattern of paths.
public struct Route: Sendable {
    /// Answers a request.
    ///
    /// A thrown ``HTTPProblem`` is the answer; any other error is reported and
    /// answered with 500 `internal_error`.
    public typealias Handler = @Sendable (ServerRequest) async throws -> ServerResponse

    /// The method.
    public let method: HTTPMethod
    /// The pattern, such as `/image/{id}/comments`.
    public let pattern: String
    /// How many bytes a body may have; more is answered with 413.
    public let bodyLimit: Int
    /// Answers a request.
    public let handler: Handler

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - method: the method; GET also answers HEAD.
    ///   - pattern: a path whose `{name}` segments match any one segment and
    ///     become `pathParameters`. A segment `{name...}` at the end matches
    ///     the rest of the path.
    ///   - bodyLimit: how many bytes a body may have.
    ///   - handler: answers a request; it must not block its thread.
    public init(
        _ method: HTTPMethod, _ pattern: String, bodyLimit: Int = 64 * 1024, handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.bodyLimit = bodyLimit
        self.handler = handler
    }
}

/// Collects the routes of all plugins.
public enum HTTPRoutes: ExtensionPoint {
    /// A route.
    public typealias Value = Route
}
