public import HTTPTypes
public import PluginKit

/// A route that each client address may use so often only.
///
/// An IPv6 client is its network of 64 bits, since the rest is its own choice.
public struct RateLimitedRoute: Sendable {
    /// The method.
    public let method: HTTPMethod
    /// The pattern of the route.
    public let pattern: String
    /// The name of the limit in `RateLimit` fields; routes of one name are
    /// counted together.
    public let name: String
    /// The problem code of the refusal.
    public let code: String
    /// The numbers.
    public let policy: RateLimitPolicy

    /// Creates a limit; 30 requests in five minutes unless told.
    public init(
        _ method: HTTPMethod, _ pattern: String, name: String, code: String = "too_many_requests",
        policy: RateLimitPolicy = RateLimitPolicy(maxAttempts: 30, window: 300)
    ) {
        self.method = method
        self.pattern = pattern
        self.name = name
        self.code = code
        self.policy = policy
    }
}

/// Collects the routes that are limited.
public enum RateLimitedRoutes: ExtensionPoint {
    /// A limited route.
    public typealias Value = RateLimitedRoute
}
