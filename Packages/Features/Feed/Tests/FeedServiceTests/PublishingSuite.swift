import CoreModels
import FeedServiceTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting

/// What the suites of publishing share.
protocol PublishingSuite: Sendable {
    var feed: RunningFeed { get }
}

/// A picture of the feed as it is on the wire.
struct PublishedItem: Decodable {
    let id: ImageID
    let description: String?
    let location: String?
    let image: String
}

/// Names operations as the middleware for repeated requests does.
private struct Naming: HTTPMiddleware {
    func respond(
        to request: ServerRequest, next: @escaping @Sendable (ServerRequest) async -> ServerResponse
    ) async throws -> ServerResponse {
        var request = request
        request.operationID = request.fields[.idempotencyKey].flatMap { UUID(uuidString: $0) }
        return await next(request)
    }
}

extension PublishingSuite {
    func credentials(
        verified: Bool = true, of user: User? = nil, on feed: RunningFeed? = nil
    ) async throws -> String {
        let issued = try await (feed ?? self.feed).server.issuing.issueSession(
            for: user ?? .made(isVerified: verified), on: SessionClient())
        return issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }
    }

    func form(_ image: Data?, _ texts: KeyValuePairs<String, String> = [:]) -> Data {
        var body = Data()
        for (name, text) in texts {
            body += Data("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n".utf8)
        }
        if let image {
            let head = "--b\r\nContent-Disposition: form-data; name=\"image\"; filename=\"../x.gif\"\r\n\r\n"
            body += Data(head.utf8) + image + Data("\r\n".utf8)
        }
        return body + Data("--b--\r\n".utf8)
    }

    func post(
        _ body: Data, as credentials: String?, key: UUID? = nil, to feed: RunningFeed? = nil
    ) async throws -> (ServerResponse, Data) {
        let router = try Router(
            routes: (feed ?? self.feed).routes, middlewares: [Naming()], observer: RequestObserverSpy())
        var fields: HTTPFields = [.contentType: "multipart/form-data; boundary=b"]
        if let credentials { fields[.authorization] = credentials }
        if let key { fields[.idempotencyKey] = key.uuidString }
        let response = await router.respond(to: .sample(.post, "/feed", fields: fields, body: body))
        return (response, try await response.collectBody())
    }

    func problem(_ body: Data) throws -> ProblemDetails {
        try JSONDecoder().decode(ProblemDetails.self, from: body)
    }

    func get(_ path: String, query: String = "", fields: HTTPFields = [:]) async throws -> ServerResponse {
        let router = try Router(routes: feed.routes, observer: RequestObserverSpy())
        return await router.respond(to: .sample(.get, path, query: query, fields: fields))
    }

    func count() async throws -> Int? {
        try await feed.server.database.read { try $0.value("SELECT COUNT(*) FROM images") }
    }
}
