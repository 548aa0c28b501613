import FoundationEssentials
public import HTTPTransportAPI
import HTTPTypes

/// A transport that answers by a rule and reaches nobody.
///
/// ```swift
/// let transport = HTTPTransportStub { request in
///     HTTPResponse(status: request.url.path == "/feed" ? .ok : .notFound)
/// }
/// ```
/// Downloads write the body of a 2xx answer to the file; streams bring it in
/// one piece. Limits, addresses and redirects are not looked at.
public struct HTTPTransportStub: HTTPTransport {
    private let answer: @Sendable (HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse

    /// Creates a transport that answers by a rule.
    public init(_ answer: @escaping @Sendable (HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse) {
        self.answer = answer
    }

    /// Creates a transport that gives the same answer to everything.
    public init(_ response: HTTPResponse) {
        answer = { _ in response }
    }

    /// Creates a transport on which everything fails.
    public init(failure: HTTPTransportError) {
        answer = { (_) throws(HTTPTransportError) in throw failure }
    }

    /// Answers by the rule.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        return try await answer(request)
    }

    /// Answers by the rule and writes the body of a success to the file.
    public func download(
        _ request: HTTPRequest,
        toFile path: String,
        progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        var response = try await send(request)
        guard response.status.isSuccess else { return response }
        do {
            try response.body.write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw .fileSystem(reason: "The stub could not write \(path)")
        }
        let size = response.body.count
        progress?(TransferProgress(completedBytes: 0, totalBytes: size))
        progress?(TransferProgress(completedBytes: size, totalBytes: size))
        response.body = Data()
        return response
    }

    /// Answers by the rule; the body comes in one piece.
    public func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        let response = try await send(request)
        let pieces = response.body.isEmpty ? [] : [response.body]
        return HTTPStreamingResponse(
            status: response.status,
            fields: response.fields,
            body: HTTPBodyStream(pieces: pieces)
        )
    }
}
