public import HTTPTypes
public import PluginKit

/// Answers one method at one pattern of paths.
public struct Route: Sendable {
    /// Answers a request.
    ///
    /// A thrown ``HTTPProblem`` is the answer; any other error is reported and
    /// answered with 500 `internal_error`.
    public typealias Handler = @Sendable (ServerRequest) async throws -> ServerResponse

    /// Answers a request for which nothing has to be waited for; nil to have the
    /// handler answer it.
    ///
    /// It spares the task that a handler runs in. It is asked only about
    /// requests without a body that concern no middleware.
    public typealias AtOnce = @Sendable (ServerRequest) -> ServerResponse?

    /// The method.
    public let method: HTTPMethod
    /// The pattern, such as `/image/{id}/comments`.
    public let pattern: String
    /// Whether it is answered at the root, too, where all routes hang below a
    /// path: what watches a server asks it past whatever is in front.
    public let isAtRoot: Bool
    /// How many bytes a body may have; more is answered with 413.
    public let bodyLimit: Int
    /// Answers what can be answered at once.
    public let atOnce: AtOnce?
    /// Answers a request.
    public let handler: Handler

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - method: the method; GET also answers HEAD.
    ///   - pattern: a path whose `{name}` segments match any one segment and
    ///     become `pathParameters`. A segment `{name...}` at the end matches
    ///     the rest of the path.
    ///   - isAtRoot: whether it is answered at the root, too; for patterns
    ///     without parameters.
    ///   - bodyLimit: how many bytes a body may have.
    ///   - atOnce: answers what can be answered at once.
    ///   - handler: answers a request; it must not block its thread.
    public init(
        _ method: HTTPMethod, _ pattern: String, isAtRoot: Bool = false, bodyLimit: Int = 64 * 1024,
        atOnce: AtOnce? = nil, handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.isAtRoot = isAtRoot
        self.bodyLimit = bodyLimit
        self.atOnce = atOnce
        self.handler = handler
    }
}

/// Collects the routes of all plugins.
public enum HTTPRoutes: ExtensionPoint {
    /// A route.
    public typealias Value = Route
}
