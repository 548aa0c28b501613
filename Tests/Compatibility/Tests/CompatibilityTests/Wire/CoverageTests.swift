import FoundationEssentials
import Testing

/// Whatever `docs/api/openapi.yaml` promises has a fixture.
struct CoverageTests {
    @Test func everyDocumentedAnswerIsReleased() throws {
        let documented = try Set(Self.documented())
        #expect(documented.count >= 70, "the description can't be read")
        let released = Set(
            Fixtures.wire.compactMap { released in
                released.fixture.response.map { "\(released.fixture.request.operation) \($0.status)" }
            })
        let missing = documented.subtracting(released).filter { !Self.isNeverSeen($0) }.sorted()
        #expect(missing == [], "add a fixture for each: Tests/Compatibility/README.md says how")
    }

    /// Whether no client of ours ever saw it: what only browsers show, or the
    /// answer to a read that is no HTTP.
    private static func isNeverSeen(_ answer: String) -> Bool {
        let words = answer.split(separator: " "), path = words[1], status = words[2]
        return ["/", "/icon.svg"].contains(path) || ["/verify", "/reset"].contains(path) && status >= "400"
            || words[0] == "GET" && status == "400"
    }

    /// The answers in the description, such as `GET /feed 200`.
    private static func documented() throws -> [String] {
        let file = Fixtures.folder + "/../../../docs/api/openapi.yaml"
        let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
        var path = "", method = "", answers: [String] = []
        for line in text.split(separator: "\n").prefix(while: { $0 != "components:" }) {
            let word = line.drop { $0 == " " }.prefix { $0 != ":" }
            switch line.count - line.drop(while: { $0 == " " }).count {
            // A fixture names what it asks for, so that all identifiers are alike.
            case 2 where word.hasPrefix("/"): path = String(word.replacing(/\{[a-z_]+\}/, with: "{id}"))
            case 4: method = word.uppercased()
            case 8 where word.hasPrefix("'"): answers.append("\(method) \(path) \(word.filter(\.isNumber))")
            default: continue
            }
        }
        return answers
    }
}
