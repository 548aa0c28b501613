public import FoundationEssentials

/// The pieces of a body in the order in which they come.
///
/// Made for one reader: each piece goes to one of those who ask. The exchange
/// with the server ends when the body has ended, when the reading task is
/// cancelled, or when the stream and its iterators are released.
public struct HTTPBodyStream: AsyncSequence, Sendable {
    /// Reads the pieces one after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let exchange: Exchange

        fileprivate init(_ exchange: Exchange) {
            self.exchange = exchange
        }

        /// Waits for the next piece.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(HTTPTransportError) -> Data? {
            try await exchange.source.next()
        }

        /// Waits for the next piece.
        public mutating func next() async throws(HTTPTransportError) -> Data? {
            try await exchange.source.next()
        }
    }

    /// Ends the exchange when nobody can read any more.
    fileprivate final class Exchange: Sendable {
        let source: any HTTPBodySource

        init(_ source: any HTTPBodySource) {
            self.source = source
        }

        deinit {
            source.cancel()
        }
    }

    private let exchange: Exchange

    /// Creates a stream over what a transport brings.
    public init(_ source: any HTTPBodySource) {
        exchange = Exchange(source)
    }

    /// Starts reading, or goes on where another iterator stopped.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(exchange)
    }
}
