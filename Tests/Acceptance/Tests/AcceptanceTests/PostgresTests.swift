import FoundationEssentials
import KernelTesting
import Testing

/// A server whose database is on PostgreSQL, with everything that it has.
struct PostgresTests {
    @Test(.requirement("SCALE-01", "SCALE-02"), .timeLimit(.minutes(5)))
    func whatWasAnsweredOutlivesTheServerAndNobodyElseTakesItsPlace() async throws {
        let stage = try await PostgresStage(), ana = Person.ana
        var server = try await stage.start()
        #expect(try await server.ask("POST", "/auth/register", json: ana.registration)?.status == 201)
        let login = try await server.ask("POST", "/auth/login", json: ana.login)?.json?["token"]
        let token = try #require(login?["access_token"]?.text)
        #expect(try await server.ask("GET", "/readyz")?.status == 200)

        // Neither a folder of its own nor a copy of the key lets a second one in.
        let stranger = await #expect(throws: ServerDidNotStart.self) { try await stage.start("stranger") }
        #expect(stranger?.description.contains("Another server uses the database") == true)
        let copy = stage.folder.path(of: "copy")
        let copying = try await ChildProcess.run("cp", ["-a", server.data, copy])
        #expect(copying.exit == .status(0))
        let second = await #expect(throws: ServerDidNotStart.self) { try await stage.start("copy") }
        #expect(second?.description.contains("Another server uses the database") == true)
        let listed = try await Server.run(
            "accounts", "show", ana.email, "--json", data: server.data, environment: stage.settings)
        #expect(listed.exit == .status(0), "\(listed.errorText)")

        // What a server refuses, operators' commands refuse.
        let other = try await Server(data: stage.folder.path(of: "other"))
        #expect(await other.stop() == .status(0))
        let refusals = ["stranger": "whose key isn't in the data folder", "other": "does not belong to this database"]
        for (name, words) in refusals {
            let refused = try await Server.run(
                "accounts", "show", ana.email, data: stage.folder.path(of: name), environment: stage.settings)
            #expect(refused.exit == .status(1) && refused.errorText.contains(words), "\(refused.errorText)")
        }

        await server.kill()
        server = try await stage.start(port: server.port)
        #expect(try await server.ask("GET", "/auth/me", token: token)?.status == 200)
        #expect(try await server.ask("POST", "/auth/login", json: ana.login)?.status == 200)
        #expect(await server.stop() == .status(0))
        for (name, words) in refusals {
            let refused = await #expect(throws: ServerDidNotStart.self) { try await stage.start(name) }
            #expect(refused?.description.contains(words) == true, "\(refused?.description ?? "")")
        }
        #expect(!FileManager.default.fileExists(atPath: server.data + "/essentiald.sqlite"))
        await stage.stop()
        let gone = await #expect(throws: ServerDidNotStart.self) { try await stage.start() }
        for word in ["can't be reached", "Check that its server runs", "database.url", "then try again"] {
            #expect(gone?.description.contains(word) == true, "\(gone?.description ?? "")")
        }
        #expect(gone?.description.contains("by itself") == false, "it ends, and doesn't go on")
    }
}
