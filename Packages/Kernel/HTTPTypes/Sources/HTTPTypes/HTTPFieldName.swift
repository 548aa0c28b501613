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

    /// Reads a name from a head; nil if the bytes are no token.
    public init?(token: RawSpan) {
        let name = unsafe token.withUnsafeBytes { bytes -> HTTPFieldName? in
            if let known = unsafe Self.known(bytes) { return known }
            guard unsafe !bytes.isEmpty, unsafe bytes.allSatisfy(Self.isTokenByte) else { return nil }
            let description = unsafe String(decoding: bytes, as: UTF8.self)
            guard unsafe bytes.contains(where: Self.isCapital) else {
                return HTTPFieldName(canonical: description, description: description)
            }
            let canonical = unsafe String(unsafeUninitializedCapacity: bytes.count) { lower in
                for position in bytes.indices {
                    unsafe lower[position] =
                        unsafe Self.isCapital(bytes[position]) ? bytes[position] | 0x20 : bytes[position]
                }
                return bytes.count
            }
            return HTTPFieldName(canonical: canonical, description: description)
        }
        guard let name else { return nil }
        self = name
    }

    /// A name that needn't be made again for each message.
    private struct Known {
        let spelling: Spelling
        let name: HTTPFieldName
    }

    /// The bytes of a short name, to be compared eight at once with those of one
    /// that is as long.
    private struct Spelling: Equatable {
        static let maximumLength = 24

        private var first: UInt64 = 0
        private var second: UInt64 = 0
        private var third: UInt64 = 0

        init(_ bytes: UnsafeRawBufferPointer) {
            unsafe withUnsafeMutableBytes(of: &self) { unsafe $0.copyMemory(from: bytes) }
        }
    }

    /// The name that is usually written so, if there is one.
    private static func known(_ bytes: UnsafeRawBufferPointer) -> HTTPFieldName? {
        guard bytes.count <= Spelling.maximumLength else { return nil }
        let candidates = usual[bytes.count], spelling = unsafe Spelling(bytes)
        for position in candidates.indices where candidates[position].spelling == spelling {
            return candidates[position].name
        }
        return nil
    }

    /// Names that most messages have, by their length, as HTTP/1.1 and HTTP/2
    /// write them.
    private static let usual: [[Known]] = {
        let names: [HTTPFieldName] = [
            accept, acceptLanguage, acceptRanges, authorization, cacheControl, connection, contentLanguage,
            contentLength, contentType, date, eTag, host, ifNoneMatch, requestID, retryAfter, server, transferEncoding,
            userAgent, vary, "Accept-Encoding", "Content-Encoding", "DPoP", "Keep-Alive", "Last-Modified",
        ]
        var byLength: [[Known]] = Array(repeating: [], count: Spelling.maximumLength + 1)
        for name in names + names.map({ HTTPFieldName($0.canonical) }) {
            let bytes = Array(name.description.utf8)
            unsafe byLength[bytes.count].append(Known(spelling: bytes.withUnsafeBytes(Spelling.init), name: name))
        }
        return byLength
    }()

    private init(canonical: String, description: String) {
        self.canonical = canonical
        self.description = description
    }

    /// Whether the name is a token (RFC 9110, section 5.6.2) and so can be sent.
    public var isValid: Bool {
        !description.isEmpty && description.hasOnly(Self.isTokenByte)
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "!"), UInt8(ascii: "#"),
            UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"),
            UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
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
    /// `Link` (RFC 8288).
    public static let link: HTTPFieldName = "Link"
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
