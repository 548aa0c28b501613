public import FoundationEssentials

/// Brings the pieces of a body to an ``HTTPBodyStream``.
///
/// Transports and test doubles implement it; others read the stream.
public protocol HTTPBodySource: Sendable {
    /// Waits for the next piece, which is never empty.
    ///
    /// Returns nil at the end and ever after. When the calling task is
    /// cancelled, ends the exchange and throws `cancelled`.
    func next() async throws(HTTPTransportError) -> Data?

    /// Ends the exchange; whoever waits in ``next()`` gets `cancelled`.
    ///
    /// May be called at any time and from any thread, and more than once. Does
    /// nothing after the end.
    func cancel()
}
