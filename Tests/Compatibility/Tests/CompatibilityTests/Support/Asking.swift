import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Testing

/// Asks a server in JSON, in the name of whoever has a token.
struct Asking: Sendable {
    let transport: any HTTPTransport

    struct Answer: Sendable {
        let status: Int
        let body: JSON

        /// Which problem it is.
        var code: String? { body.text("code") }
    }

    func ask(
        _ method: HTTPMethod, _ path: String, _ body: [String: JSON]? = nil, bearer: String? = nil
    ) async throws -> Answer {
        var headers: [String: String] = [:]
        if body != nil { headers["Content-Type"] = "application/json" }
        if let bearer { headers["Authorization"] = "Bearer " + bearer }
        let request = Fixture.Request(
            method: method.rawValue, path: path, headers: headers, body: body.map { .object($0) })
        let answer = try await transport.send(try request.http)
        return Answer(status: answer.status.rawValue, body: answer.body.isEmpty ? .null : try JSON(answer.body))
    }

    /// What is answered to who is let have it.
    func get(_ path: String, bearer: String) async throws -> JSON {
        let answer = try await ask(.get, path, bearer: bearer)
        try #require(answer.status == 200, "\(path): \(answer)")
        return answer.body
    }

    func post(_ path: String, _ body: [String: JSON]? = nil, bearer: String? = nil) async throws -> JSON {
        let answer = try await ask(.post, path, body, bearer: bearer)
        try #require((200..<300).contains(answer.status), "\(path): \(answer)")
        return answer.body
    }

    func logIn(_ email: String, _ password: String, device: String? = nil) async throws -> Answer {
        var body: [String: JSON] = ["email": .text(email), "password": .text(password)]
        body["device"] = device.map { .text($0) }
        return try await ask(.post, "/auth/login", body)
    }
}
