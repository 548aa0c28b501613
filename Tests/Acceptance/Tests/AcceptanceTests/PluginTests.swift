import FoundationEssentials
import KernelTesting
import Testing

/// What the server is composed of, and what is left without a part of it.
struct PluginTests {
    @Test func pluginsShowWhatNeedsWhat() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path(of: "data")
        let plugins = try await Server.run("plugins", "--json", data: data)
        let entries = try JSON(parsing: plugins.outputText)["plugins"]?.items ?? []
        let comments = try #require(entries.first { $0["id"]?.text == "comments" })
        #expect(comments["needs"]?.items.contains(.string("feed")) == true)
        let graph = try await Server.run("plugins", "--dot", data: data).outputText
        #expect(graph.hasPrefix("digraph") && graph.contains(#""comments" -> "feed";"#))
        for edge in [
            #""idempotency" -> "sessions";"#, #""http-server" -> "HTTPRoutes" [style=dashed];"#,
            #""HTTPRoutes" -> "comments" [style=dashed];"#, #""sql-store" -> "Migrations" [style=dashed];"#,
        ] {
            #expect(graph.contains(edge), "\(graph)")
        }
        let server = try #require(entries.first { $0["id"]?.text == "http-server" })
        let points = ["ErrorExplanations", "HTTPConventions", "HTTPMiddlewares", "HTTPRoutes", "HealthChecks"]
        #expect(server["collects"]?.items == points.map(JSON.string))
        #expect(!FileManager.default.fileExists(atPath: data), "nothing is made by looking")
    }

    /// What the graph says is what happens: without a plugin, all that need it
    /// are named, and nothing else.
    @Test func switchingAnyPluginOffNamesAllThatNeedIt() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path(of: "data")
        let plugins = try await Server.run("plugins", "--json", data: data)
        var needs: [String: Set<String>] = [:]
        for entry in try JSON(parsing: plugins.outputText)["plugins"]?.items ?? [] {
            needs[try #require(entry["id"]?.text)] = Set(entry["needs"]?.items.compactMap(\.text) ?? [])
        }
        #expect(needs.count > 25 && needs.values.flatMap(\.self).allSatisfy { needs[$0] != nil })
        for plugin in needs.keys.sorted() {
            var without: Set = [plugin]
            while let next = needs.first(where: { !without.contains($0.key) && !without.isDisjoint(with: $0.value) }) {
                without.insert(next.key)
            }
            let outcome = try await Server.run("plugins", "--plugins.disabled", plugin, data: data)
            // The program itself needs what listens.
            guard without.count > 1 || plugin == "http-server" else {
                #expect(outcome.exit == .status(0), "\(outcome.errorText)")
                continue
            }
            let named = outcome.errorText.matches(of: /“(.+?)”/).map { String($0.1) }
            #expect(outcome.exit == .status(2) && Set(named) == without, "\(plugin): \(outcome.errorText)")
        }
    }

    @Test func aPluginThatIsSwitchedOffIsGone() async throws {
        let stage = try await Stage("--plugins.disabled", "comments")
        #expect(try await stage.server.ask("GET", "/image/\(stage.picture)/comments")?.status == 404)
        #expect(try await stage.server.ask("GET", "/feed")?.status == 200)
        #expect(await stage.server.stop() == .status(0))
        // What it kept is there when it comes back.
        let server = try await Server(data: stage.server.data)
        let comments = try await server.ask("GET", "/image/\(stage.picture)/comments")
        #expect(comments?.json?["items"]?.items.isEmpty == false)
    }

    /// An older program on the database of a newer one, which brought a plugin that people rely on.
    @Test func tablesOfAPluginThatTheProgramDoesNotKnowAreRefusedUnlessSomebodyTookItOut() async throws {
        let stage = try await Stage(), data = stage.server.data
        #expect(await stage.server.stop() == .status(0))
        let row = "INSERT INTO schema_migrations VALUES ('two-men-rule-0001', 99, '', '', 0)"
        let insertion = try await ChildProcess.run("sqlite3", ["-bail", data + "/essentiald.sqlite", row])
        #expect(insertion.exit == .status(0), "\(insertion.errorText)")
        let refused = await #expect(throws: ServerDidNotStart.self) { try await Server(data: data) }
        let command = try await Server.run("mail", "list", data: data)
        #expect(refused?.exit == .status(1) && command.exit == .status(1))
        for text in [refused?.log ?? "", command.errorText] {
            for word in ["A newer version wrote this database", "two-men-rule", "plugins.removed"] {
                #expect(text.contains(word), "\(text)")
            }
        }
        let removed = ["ESSENTIAL_PLUGINS_REMOVED": "two-men-rule"]
        #expect(try await Server.run("mail", "list", data: data, environment: removed).exit == .status(0))
        let server = try await Server(data: data, environment: removed)
        #expect(await server.stop() == .status(0))
    }

    @Test func saysWhoNeedsAPluginThatIsSwitchedOff() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Server.run("plugins", "--plugins.disabled", "feed", data: folder.path(of: "data"))
        #expect(outcome.exit == .status(2))
        #expect(outcome.errorText.contains("“feed” is switched off, and needed by “comments”"), "\(outcome.errorText)")
        let both = try await Server.run("plugins", "--plugins.disabled", "feed,nope", data: folder.path(of: "data"))
        #expect(both.errorText.contains("needed by “comments”") && both.errorText.contains("“nope”"))
    }

    @Test(arguments: [["plugins"], ["config"], ["openapi"], ["serve", "--listen", "127.0.0.1:0"], ["mail", "list"]])
    func allNamesOfNoPluginAreToldByEachCommand(command: [String]) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await ChildProcess.run(
            Programs.essentiald,
            command + ["--data", folder.path(of: "data"), "--plugins.disabled", "nope,comments,no"])
        #expect(outcome.exit == .status(2), "\(outcome.errorText)")
        #expect(outcome.errorText.contains("names “no”, “nope”, but there are no such plugins. There are: "))
    }

    @Test func theCommandsOfAPluginThatIsSwitchedOffAreGone() async throws {
        let stage = try await Stage("--plugins.disabled", "mail-operations")
        #expect(await stage.server.stop() == .status(0))
        func run(_ arguments: String...) async throws -> ChildProcess.Outcome {
            try await ChildProcess.run(Programs.essentiald, arguments + ["--data", stage.server.data])
        }
        let gone = try await run("mail", "list", "--plugins.disabled", "mail-operations")
        #expect(gone.exit == .status(2), "\(gone.outputText)")
        #expect(try await !run("--help", "--plugins.disabled", "mail-operations").outputText.contains("mail retry"))
        #expect(try await run("--help").outputText.contains("mail retry"))
        #expect(try await run("mail", "list").exit == .status(0))
    }
}
