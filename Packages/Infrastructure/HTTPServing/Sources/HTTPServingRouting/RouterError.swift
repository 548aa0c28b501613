public import HTTPTypes

/// Why routes can't be put together: a mistake in the program.
public enum RouterError: Error, Hashable, Sendable {
    /// The pattern can't be read; see ``HTTPServingAPI/Route``.
    case invalidPattern(String)
    /// Two routes match the same requests.
    case duplicate(method: HTTPMethod, pattern: String)
}

extension RouterError: CustomStringConvertible {
    /// What logs say.
    public var description: String {
        switch self {
        case .invalidPattern(let pattern): "no pattern of a route: \(pattern)"
        case .duplicate(let method, let pattern): "two routes for \(method.rawValue) \(pattern)"
        }
    }
}
