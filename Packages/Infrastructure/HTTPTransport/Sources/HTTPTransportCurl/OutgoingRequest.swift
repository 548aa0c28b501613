import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes

/// A request that has been found fit to be sent.
final class OutgoingRequest: Sendable {
    /// How the answer is taken.
    enum Delivery: Int, CaseIterable, Sendable {
        /// To its end, within the limit on its size.
        case whole
        /// As a whole, and into a file.
        case toFile
        /// Piece by piece, for as long as it goes on.
        case piecewise
    }

    let request: HTTPRequest
    let address: OutgoingAddress
    let delivery: Delivery
    /// The keys that the server may have; nil for whichever its certificate has.
    let pins: PinnedKeys?
    /// Whether the request begins a connection of its own.
    let isAlone: Bool

    /// Fields that belong to the transport: they frame the message or concern
    /// only one connection, and a second one beside the transport's own would
    /// let two readers disagree on where the message ends.
    private static let reserved: [HTTPFieldName] = [
        "Connection", "Content-Length", "Expect", "Host", "HTTP2-Settings", "Keep-Alive", "Proxy-Connection", "TE",
        "Trailer", "Transfer-Encoding", "Upgrade",
    ]

    init(_ request: HTTPRequest, delivery: Delivery, _ addresses: AddressChecker) throws(HTTPTransportError) {
        address = try addresses.check(request.url)
        try Self.check(request)
        self.request = request
        self.delivery = delivery
        pins = nil
        isAlone = false
    }

    /// The request to a server whose keys are pinned.
    convenience init(_ other: OutgoingRequest, pins: PinnedKeys) {
        self.init(other, isAlone: other.isAlone, pins: pins) { _ in }
    }

    private init(
        _ other: OutgoingRequest, isAlone: Bool, pins: PinnedKeys?, _ change: (inout HTTPRequest) -> Void
    ) {
        var request = other.request
        change(&request)
        self.request = request
        address = other.address
        delivery = other.delivery
        self.pins = pins
        self.isAlone = isAlone
    }

    /// Host and port, as a person is told where it went.
    var server: String? {
        let url = request.url
        return url.host().map { "\($0.contains(":") ? "[\($0)]" : $0):\(url.port ?? (isPlain ? 80 : 443))" }
    }

    /// Whether the request goes over the wire unencrypted.
    var isPlain: Bool { address.isPlain }

    var kind: TransferKind {
        TransferKind(isPlain: address.isPlain, isLoopback: address.isLoopback, delivery: delivery)
    }

    /// Whether the library may send the request once more when a connection
    /// that it reused closes without an answer (RFC 9110, section 9.2.2).
    var mayBeRepeated: Bool {
        request.method.isIdempotent || request.fields[.idempotencyKey] != nil
    }

    /// The request to be sent once more after nothing came, on a connection of
    /// its own, within what is left of its time; nil if it may not be, or has
    /// been already.
    ///
    /// libcurl 7.88 can leave a request without data beside others that were
    /// cancelled on its connection, and no library notices a peer that is gone
    /// without a word.
    func again(after elapsed: Duration) -> OutgoingRequest? {
        guard !isAlone, request.method == .get || request.method == .head else { return nil }
        let rest = request.limits.total.map { $0 - elapsed }
        guard rest ?? .seconds(1) > .zero else { return nil }
        return OutgoingRequest(self, isAlone: true, pins: pins) { $0.limits.total = rest }
    }

    /// What is left to know of a request that was answered.
    var withoutFields: OutgoingRequest {
        OutgoingRequest(self, isAlone: isAlone, pins: pins) { $0.fields = [:] }
    }

    private static func check(_ request: HTTPRequest) throws(HTTPTransportError) {
        let isKnown = request.method == .get || request.method == .post
        guard isKnown || HTTPFieldName(request.method.rawValue).isValid, request.method.rawValue != "CONNECT" else {
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
