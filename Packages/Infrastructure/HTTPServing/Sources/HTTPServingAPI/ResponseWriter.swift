public import FoundationEssentials

/// Takes the bytes of a body that is made while it is sent.
///
/// Threads may share a writer; writes keep their order per task.
public protocol ResponseWriter: Sendable {
    /// Hands bytes to the connection, waiting while the client is slower than
    /// the handler.
    ///
    /// - Throws: ``ResponseWriterError/disconnected`` when the client is gone
    ///   or the server is stopping, ``ResponseWriterError/cancelled`` when the
    ///   task is cancelled. The handler should then return or rethrow.
    func write(_ data: Data) async throws(ResponseWriterError)
}

/// Why nothing more can be written.
public enum ResponseWriterError: Error, Hashable, Sendable {
    /// The client is gone or the server ended the stream.
    case disconnected
    /// The handler's task was cancelled.
    case cancelled
}
