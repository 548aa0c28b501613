/// What is known about a transfer that has ended.
public struct CurlOutcome: Sendable, Hashable {
    /// How it ended.
    public let code: CurlCode
    private let details: String?
    /// The last response code of the server: of HTTP, SMTP or another
    /// protocol; 0 when there was none.
    public let responseCode: Int
    /// How many connections had to be made; 0 when one was reused.
    public let newConnections: Int
    /// The certificates that the server sent, in PEM, its own first; none unless
    /// ``CurlIntegerOption/certificateInformation`` is on.
    public let certificates: [String]

    /// The details that the library gives to the code, for logs.
    public var reason: String { details ?? code.description }

    /// Creates an outcome.
    public init(
        code: CurlCode, reason: String? = nil, responseCode: Int = 0, newConnections: Int = 0,
        certificates: [String] = []
    ) {
        self.code = code
        details = reason
        self.responseCode = responseCode
        self.newConnections = newConnections
        self.certificates = certificates
    }
}
