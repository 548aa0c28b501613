public import FoundationEssentials
public import HTTPTransportAPI
import Locking

extension HTTPBodyStream {
    /// Creates a stream that brings prepared pieces and then ends, or fails.
    public init(pieces: [Data], failure: HTTPTransportError? = nil) {
        self.init(PreparedPieces(pieces, failure))
    }
}

private final class PreparedPieces: HTTPBodySource {
    private struct State {
        var pieces: ArraySlice<Data>
        var failure: HTTPTransportError?
    }

    private let state: Locked<State>

    init(_ pieces: [Data], _ failure: HTTPTransportError?) {
        state = Locked(State(pieces: pieces[...], failure: failure))
    }

    func next() async throws(HTTPTransportError) -> Data? {
        if Task.isCancelled { cancel() }
        return try state.withLock { state throws(HTTPTransportError) -> Data? in
            if let piece = state.pieces.popFirst() { return piece }
            guard let failure = state.failure else { return nil }
            state.failure = nil
            throw failure
        }
    }

    func cancel() {
        state.withLock { $0 = State(pieces: [], failure: .cancelled) }
    }
}
