import ConfigurationAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import ServerWiring
import Testing

/// What the server says that it answers, over the whole composition.
struct ServerDescriptionTests {
    private let description: ServerDescription

    init() throws {
        description = try ServerDescription(.defaults, data: "/nonexistent")
    }

    /// No route without a description, no operation and no component twice.
    @Test func everyRouteIsDescribed() {
        #expect(description.document.defects == [])
    }

    @Test func theDocumentInDocsIsThatOfTheComposition() throws {
        // ServerWiringTests, Tests, Server, Apps: four folders up, and the file.
        let root = (0..<5).reduce(#filePath) { path, _ in
            path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        }
        let file = try String(contentsOfFile: root + "/docs/api/openapi.yaml", encoding: .utf8)
        let written = file.split(separator: "\n", omittingEmptySubsequences: false)
        let made = description.yaml.split(separator: "\n", omittingEmptySubsequences: false)
        let isCurrent = written == made, line = zip(written, made).prefix { $0 == $1 }.count
        #expect(
            isCurrent,
            """
            docs/api/openapi.yaml isn't what the routes say, from line \(line + 1) on: \
            “\(line < made.count ? made[line] : "the end")” is said. Run `make openapi` and commit what it writes.
            """)
    }

    @Test func examplesAreWhatTheirSchemasSay() {
        let document = description.document.json(server: "http://localhost")
        var check = SchemaCheck(document: document)
        check.examples(in: document, at: "")
        #expect(check.count > 60)
        #expect(check.problems == [])
    }
}
