import CCurl
import Glibc

/// An address as libcurl reads it.
///
/// What decides about an address, and what connects to it, must not read it in
/// two ways: this type asks the parser of the library that connects.
public struct CurlURL: Sendable, Hashable, CustomStringConvertible {
    /// The whole address in the library's normal form.
    public let description: String
    /// The scheme in lower case.
    public let scheme: String
    /// The host: a name in lower case, an IPv4 address in four numbers, or an
    /// IPv6 address without brackets.
    public let host: String
    /// The port, also where the address leaves it to the scheme.
    public let port: Int
    /// Whether the address holds a user name or a password.
    public let hasCredentials: Bool

    /// Reads an absolute address of a scheme that the library knows.
    public init(parsing text: String) throws(CurlError) {
        let parts = try CurlURLParts()
        try parts.set(CURLUPART_URL, text)
        try self.init(parts)
    }

    /// Reads a reference as it stands on a page at this address
    /// (RFC 3986, section 5).
    public func resolving(_ reference: String) throws(CurlError) -> CurlURL {
        let parts = try CurlURLParts()
        try parts.set(CURLUPART_URL, description)
        try parts.set(CURLUPART_URL, reference, flags: UInt32(CURLU_URLENCODE))
        return try CurlURL(parts)
    }

    /// Whether the host is this machine: 127.0.0.0/8, ::1, or `localhost` and
    /// no name below it.
    public var isLoopback: Bool {
        CurlURL.isLoopback(host)
    }

    /// Whether an address or a name is this machine's own.
    public static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" { return true }
        return unsafe host.withCString { host in
            var version4 = in_addr()
            if unsafe inet_pton(AF_INET, host, &version4) == 1 {
                return UInt32(bigEndian: version4.s_addr) >> 24 == 127
            }
            var version6 = in6_addr()
            guard unsafe inet_pton(AF_INET6, host, &version6) == 1 else { return false }
            return unsafe withUnsafeBytes(of: version6) { bytes in
                unsafe bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
            }
        }
    }

    private init(_ parts: borrowing CurlURLParts) throws(CurlError) {
        guard let description = parts.get(CURLUPART_URL), let scheme = parts.get(CURLUPART_SCHEME),
            let host = parts.get(CURLUPART_HOST), !host.isEmpty,
            let port = parts.get(CURLUPART_PORT, flags: UInt32(CURLU_DEFAULT_PORT)).flatMap({ Int($0) })
        else { throw CurlError(code: .malformedURL) }
        self.description = description
        self.scheme = scheme.lowercased()
        self.host = (host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host).lowercased()
        self.port = port
        hasCredentials = parts.get(CURLUPART_USER) != nil || parts.get(CURLUPART_PASSWORD) != nil
    }
}
