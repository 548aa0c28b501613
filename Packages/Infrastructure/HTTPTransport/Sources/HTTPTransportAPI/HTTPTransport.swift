/// Sends HTTP requests to a server and brings its answers.
///
/// - Any number of calls may run at once; each is independent.
/// - Any answer with a status is a result, never an error, whatever the
///   status says. An error means that there is no complete answer; the server
///   may have carried out the request all the same.
/// - Cancelling the task ends the call within 100 ms with
///   ``HTTPTransportError/cancelled``; so does stopping the transport.
/// - Plain `http` is refused except to 127.0.0.0/8, ::1 and `localhost`, also
///   on the way of a redirect. Over TLS the peer is always verified.
/// - A request goes out once. Only one that does no more when it comes twice
///   (GET, HEAD, PUT, DELETE, OPTIONS, or any with `Idempotency-Key`) is sent
///   again when a kept connection turns out to be closed.
/// - Redirects are followed only if the request says so.
/// - Compressed answers come decompressed, without the fields that describe the
///   compressed form.
public protocol HTTPTransport: Sendable {
    /// Sends a request and brings the whole answer.
    ///
    /// - Throws: ``HTTPTransportError``; `tooLarge` when the answer exceeds
    ///   the request's limits, after decompression.
    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse

    /// Sends a request and writes the body of a successful answer to a file.
    ///
    /// The file at `path` appears, or is replaced, as a whole and durably
    /// before the call returns. In every other case it is as it was before: on
    /// an error, on cancellation, on a status other than 2xx, after a crash.
    /// A new file is readable by its owner only.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - path: Where to write; the folder must exist.
    ///   - progress: Called in order, never at the same time twice, on a thread
    ///     of the transport: it has to return at once. It starts over when the
    ///     transport asks again after silence.
    /// - Returns: The answer. Its body is empty when it went to the file, else
    ///   it holds what the server sent, such as a problem document.
    /// - Throws: ``HTTPTransportError``; `fileSystem` when the file could not
    ///   be written.
    func download(
        _ request: HTTPRequest,
        toFile path: String,
        progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse

    /// Sends a request and brings the answer piece by piece, as for events.
    ///
    /// Returns when the head is there. The limit on the total time counts up to
    /// that moment only, and there is none on the size of the body: whoever
    /// reads decides how much to read. A reader that is slow slows down the
    /// server; at most a few hundred kilobytes wait in memory.
    ///
    /// - Throws: ``HTTPTransportError``, and so does the body while it is read.
    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse
}

extension HTTPTransport {
    /// Downloads to a file without reporting progress.
    public func download(
        _ request: HTTPRequest,
        toFile path: String
    ) async throws(HTTPTransportError) -> HTTPResponse {
        try await download(request, toFile: path, progress: nil)
    }
}
