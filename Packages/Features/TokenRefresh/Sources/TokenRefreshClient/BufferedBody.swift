import FoundationEssentials
import HTTPTransportAPI
import Locking

/// A body that is there already.
final class BufferedBody: HTTPBodySource {
    private let piece: Locked<Data?>

    init(_ data: Data) {
        piece = Locked(data.isEmpty ? nil : data)
    }

    func next() async throws(HTTPTransportError) -> Data? {
        guard !Task.isCancelled else { throw .cancelled }
        return piece.withLock { piece in
            defer { piece = nil }
            return piece
        }
    }

    func cancel() {
        piece.withLock { $0 = nil }
    }
}
