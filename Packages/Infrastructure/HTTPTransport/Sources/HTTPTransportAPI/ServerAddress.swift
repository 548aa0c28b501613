public import FoundationEssentials

/// The base address of a server, such as `https://example.com:8443/essential`.
///
/// It exists only in a form that can be asked: `http` or `https`, a host, and
/// neither user, query nor fragment. Port and base path are kept.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address without a slash at its end.
    public let description: String
    private let url: URL
    /// Its parts as they are compared: in lower case, the port always there,
    /// the path empty or with a slash before and none after it.
    private let scheme: String
    /// The name or number of the server, in lower case.
    public let host: String
    private let port: Int
    private let base: String
    /// How addresses of resources mostly begin.
    private let start: String

    /// Reads an address, or answers nil if the text isn't one.
    public init?(_ text: String) {
        guard let address = try? ServerAddress(parsing: text) else { return nil }
        self = address
    }

    /// Reads an address.
    ///
    /// `localhost:8080` is read as `http://localhost:8080`; any other address
    /// without a scheme as `https`.
    ///
    /// - Throws: What is wrong with the text.
    public init(parsing text: String) throws(ServerAddressError) {
        let trimmed = String(text.drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "/" }.reversed())
        // The slashes of a scheme alone went with those at the end.
        guard !["http:", "https:"].contains(trimmed.lowercased()) else { throw .host("") }
        let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains { host in
            trimmed == host || trimmed.hasPrefix(host + ":") || trimmed.hasPrefix(host + "/")
        }
        let complete = trimmed.contains("://") ? trimmed : (isLocal ? "http://" : "https://") + trimmed
        try AddressGrammar.check(complete)
        guard let url = URL(string: complete), let scheme = url.scheme?.lowercased(), let host = url.host() else {
            throw .malformed
        }
        description = complete
        self.url = url
        self.scheme = scheme
        self.host = host.lowercased()
        port = Self.port(of: url)
        let path = url.path()
        base = path == "/" ? "" : path
        start = complete + "/"
    }

    /// The address of a resource below the base address.
    ///
    /// - Parameters:
    ///   - path: The path below the base, starting with a slash.
    ///   - query: Names and values; they are percent-encoded here.
    public func url(path: String, query: KeyValuePairs<String, String> = [:]) -> URL {
        let resource = url.appending(path: path)
        guard !query.isEmpty, var components = URLComponents(url: resource, resolvingAgainstBaseURL: false) else {
            return resource
        }
        components.queryItems = query.map { URLQueryItem(name: $0.key, value: $0.value) }
        return components.url ?? resource
    }

    /// The address in the one form that all its spellings share: scheme and host in lower case, and no port that the
    /// scheme has anyway (RFC 3986, section 6.2).
    public var normalized: String {
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return "\(scheme)://\(name)" + (port == (scheme == "https" ? 443 : 80) ? "" : ":\(port)") + base
    }

    /// Whether the server is on this machine, so that whoever sits at it can start it, and
    /// no other device reaches it at this address.
    public var isOfThisMachine: Bool { ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.") }

    /// Whether a resource belongs to this server.
    ///
    /// Same scheme, host and port, and a path below the base. Only such
    /// resources are sent credentials.
    public func contains(_ resource: URL) -> Bool {
        // Every request asks: an address that is this one, a slash and nothing that climbs needs no taking apart.
        let text = resource.absoluteString
        if text.hasPrefix(start),
            !text.utf8.dropFirst(start.utf8.count).contains(where: {
                $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%")
            })
        {
            return true
        }
        guard Self.isSame(resource.scheme, scheme), Self.isSame(resource.host(), host),
            Self.port(of: resource) == port
        else { return false }
        let path = resource.path()
        // Servers climb for `%2e%2e` as well (RFC 3986, section 6.2.2.2).
        let climbs = resource.path(percentEncoded: false).split(separator: "/").contains("..")
        return !climbs && (base.isEmpty || path == base || path.hasPrefix(base + "/"))
    }

    /// Whether a text is one that is in lower case.
    private static func isSame(_ text: String?, _ lowercased: String) -> Bool {
        text == lowercased || text?.lowercased() == lowercased
    }

    private static func port(of url: URL) -> Int {
        url.port ?? (isSame(url.scheme, "https") ? 443 : 80)
    }
}
