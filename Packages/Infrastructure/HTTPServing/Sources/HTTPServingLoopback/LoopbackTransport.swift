import FoundationEssentials
public import HTTPServingAPI
public import HTTPTransportAPI
import HTTPTypes
import Locking

/// Carries a client's requests to a server's responder within the process: for
/// clients that live in the server, and to test both sides of a feature together
/// without a socket.
///
/// It keeps the rules of a real transport that matter to both sides: plain HTTP
/// only to loopback, limits on answers, cancellation, answers without a body to
/// HEAD. It never follows redirects and measures no time.
public struct LoopbackTransport: HTTPTransport {
    private let responder: any HTTPResponding
    private let peer: SocketAddress
    private let makeRequestID: @Sendable () -> String

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - responder: answers the requests.
    ///   - peer: whom the server takes the client for.
    ///   - makeRequestID: makes identifiers for requests.
    public init(
        to responder: any HTTPResponding, peer: SocketAddress = SocketAddress(ip: .loopback, port: 50_000),
        makeRequestID: @escaping @Sendable () -> String = { "loopback" }
    ) {
        self.responder = responder
        self.peer = peer
        self.makeRequestID = makeRequestID
    }

    /// Sends a request and collects the answer.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        let answer = try await stream(request)
        let limit = request.limits.maximumResponseBytes
        var body = Data()
        for try await chunk in answer.body {
            body.append(chunk)
            guard body.count <= limit else { throw .tooLarge(limit: limit) }
        }
        return HTTPResponse(status: answer.status, fields: answer.fields, body: body)
    }

    /// Sends a request and writes the body of a successful answer to a file.
    public func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        var answer = try await send(request)
        guard answer.status.isSuccess else { return answer }
        do {
            try answer.body.write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw .fileSystem(reason: "\(path) cannot be written")
        }
        progress?(TransferProgress(completedBytes: answer.body.count, totalBytes: answer.body.count))
        answer.body = Data()
        return answer
    }

    /// Sends a request and brings the answer while it is made.
    public func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let incoming = try serverRequest(for: request)
        var response = await responder.respond(to: incoming)
        response.fields[.requestID] = incoming.requestID
        guard !Task.isCancelled else { throw .cancelled }
        if let invalid = response.fields.firstInvalid {
            throw .invalidResponse(reason: "the field \(invalid.name) cannot be sent")
        }
        let headerBytes = response.fields.reduce(0) { $0 + $1.name.description.utf8.count + $1.value.utf8.count + 4 }
        guard headerBytes <= request.limits.maximumHeaderBytes else {
            throw .tooLarge(limit: request.limits.maximumHeaderBytes)
        }
        let hasBody = request.method != .head && response.status != .noContent && response.status != .notModified
        let pipe = LoopbackPipe(hasBody ? response.body : .none)
        return HTTPStreamingResponse(status: response.status, fields: response.fields, body: HTTPBodyStream(pipe))
    }

    private func serverRequest(for request: HTTPRequest) throws(HTTPTransportError) -> ServerRequest {
        guard let scheme = request.url.scheme?.lowercased(), let host = request.url.host(), !host.isEmpty,
            scheme == "http" || scheme == "https"
        else { throw .invalidRequest(reason: "the address isn't absolute") }
        let isLoopback = host.lowercased() == "localhost" || IPAddress(host)?.isLoopback == true
        guard scheme == "https" || isLoopback else { throw .insecureAddress }
        if let invalid = request.fields.firstInvalid {
            throw .invalidRequest(reason: "the field \(invalid.name) cannot be sent")
        }
        guard let query = QueryParameters(encoded: request.url.query(percentEncoded: true) ?? "") else {
            throw .invalidRequest(reason: "the query has a broken escape")
        }
        let path = request.url.path(percentEncoded: true)
        var fields = request.fields
        fields["Host"] = request.url.port.map { "\(host):\($0)" } ?? host
        var body = RequestBody.empty
        if let data = try bytes(of: request.body) {
            body = .pieces(of: data)
            fields[.contentLength] = String(data.count)
        }
        return ServerRequest(
            method: request.method, path: path.isEmpty ? "/" : path, query: query, fields: fields, body: body,
            peer: peer, isSecure: scheme == "https", requestID: makeRequestID())
    }

    private func bytes(of body: HTTPRequest.Body?) throws(HTTPTransportError) -> Data? {
        switch body {
        case nil: return nil
        case .bytes(let data): return data
        case .file(let path):
            do {
                return try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
            } catch {
                throw .fileSystem(reason: "\(path) cannot be read")
            }
        }
    }
}

extension RequestBody {
    private static let pieceBytes = 64 * 1024

    /// A body that comes in pieces, as over a connection.
    fileprivate static func pieces(of data: Data) -> RequestBody {
        let rest = Locked(data[...])
        return RequestBody(declaredLength: data.count) { () throws(HTTPProblem) in
            rest.withLock { rest in
                let piece = rest.prefix(pieceBytes)
                rest = rest.dropFirst(piece.count)
                return piece.isEmpty ? nil : Data(piece)
            }
        }
    }
}
