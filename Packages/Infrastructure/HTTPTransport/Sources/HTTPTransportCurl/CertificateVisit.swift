import CurlKit
import FoundationEssentials
import HTTPTransportAPI

/// A connection that ends when it is secure: nothing is asked for.
final class CertificateVisit: CurlTransfer {
    private let outgoing: OutgoingRequest
    private let settings: TransportSettings
    private let completion: @Sendable (Result<[Data], HTTPTransportError>) -> Void
    /// Whether the connection came about, which this side then ended.
    private var isSecure = false

    init(
        _ outgoing: OutgoingRequest, settings: TransportSettings,
        _ completion: @escaping @Sendable (Result<[Data], HTTPTransportError>) -> Void
    ) {
        self.outgoing = outgoing
        self.settings = settings
        self.completion = completion
    }

    func configure(_ handle: CurlEasyHandle) throws(CurlError) {
        try handle.configure(outgoing.kind, settings)
        try handle.configure(outgoing, userAgent: settings.userAgent)
        // A resumed session has no certificates, and the first bytes of HTTP/2 leave unasked.
        try handle.set(.freshConnection, true)
        try handle.set(.forbidReuse, true)
        try handle.set(.waitForSharedConnection, false)
        try handle.set(.tlsSessionCache, false)
        try handle.set(.httpVersion, CurlHTTPVersion.http1)
        try handle.set(.certificateInformation, true)
    }

    func maySend(to address: String) -> Bool {
        isSecure = true
        return false
    }

    func receive(_ bytes: RawSpan) -> CurlReception { .refused }

    func finished(_ outcome: CurlOutcome) {
        let certificates = outcome.certificates.compactMap(Self.der)
        guard isSecure else {
            return completion(.failure(HTTPTransportError(outcome, isInHead: true, outgoing, settings)))
        }
        guard !certificates.isEmpty, certificates.count == outcome.certificates.count else {
            return completion(.failure(.invalidResponse(reason: "The certificates can't be read")))
        }
        completion(.success(certificates))
    }

    /// The bytes of a certificate in PEM (RFC 7468, section 5).
    private static func der(_ pem: String) -> Data? {
        let lines = pem.split(separator: "\n").drop { $0 != "-----BEGIN CERTIFICATE-----" }.dropFirst()
        return Data(base64Encoded: lines.prefix { $0 != "-----END CERTIFICATE-----" }.joined())
    }
}

extension CurlTransport: CertificateShowing {
    func certificates(of server: ServerAddress) async throws(HTTPTransportError) -> [Data] {
        let request = HTTPRequest(url: server.url(path: "/"), limits: HTTPLimits(total: .seconds(30)))
        let outgoing = try OutgoingRequest(request, delivery: .whole, addresses), ticket = CurlTicket()
        guard !outgoing.isPlain else { throw .invalidRequest(reason: "A server has certificates only with https") }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.start(
                    ticket, CertificateVisit(outgoing, settings: settings) { continuation.resume(returning: $0) })
            }
        } onCancel: {
            loop.cancel(ticket)
        }
        return try result.get()
    }
}
