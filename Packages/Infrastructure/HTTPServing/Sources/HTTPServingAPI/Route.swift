public import HTTPTypes
public import PluginKit

/// Answers one method at one pattern of paths.
///
/// A route knows what it is, so that middlewares and the description of the API
/// need no list of paths: who may ask it, what becomes of a repeated request, how
/// often a client may ask. Copies of a route share what is in it.
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
    public var method: HTTPMethod { contents.method }
    /// The pattern, such as `/image/{id}/comments`.
    public var pattern: String { contents.pattern }
    /// Whether it is answered at the root, too, where all routes hang below a
    /// path: what watches a server asks it past whatever is in front.
    public var isAtRoot: Bool { contents.isAtRoot }
    /// How many bytes a body may have; more is answered with 413.
    public var bodyLimit: Int { contents.bodyLimit }
    /// Who may ask.
    public var access: RouteAccess { contents.access }
    /// How often a client may ask; nil for as often as it likes.
    public var limit: RouteLimit? { contents.limit }
    /// What becomes of a request that is sent again with the same key.
    public var repetition: RouteRepetition { contents.repetition }
    /// What it is for, for the description of the API; nil for a route that nobody
    /// described.
    ///
    /// It is made anew each time, since hardly anybody asks.
    public var description: RouteDescription? { contents.describe() }
    /// Answers what can be answered at once.
    public var atOnce: AtOnce? { contents.atOnce }
    /// Answers a request.
    public var handler: Handler { contents.handler }

    private let contents: Contents

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
    ///   - access: who may ask.
    ///   - limit: how often a client may ask.
    ///   - repetition: what becomes of a request that is sent again with the
    ///     same key; for methods that change something.
    ///   - description: what it is for. A route of a program needs one.
    ///   - atOnce: answers what can be answered at once.
    ///   - handler: answers a request; it must not block its thread.
    public init(
        _ method: HTTPMethod, _ pattern: String, isAtRoot: Bool = false, bodyLimit: Int = 64 * 1024,
        access: RouteAccess = .everybody, limit: RouteLimit? = nil, repetition: RouteRepetition = .answeredAgain,
        description: @autoclosure @escaping @Sendable () -> RouteDescription? = nil, atOnce: AtOnce? = nil,
        handler: @escaping Handler
    ) {
        contents = Contents(
            method: method, pattern: pattern, isAtRoot: isAtRoot, bodyLimit: bodyLimit, access: access, limit: limit,
            repetition: repetition, describe: description, atOnce: atOnce, handler: handler)
    }

    /// A request carries its route through all middlewares, at the price of one
    /// reference.
    private final class Contents: Sendable {
        let method: HTTPMethod
        let pattern: String
        let isAtRoot: Bool
        let bodyLimit: Int
        let access: RouteAccess
        let limit: RouteLimit?
        let repetition: RouteRepetition
        let describe: @Sendable () -> RouteDescription?
        let atOnce: AtOnce?
        let handler: Handler

        init(
            method: HTTPMethod, pattern: String, isAtRoot: Bool, bodyLimit: Int, access: RouteAccess,
            limit: RouteLimit?, repetition: RouteRepetition, describe: @escaping @Sendable () -> RouteDescription?,
            atOnce: AtOnce?, handler: @escaping Handler
        ) {
            self.method = method
            self.pattern = pattern
            self.isAtRoot = isAtRoot
            self.bodyLimit = bodyLimit
            self.access = access
            self.limit = limit
            self.repetition = repetition
            self.describe = describe
            self.atOnce = atOnce
            self.handler = handler
        }
    }
}

/// Collects the routes of all plugins.
public enum HTTPRoutes: ExtensionPoint {
    /// A route.
    public typealias Value = Route
}
