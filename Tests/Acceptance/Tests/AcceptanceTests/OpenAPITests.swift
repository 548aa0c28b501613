import KernelTesting
import Testing

/// The description that the server shows is that of this server.
struct OpenAPITests {
    private static let remedy = "Describe the route beside it, run `make openapi`, and build the programs again."

    @Test func saysWhereTheServerIsAndIsForEverybody() async throws {
        let folder = try TemporaryFolder()
        let server = try await Server(data: folder.path(of: "data"))
        let answer = try #require(try await server.ask("GET", "/openapi.json"))
        #expect(answer.status == 200 && answer.fields["content-type"] == "application/json")
        #expect(answer.json?["openapi"]?.text?.hasPrefix("3.1.") == true)
        #expect(answer.json?["servers"]?[0]?["url"]?.text == server.address)
        #expect(answer.fields["etag"] != nil && answer.fields["cache-control"] == "public, max-age=300")
    }

    @Test func hasTheRoutesThatTheServerHas() async throws {
        let folder = try TemporaryFolder()
        let server = try await Server(data: folder.path(of: "data"))
        let document = try #require(try await server.ask("GET", "/openapi.json")?.json)
        let described = Self.methods(in: document)
        for (path, methods) in described {
            let place = path.split(separator: "/").map { $0.hasPrefix("{") ? "x" : $0 }.joined(separator: "/")
            let allowed = try await server.ask("OPTIONS", "/" + place)?.fields["allow"] ?? ""
            let served = Set(allowed.split(separator: ",").map { String($0.filter { $0 != " " }) })
            #expect(served.subtracting(["HEAD", "OPTIONS"]) == methods, "\(path). \(Self.remedy)")
        }
        // Nothing is served that isn't described: then there would be more routes.
        let report = try await Server.run("plugins", "--json", data: folder.path(of: "data"))
        let plugins = try JSON(parsing: report.outputText)["plugins"]?.items ?? []
        let routes = plugins.compactMap { plugin in
            plugin["contributes"]?["HTTPRoutes"]?.number.map { (plugin["id"]?.text ?? "", $0) }
        }
        let count = routes.reduce(Self.ownRoutes) { $0 + $1.1 }
        #expect(count == described.values.reduce(0) { $0 + $1.count }, "\(routes). \(Self.remedy)")
    }

    /// `/healthz`, `/readyz` and `/openapi.json` are of the program, and not of a
    /// plugin.
    private static let ownRoutes = 3

    private static func methods(in document: JSON) -> [String: Set<String>] {
        let known: Set = ["get", "put", "post", "delete", "patch"]
        let paths = document["paths"]?.names ?? []
        return Dictionary(
            uniqueKeysWithValues: paths.map { path in
                let members = Set(document["paths"]?[path]?.names ?? [])
                return (path, Set(members.intersection(known).map { $0.uppercased() }))
            })
    }

    @Test func refersToNothingThatIsMissing() async throws {
        let folder = try TemporaryFolder()
        let server = try await Server(data: folder.path(of: "data"))
        let document = try #require(try await server.ask("GET", "/openapi.json")?.json)
        let references = Set(Self.references(in: document))
        #expect(references.count > 50)
        for reference in references {
            let names = reference.split(separator: "/").dropFirst().map(String.init)
            let found = names.reduce(Optional(document)) { $0?[$1] }
            #expect(found != nil, "\(reference)")
        }
    }

    private static func references(in value: JSON) -> [String] {
        let own = value["$ref"]?.text.map { [$0] } ?? []
        let inner = value.names.compactMap { value[$0] } + value.items
        return own + inner.flatMap { references(in: $0) }
    }
}
