/// The name of a header field; case does not matter (RFC 9110, section 5.1).
public struct HTTPFieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name in lower case, as HTTP/2 sends it.
    public let canonical: String
    /// The name as it was written.
    public let description: String

    /// Creates a name; its spelling is kept for sending.
    public init(_ name: String) {
        description = name
        canonical = name.lowercased()
    }

    /// Creates a name from a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Whether the name is a token (RFC 9110, section 5.6.2) and so can be sent.
    public var isValid: Bool {
        !canonical.isEmpty
            && canonical.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// Names are equal whatever their case.
    public static func == (left: HTTPFieldName, right: HTTPFieldName) -> Bool {
        // Most names differ in length, which is known without reading them.
        left.canonical.utf8.count == right.canonical.utf8.count && left.canonical == right.canonical
    }

    /// Hashes the name without regard to case.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(canonical)
    }
}

extension HTTPFieldName {
    /// `Accept`.
    public static let accept: HTTPFieldName = "Accept"
    /// `Accept-Language`.
    public static let acceptLanguage: HTTPFieldName = "Accept-Language"
    /// `Accept-Ranges`.
    public static let acceptRanges: HTTPFieldName = "Accept-Ranges"
    /// `Allow`.
    public static let allow: HTTPFieldName = "Allow"
    /// `Authorization`.
    public static let authorization: HTTPFieldName = "Authorization"
    /// `Cache-Control`.
    public static let cacheControl: HTTPFieldName = "Cache-Control"
    /// `Connection`.
    public static let connection: HTTPFieldName = "Connection"
    /// `Content-Disposition`.
    public static let contentDisposition: HTTPFieldName = "Content-Disposition"
    /// `Content-Language`.
    public static let contentLanguage: HTTPFieldName = "Content-Language"
    /// `Content-Length`.
    public static let contentLength: HTTPFieldName = "Content-Length"
    /// `Content-Range`.
    public static let contentRange: HTTPFieldName = "Content-Range"
    /// `Content-Type`.
    public static let contentType: HTTPFieldName = "Content-Type"
    /// `Date`.
    public static let date: HTTPFieldName = "Date"
    /// `ETag`.
    public static let eTag: HTTPFieldName = "ETag"
    /// `Idempotency-Key`.
    public static let idempotencyKey: HTTPFieldName = "Idempotency-Key"
    /// `Host`.
    public static let host: HTTPFieldName = "Host"
    /// `If-Match`.
    public static let ifMatch: HTTPFieldName = "If-Match"
    /// `If-None-Match`.
    public static let ifNoneMatch: HTTPFieldName = "If-None-Match"
    /// `If-Range`.
    public static let ifRange: HTTPFieldName = "If-Range"
    /// `Last-Event-ID`.
    public static let lastEventID: HTTPFieldName = "Last-Event-ID"
    /// `Location`.
    public static let location: HTTPFieldName = "Location"
    /// `Range`.
    public static let range: HTTPFieldName = "Range"
    /// `Retry-After`.
    public static let retryAfter: HTTPFieldName = "Retry-After"
    /// `Server`.
    public static let server: HTTPFieldName = "Server"
    /// `Transfer-Encoding`.
    public static let transferEncoding: HTTPFieldName = "Transfer-Encoding"
    /// `User-Agent`.
    public static let userAgent: HTTPFieldName = "User-Agent"
    /// `Vary`.
    public static let vary: HTTPFieldName = "Vary"
    /// `WWW-Authenticate`.
    public static let wwwAuthenticate: HTTPFieldName = "WWW-Authenticate"
    /// `X-Request-ID`.
    public static let requestID: HTTPFieldName = "X-Request-ID"
}
