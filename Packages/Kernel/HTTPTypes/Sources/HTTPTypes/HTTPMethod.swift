/// A request method (RFC 9110, section 9).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The method as it stands on the wire; methods are case-sensitive.
    public let rawValue: String

    /// Creates a method from its name on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name on the wire.
    public var description: String { rawValue }

    /// Reads a representation.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Reads only the head of what GET would answer.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Submits something to be processed.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Replaces a representation.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Changes a part of a representation (RFC 5789).
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// Removes a resource.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// Asks what can be done with a resource.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
}
