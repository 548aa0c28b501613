import CurlKit
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes

/// A request that has been found fit to be sent.
struct OutgoingRequest: Sendable {
    /// How the answer is taken.
    enum Delivery: Sendable {
        /// To its end, within the limit on its size.
        case whole
        /// Piece by piece, for as long as it goes on.
        case piecewise
    }

    let request: HTTPRequest
    let url: CurlURL
    let delivery: Delivery
    /// Whether the request begins a connection of its own.
    private(set) var isAlone = false

    /// Fields that belong to the transport: they frame the message or concern
    /// only one connection, and a second one beside the transport's own would
    /// let two readers disagree on where the message ends.
    private static let reserved: Set<HTTPFieldName> = [
        "Connection", "Content-Length", "Expect", "Host", "HTTP2-Settings", "Keep-Alive", "Proxy-Connection", "TE",
        "Trailer", "Transfer-Encoding", "Upgrade",
    ]

    init(_ request: HTTPRequest, delivery: Delivery) throws(HTTPTransportError) {
        url = try Self.address(of: request)
        try Self.check(request)
        self.request = request
        self.delivery = delivery
    }

    private init(_ other: OutgoingRequest, _ limits: HTTPLimits) {
        var request = other.request
        request.limits = limits
        self.request = request
        url = other.url
        delivery = other.delivery
        isAlone = true
    }

    /// Whether the request goes over the wire unencrypted.
    var isPlain: Bool { url.scheme == "http" }

    /// Whether the library may send the request once more when a connection
    /// that it reused closes without an answer (RFC 9110, section 9.2.2).
    var mayBeRepeated: Bool {
        request.method.isIdempotent || request.fields[.idempotencyKey] != nil
    }

    /// The request to be sent once more after nothing came, on a connection of
    /// its own, within what is left of its time; nil if it may not be.
    ///
    /// libcurl 7.88 can leave a request without data beside others that were
    /// cancelled on its connection, and no library notices a peer that is gone
    /// without a word.
    func again(after elapsed: Duration) -> OutgoingRequest? {
        guard request.method == .get || request.method == .head else { return nil }
        var limits = request.limits
        limits.total = limits.total.map { $0 - elapsed }
        guard limits.total ?? .seconds(1) > .zero else { return nil }
        return OutgoingRequest(self, limits)
    }

    /// The header fields as lines for the library.
    var headerLines: [String] {
        // A name alone takes out what the library would add by itself.
        var lines = ["Expect:"]
        if request.fields[.contentType] == nil { lines.append("Content-Type:") }
        for field in request.fields {
            lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        return lines
    }

    private static func address(of request: HTTPRequest) throws(HTTPTransportError) -> CurlURL {
        let url: CurlURL
        do {
            url = try CurlURL(parsing: request.url.absoluteString)
        } catch {
            throw .invalidRequest(reason: "The address can't be read: \(error.reason)")
        }
        switch url.scheme {
        case "https": break
        case "http": guard url.isLoopback else { throw .insecureAddress }
        default: throw .invalidRequest(reason: "The address is not of http or https")
        }
        guard !url.hasCredentials else {
            throw .invalidRequest(reason: "The address holds a user name or a password")
        }
        guard url.agrees(with: request.url) else {
            throw .invalidRequest(reason: "The address can be read in two ways")
        }
        return url
    }

    private static func check(_ request: HTTPRequest) throws(HTTPTransportError) {
        guard HTTPFieldName(request.method.rawValue).isValid, request.method.rawValue != "CONNECT" else {
            throw .invalidRequest(reason: "The method can't be sent")
        }
        if let field = request.fields.firstInvalid {
            throw .invalidRequest(reason: "The field \(field.name.isValid ? field.name.description : "") can't be sent")
        }
        if let field = request.fields.first(where: { reserved.contains($0.name) }) {
            throw .invalidRequest(reason: "The field \(field.name) belongs to the transport")
        }
        if request.body != nil, request.method == .get || request.method == .head {
            throw .invalidRequest(reason: "\(request.method) takes no body")
        }
    }
}

extension CurlURL {
    /// Whether Foundation finds the same server in the address.
    ///
    /// The caller has
    /// decided by that on what to send, such as a token; the library decides
    /// where it goes.
    func agrees(with url: URL) -> Bool {
        url.scheme?.lowercased() == scheme && url.host(percentEncoded: false)?.lowercased() == host
            && url.port ?? (scheme == "https" ? 443 : 80) == port
    }
}

extension HTTPMethod {
    /// Whether sending a request twice does no more than sending it once
    /// (RFC 9110, section 9.2.2).
    var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete, .options: true
        default: false
        }
    }
}
