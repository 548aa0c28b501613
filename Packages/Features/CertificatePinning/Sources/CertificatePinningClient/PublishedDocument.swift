import CertificatePinningAPI
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes

/// Loads documents of pins by https.
///
/// The transport keeps to the pins that hold, so a server whose pins have ended can't bring newer ones itself.
struct PublishedDocument: PinDocumentLoading {
    let transport: any HTTPTransport

    func document(at address: URL) async throws(HTTPTransportError) -> Data {
        let response = try await transport.send(
            HTTPRequest(
                url: address, fields: ["Cache-Control": "no-cache"],
                limits: HTTPLimits(total: .seconds(30), maximumResponseBytes: PinDocument.maximumByteCount),
                redirects: .followed(maximum: 3)))
        guard response.status == .ok else {
            throw .invalidResponse(reason: "HTTP \(response.status.rawValue) in place of a document")
        }
        return response.body
    }
}
