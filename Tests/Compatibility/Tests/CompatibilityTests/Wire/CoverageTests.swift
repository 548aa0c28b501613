import CoreModels
import FoundationEssentials
import HTTPServingLoopback
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import ServerTesting
import Testing

/// Whatever the server says that it answers has a fixture.
struct CoverageTests {
    @Test func everyDocumentedAnswerIsReleased() async throws {
        let documented = Set(try await Self.documented())
        #expect(documented.count >= 70, "the description can't be read")
        let released = Set(
            Fixtures.wire.compactMap { released in
                released.fixture.response.map { "\(released.fixture.request.operation) \($0.status)" }
            })
        let missing = documented.subtracting(released).filter { !Self.isNeverSeen($0) }.sorted()
        #expect(missing == [], "add a fixture for each: Tests/Compatibility/README.md says how")
    }

    /// Whether no client of ours ever saw it: the answer to a read that is no HTTP.
    private static func isNeverSeen(_ answer: String) -> Bool {
        let words = answer.split(separator: " ")
        return words[0] == "GET" && words[2] == "400"
    }

    /// The answers that the server describes, such as `GET /feed 200`.
    private static func documented() async throws -> [String] {
        let server = try ComposedServer(folder: try TemporaryFolder().path, date: ManualDate())
        let answer = try await server.transport.send(
            HTTPRequest(method: .get, url: try #require(URL(string: ComposedServer.address + "/openapi.json"))))
        return try WireCoding.decoder().decode(Description.self, from: answer.body).paths.flatMap { path, methods in
            // A fixture names what it asks for, so that all identifiers are alike.
            let place = path.replacing(/\{[a-z_]+\}/, with: "{id}")
            return methods.flatMap { method, operation in
                operation.responses.keys.map { "\(method.uppercased()) \(place) \($0)" }
            }
        }
    }

    private struct Description: Decodable {
        struct Operation: Decodable {
            let responses: [String: Answer]
        }

        struct Answer: Decodable {}

        let paths: [String: [String: Operation]]
    }
}
