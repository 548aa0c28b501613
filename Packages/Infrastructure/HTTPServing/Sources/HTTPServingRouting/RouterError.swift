public import HTTPTypes

/// Why routes can't be put together: a mistake in the program.
public enum RouterError: Error, Hashable, Sendable {
    /// The pattern can't be read; see ``HTTPServingAPI/Route``.
    case invalidPattern(String)
    /// Two routes match the same requests.
    case duplicate(method: HTTPMethod, pattern: String)
}
