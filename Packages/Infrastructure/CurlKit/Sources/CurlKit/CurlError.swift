/// A call of libcurl that failed.
public struct CurlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The library's code.
    public let code: CurlCode
    /// What failed, for logs.
    public let reason: String

    /// Creates an error; the reason is the library's text unless one is given.
    public init(code: CurlCode, reason: String? = nil) {
        self.code = code
        self.reason = reason ?? code.description
    }

    /// The reason and the code.
    public var description: String { "\(reason) (libcurl \(code.rawValue))" }
}
