/// Who may ask a route.
///
/// The handler judges the credentials; this is what it says of itself.
public enum RouteAccess: Hashable, Sendable {
    /// Everybody; nobody looks at credentials.
    case everybody
    /// Everybody; with credentials that hold, the answer is another one.
    case everybodyOrSession
    /// Everybody or those with a session, depending on what is asked for.
    case everybodyOrMembers
    /// Those with a session.
    case session
    /// Those with a session who have proved their address.
    case provedSession
}

/// How many requests each client address may send to a route in a time; more
/// are answered with 429.
///
/// An IPv6 client is its network of 64 bits, since the rest is its own choice.
public struct RouteLimit: Hashable, Sendable {
    /// The name of the limit in `RateLimit` fields; routes of one name are
    /// counted together.
    public let name: String
    /// The problem code of the refusal.
    public let code: String
    /// How many requests.
    public let requests: Int
    /// In how many seconds.
    public let seconds: Int

    /// Creates a limit; 30 requests in five minutes unless told.
    public init(_ name: String, code: String = "too_many_requests", requests: Int = 30, seconds: Int = 300) {
        self.name = name
        self.code = code
        self.requests = requests
        self.seconds = seconds
    }
}

/// What becomes of a request that is sent again with the same `Idempotency-Key`.
public enum RouteRepetition: Hashable, Sendable {
    /// It gets the answer of the first one; its body is read before the handler
    /// is asked.
    case answeredAgain
    /// The handler is asked again, and told by ``ServerRequest/operationID`` that
    /// it is the same: the body is too large to be read before.
    case upload
    /// The handler has rules of its own for repetitions and ignores the key.
    case ownRules
}
