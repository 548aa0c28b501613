import CurlKit
import FoundationEssentials
import HTTPTransportAPI

/// Keeps the body in memory.
///
/// `@safe`: the continuation is resumed once, by `end`.
@safe
final class CollectingSink: BodySink {
    private var body = Data()
    /// How many bytes to make room for.
    private var expectedBytes = 0
    private let completion: Completion<HTTPResponse>

    init(_ completion: Completion<HTTPResponse>) {
        unsafe self.completion = unsafe completion
    }

    func begin(_ head: HTTPHead) {
        // What the server announces is reserved only up to a point: it costs
        // the server nothing to announce.
        expectedBytes = min(head.contentLength ?? 0, 1 << 20)
    }

    func take(_ bytes: RawSpan) -> CurlReception {
        unsafe bytes.withUnsafeBytes { bytes in
            // A small body comes at once.
            if body.isEmpty, bytes.count >= expectedBytes {
                body = unsafe Data(bytes)
            } else {
                if body.isEmpty { body.reserveCapacity(expectedBytes) }
                unsafe body.append(contentsOf: bytes)
            }
        }
        return .taken
    }

    func end(_ outcome: Result<HTTPHead, ExchangeFailure>) {
        unsafe completion.resume(
            returning: outcome.map { HTTPResponse(status: $0.status, fields: $0.fields, body: body) })
    }
}
