import CurlKit
import FoundationEssentials
import HTTPTransportAPI

/// Keeps the body in memory.
final class CollectingSink: BodySink {
    private var body = Data()
    private let completion: Completion<HTTPResponse>

    init(_ completion: Completion<HTTPResponse>) {
        self.completion = completion
    }

    func begin(_ head: HTTPHead) {
        // What the server announces is reserved only up to a point: it costs
        // the server nothing to announce.
        body.reserveCapacity(min(head.contentLength ?? 0, 1 << 20))
    }

    func take(_ bytes: RawSpan) -> CurlReception {
        bytes.withUnsafeBytes { body.append(contentsOf: $0) }
        return .taken
    }

    func end(_ outcome: Result<HTTPHead, ExchangeFailure>) {
        completion.resume(returning: outcome.map { HTTPResponse(status: $0.status, fields: $0.fields, body: body) })
    }
}
