import CurlKit
import HTTPTransportAPI

/// Where the body of an answer goes; called on the thread of the loop.
protocol BodySink: AnyObject {
    /// Takes the head, once it is complete.
    func begin(_ head: HTTPHead) throws(HTTPTransportError)
    /// Takes the next bytes of the body, or puts them off.
    func take(_ bytes: RawSpan) throws(HTTPTransportError) -> CurlReception
    /// Takes note of the end, exactly once.
    func end(_ outcome: Result<HTTPHead, ExchangeFailure>)
}

/// Where a sink reports what became of the request; resumed exactly once.
///
/// Not a checked one, which is one more object for each request: a transfer
/// ends exactly once, which the tests of CurlKit show.
typealias Completion<Value> = UnsafeContinuation<Result<Value, ExchangeFailure>, Never>
