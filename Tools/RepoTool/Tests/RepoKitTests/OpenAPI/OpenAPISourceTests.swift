import Foundation
import KernelTesting
import RepoKit
import Testing

struct OpenAPISourceTests {
    private let yaml = """
        openapi: 3.1.0
        servers:
          - url: http://localhost
        paths:
          /a:
            get: { summary: 'say "a"' }
          /b:
            get: {}
        components:
          schemas:
            A: { type: string }
            B: { type: integer }

        """

    @Test func eachPathAndComponentHasALineOfItsOwn() throws {
        #expect(
            try OpenAPISource.render(yaml) == ##"""
                // Written by `make openapi` from docs/api/openapi.yaml, and not by hand.

                extension OpenAPIDocument {
                    /// The members of the document in JSON, without `servers`.
                    static let members = #"""
                        "openapi":"3.1.0",
                        "paths":{
                        "/a":{"get":{"summary":"say \"a\""}},
                        "/b":{"get":{}}
                        },
                        "components":{
                        "schemas":{
                        "A":{"type":"string"},
                        "B":{"type":"integer"}
                        }
                        }
                        """#
                }

                """##)
    }

    @Test func isWrittenWhenTheDescriptionHasChanged() throws {
        let folder = try TemporaryFolder()
        let root = URL(filePath: folder.path)
        for path in [OpenAPISource.description, OpenAPISource.source] {
            try FileManager.default.createDirectory(
                at: root.appending(path: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        try yaml.write(to: root.appending(path: OpenAPISource.description), atomically: true, encoding: .utf8)
        #expect(try OpenAPISource.write(in: root))
        #expect(try !OpenAPISource.write(in: root))
        let written = try String(contentsOf: root.appending(path: OpenAPISource.source), encoding: .utf8)
        #expect(try written == OpenAPISource.render(yaml))
    }
}
