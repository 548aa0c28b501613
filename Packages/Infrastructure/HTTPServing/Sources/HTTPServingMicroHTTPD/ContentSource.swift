import FoundationEssentials

/// Where the library takes the bytes of an answer from, piece by piece, on the
/// loop's thread.
protocol ContentSource: AnyObject {
    /// Fills the buffer as far as there is something at `position`.
    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) -> ContentRead
}

/// What a source had.
enum ContentRead: Equatable {
    /// So many bytes, at least one.
    case bytes(Int)
    /// Nothing yet; the connection is to wait.
    case nothingYet
    /// The end.
    case end
    /// The content can't be completed.
    case failure
}

/// Bytes in memory.
final class DataSource: ContentSource {
    private let data: Data

    init(_ data: Data) {
        self.data = data
    }

    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) -> ContentRead {
        let count = min(data.count - position, buffer.count)
        guard count > 0 else { return .end }
        let start = data.startIndex + position
        unsafe data.copyBytes(to: buffer, from: start..<start + count)
        return .bytes(count)
    }
}
