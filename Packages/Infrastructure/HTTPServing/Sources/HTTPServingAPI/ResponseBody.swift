public import FoundationEssentials

/// The body of an answer.
public enum ResponseBody: Sendable {
    /// Makes the bytes of a body while they are sent; a thrown error breaks the
    /// connection off, so that the client sees that the body is incomplete.
    public typealias Producer = @Sendable (any ResponseWriter) async throws -> Void

    /// No body.
    case none
    /// Bytes in memory.
    case bytes(Data)
    /// A regular file, or a range of its bytes.
    case file(path: String, range: Range<Int>? = nil)
    /// Bytes that are made while they are sent. A server that stops lets the
    /// producer finish.
    case stream(Producer)
    /// An endless stream of events. A server that stops ends it at once.
    case events(Producer)
}
