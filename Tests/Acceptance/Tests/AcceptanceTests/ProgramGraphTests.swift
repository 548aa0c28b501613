import FoundationEssentials
import KernelTesting
import Testing

/// The graph that a program draws is the one that its wirings say.
struct ProgramGraphTests {
    @Test func theServersGraphIsTheOneOfItsWirings() async throws {
        let folder = try TemporaryFolder()
        // Demo content is a plugin when it is asked for.
        let report = try await Server.run("plugins", "--json", "--demo.content", "true", data: folder.path(of: "data"))
        let wirings = try Wirings(of: "Apps/Server/Sources/ServerWiring", features: "ServerFeatures.swift")
        try expectSame(try JSON(parsing: report.outputText), wirings, atLeast: 18)
    }

    @Test func theClientsGraphIsTheOneOfItsWirings() async throws {
        let folder = try TemporaryFolder()
        let client = Client(home: folder.path(of: "home"), address: "http://127.0.0.1:9")
        let wirings = try Wirings(of: "Apps/Composer/Sources/ComposerWiring", features: "ClientFeatures.swift")
        try expectSame(try await client.object("plugins"), wirings, atLeast: 28)
    }

    /// What features need of one another; infrastructure is given by its base.
    private func expectSame(_ report: JSON, _ wirings: Wirings, atLeast count: Int) throws {
        var types: [String: String] = [:], needs: [String: Set<String>] = [:]
        for plugin in report["plugins"]?.items ?? [] {
            let (id, type) = (try #require(plugin["id"]?.text), try #require(plugin["type"]?.text))
            types[id] = type.split(separator: ".").last.map(String.init)
            needs[try #require(types[id])] = Set(
                plugin["needs"]?.items.compactMap { $0.text.flatMap { types[$0] } } ?? [])
        }
        #expect(wirings.reads.count >= count)
        for (plugin, reads) in wirings.reads {
            #expect(needs[plugin]?.intersection(wirings.reads.keys) == reads, "\(plugin)")
        }
    }

    /// What the sources of a program's wirings read for each plugin, by the
    /// names of the plugins' types.
    private struct Wirings {
        private(set) var reads: [String: Set<String>] = [:]

        init(of folder: String, features: String) throws {
            let folder = Programs.root + "/" + folder
            let list = try String(contentsOfFile: folder + "/" + features, encoding: .utf8)
            let properties = list.matches(of: /let (\w+): Installed<(\w+)\.Exports>/).map {
                ("features.\($0.1)", String($0.2))
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/Features")
            for path in names.map({ "Features/" + $0 }) + ["FlowsWiring.swift"] {
                guard let text = try? String(contentsOfFile: folder + "/" + path, encoding: .utf8) else { continue }
                let given = text.matches(of: /_ (\w+): Installed<(\w+)\.Exports>/).map { (String($0.1), String($0.2)) }
                let made = text.matches(of: /let (\w+)[^=\n]* = try host\.install\(\s*(\w+)\.self/).map {
                    (String($0.1), String($0.2))
                }
                let plugins = Dictionary(properties + given + made) { $1 }
                // What several plugins of a file are given stands in a function of its own.
                let shared = text.matches(
                    of: /static func (\w+)\((?:[^{]*)in scope: borrowing PluginScope[^{]*\{((?:(?!static func)[\s\S])*)/
                )
                .map { (call: String($0.1) + "(", body: String($0.2)) }
                for part in text.split(separator: "host.install(").dropFirst() {
                    guard let plugin = part.prefixMatch(of: /\s*(\w+)\.self/) else { continue }
                    let own = part.prefix { $0 != "}" }
                    let called = shared.filter { own.contains($0.call) }.map(\.body).joined()
                    let read = (part + called).matches(of: /scope\[([\w.]+)\]/).compactMap { plugins[String($0.1)] }
                    reads[String(plugin.1), default: []].formUnion(read)
                }
            }
        }
    }
}
