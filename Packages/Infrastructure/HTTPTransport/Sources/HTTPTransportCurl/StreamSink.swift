import CurlKit
import FoundationEssentials
import HTTPTransportAPI

/// Hands the head to whoever asked, then the body to whoever reads.
///
/// `@safe`: the continuation is resumed once, by `begin` or `end`.
@safe
final class StreamSink: BodySink {
    private let buffer: StreamBuffer
    private let completion: Completion<HTTPHead>
    private var hasBegun = false

    init(_ buffer: StreamBuffer, _ completion: Completion<HTTPHead>) {
        self.buffer = buffer
        unsafe self.completion = unsafe completion
    }

    func begin(_ head: HTTPHead) {
        hasBegun = true
        unsafe completion.resume(returning: .success(head))
    }

    func take(_ bytes: RawSpan) -> CurlReception {
        unsafe buffer.offer(bytes.withUnsafeBytes { unsafe Data($0) })
    }

    func end(_ outcome: Result<HTTPHead, ExchangeFailure>) {
        buffer.finish(outcome.map { _ in }.mapError(\.error))
        if !hasBegun { unsafe completion.resume(returning: outcome) }
    }
}
