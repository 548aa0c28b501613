/// From where somebody asks for something, for logs and for counting.
public struct RequestOrigin: Hashable, Sendable {
    /// The network address, such as `192.0.2.1`.
    public let address: String
    /// What the program calls itself; nil for nothing.
    public let agent: String?
    /// In which language whoever uses it reads, such as `es`; nil if it doesn't say.
    public let language: String?

    /// Describes an origin.
    public init(address: String, agent: String? = nil, language: String? = nil) {
        self.address = address
        self.agent = agent
        self.language = language
    }

    /// That of a program that asks itself.
    public static let own = RequestOrigin(address: "127.0.0.1")

    /// Of the request that the current task answers, also where a database works for it; nil for
    /// none, or where nobody needs to know.
    @TaskLocal public static var current: RequestOrigin?

    /// Goes on for somebody on another thread, where a task's own values don't reach.
    ///
    /// - Parameter origin: What ``current`` was there; nil does no more than `body`.
    public static func continuing<Value>(_ origin: RequestOrigin?, _ body: () throws -> Value) rethrows -> Value {
        guard let origin else { return try body() }
        return try $current.withValue(origin, operation: body)
    }
}
