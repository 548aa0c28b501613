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
        let documented = try await Self.documented()
        #expect(documented.count >= 70, "the description can't be read")
        let released = Set(
            Fixtures.wire.compactMap { released in
                released.fixture.response.map { "\(released.fixture.request.operation) \($0.status)" }
            })
        let shared = Set(documented.filter { released.contains($0.key) }.compactMap(\.value))
        let missing = documented.filter { answer, component in
            !released.contains(answer) && !Self.isNeverSeen(answer)
                && !(component.map { Self.everywhere.contains($0) && shared.contains($0) } ?? false)
        }
        #expect(missing.keys.sorted() == [], "add a fixture for each: Tests/Compatibility/README.md says how")
    }

    /// What is answered before or behind any route, in the same way: one route
    /// that has a fixture shows it for all.
    private static let everywhere: Set = ["BodyTooLarge", "StorageFull", "Unavailable", "UnsupportedContentCoding"]

    /// Whether no client of ours ever saw it: the answer to a read that is no HTTP.
    private static func isNeverSeen(_ answer: String) -> Bool {
        let words = answer.split(separator: " ")
        return words[0] == "GET" && words[2] == "400"
    }

    /// The answers that the server describes, such as `GET /feed 200`, and which
    /// of its components they are.
    private static func documented() async throws -> [String: String?] {
        let server = try ComposedServer(folder: try TemporaryFolder().path, date: ManualDate())
        let answer = try await server.transport.send(
            HTTPRequest(method: .get, url: try #require(URL(string: ComposedServer.address + "/openapi.json"))))
        let paths = try WireCoding.decoder().decode(Description.self, from: answer.body).paths
        var documented: [String: String?] = [:]
        for (path, methods) in paths {
            // A fixture names what it asks for, so that all identifiers are alike; the provider of all is `acme`.
            let place = path.replacing("{name}", with: "acme").replacing(/\{[a-z_]+\}/, with: "{id}")
            for (method, operation) in methods {
                for (status, answer) in operation.responses {
                    documented["\(method.uppercased()) \(place) \(status)"] = answer.component
                }
            }
        }
        return documented
    }

    private struct Description: Decodable {
        struct Operation: Decodable {
            let responses: [String: Answer]
        }

        struct Answer: Decodable {
            let reference: String?
            var component: String? { reference?.split(separator: "/").last.map(String.init) }

            private enum CodingKeys: String, CodingKey {
                case reference = "$ref"
            }
        }

        let paths: [String: [String: Operation]]
    }
}
