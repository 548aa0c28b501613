import HTTPServingAPI
import Locking
import RateLimitingAPI

/// Finds the limit of a request's route.
final class RouteLimits: Sendable {
    private let routes: @Sendable () -> [RateLimitedRoute]
    private let byPattern = Locked<[String: [RateLimitedRoute]]?>(nil)

    /// - Parameter routes: Asked at the first request, when all plugins are
    ///   installed.
    init(_ routes: @escaping @Sendable () -> [RateLimitedRoute]) {
        self.routes = routes
    }

    func limit(of request: ServerRequest) -> RateLimitedRoute? {
        guard let pattern = request.routePattern else { return nil }
        return table[pattern]?.first { $0.method == request.method }
    }

    private var table: [String: [RateLimitedRoute]] {
        if let table = byPattern.current { return table }
        let table = Dictionary(grouping: routes(), by: \.pattern)
        byPattern.withLock { $0 = table }
        return table
    }
}
