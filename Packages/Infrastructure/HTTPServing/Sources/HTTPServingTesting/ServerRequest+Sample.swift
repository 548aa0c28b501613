public import FoundationEssentials
public import HTTPServingAPI
import HTTPServingLoopback
public import HTTPTypes

extension ServerRequest {
    /// A request with whatever a test doesn't care about filled in.
    public static func sample(
        _ method: HTTPMethod = .get, _ path: String = "/", query: String = "", fields: HTTPFields = HTTPFields(),
        body: Data? = nil, peer: SocketAddress = SocketAddress(ip: .loopback, port: 50_000), isSecure: Bool = false,
        requestID: String = "request-1"
    ) -> ServerRequest {
        ServerRequest(
            method: method, path: path, query: QueryParameters(encoded: query) ?? QueryParameters(), fields: fields,
            body: body.map { .bytes($0) } ?? .empty, peer: peer, isSecure: isSecure, requestID: requestID)
    }

    /// A request with a JSON body.
    public static func json(
        _ method: HTTPMethod = .post, _ path: String = "/", _ body: String, fields: HTTPFields = HTTPFields()
    ) -> ServerRequest {
        var fields = fields
        fields[.contentType] = MediaType.json.description
        return sample(method, path, fields: fields, body: Data(body.utf8))
    }
}

extension ServerResponse {
    /// The whole body, whatever it is made from.
    public func collectBody() async throws -> Data {
        let pipe = LoopbackPipe(body)
        var whole = Data()
        while let chunk = try await pipe.next() { whole.append(chunk) }
        return whole
    }
}
