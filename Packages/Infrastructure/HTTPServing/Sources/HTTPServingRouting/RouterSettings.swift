public import HTTPServingAPI

/// How a router answers.
public struct RouterSettings: Hashable, Sendable {
    /// The path under which all routes hang, such as `/api`; empty for none.
    public var basePath: String
    /// The address before `/problems/<code>` in the `type` of a problem.
    public var problemBase: String
    /// The proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `Forwarded`
    /// are believed; from anybody else they are ignored.
    public var trustedProxies: [IPNetwork]

    /// Creates settings.
    public init(basePath: String = "", problemBase: String = "", trustedProxies: [IPNetwork] = []) {
        self.basePath = basePath.hasSuffix("/") ? String(basePath.dropLast()) : basePath
        self.problemBase = problemBase.hasSuffix("/") ? String(problemBase.dropLast()) : problemBase
        self.trustedProxies = trustedProxies
    }
}
