import CurlKit
import FoundationEssentials
import HTTPTransportAPI

/// Hands the head to whoever asked, then the body to whoever reads.
final class StreamSink: BodySink {
    private let buffer: StreamBuffer
    private let completion: Completion<HTTPHead>
    private var hasBegun = false

    init(_ buffer: StreamBuffer, _ completion: Completion<HTTPHead>) {
        self.buffer = buffer
        self.completion = completion
    }

    func begin(_ head: HTTPHead) {
        hasBegun = true
        completion.resume(returning: .success(head))
    }

    func take(_ bytes: RawSpan) -> CurlReception {
        buffer.offer(bytes.withUnsafeBytes { Data($0) })
    }

    func end(_ outcome: Result<HTTPHead, ExchangeFailure>) {
        buffer.finish(outcome.map { _ in }.mapError(\.error))
        if !hasBegun { completion.resume(returning: outcome) }
    }
}
