import FoundationEssentials
import KernelTesting
import Testing

/// A server that moves from its file to PostgreSQL, and back.
struct DatabaseCopyTests {
    private struct Moved: Decodable {
        struct Table: Decodable, Hashable {
            let name: String
            let rows: Int
            let sha256: String
        }

        let rows: Int
        let tables: [Table]
    }

    private func copy(_ more: String..., of server: Server, on stage: PostgresStage) async throws
        -> ChildProcess.Outcome
    {
        try await ChildProcess.run(
            Programs.essentiald, ["database", "copy", "--data", server.data] + more,
            environment: Surroundings.variables.merging(stage.settings) { $1 })
    }

    private func moved(_ outcome: ChildProcess.Outcome) throws -> Moved {
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        let decoder = JSONDecoder()
        return try decoder.decode(Moved.self, from: Data(outcome.outputText.utf8))
    }

    @Test(.requirement("SCALE-05"), .timeLimit(.minutes(2)))
    func peoplesSessionsHoldOverTheMoveAndBack() async throws {
        let stage = try await PostgresStage(), ana = Person.ana
        var server = try await Server(data: stage.folder.path(of: "server"))
        #expect(try await server.ask("POST", "/auth/register", json: ana.registration)?.status == 201)
        let login = try await server.ask("POST", "/auth/login", json: ana.login)?.json?["token"]
        let token = try #require(login?["access_token"]?.text), refresh = try #require(login?["refresh_token"]?.text)

        let busy = try await copy(of: server, on: stage)
        #expect(busy.exit == .status(1) && busy.errorText.contains("process \(server.pid)"), "\(busy.errorText)")
        #expect(await server.stop() == .status(0))
        let empty = await #expect(throws: ServerDidNotStart.self) { try await stage.start() }
        #expect(empty?.description.contains("The database is empty") == true)

        let there = try moved(await copy("--json", of: server, on: stage))
        #expect(there.rows == there.tables.reduce(0) { $0 + $1.rows } && there.rows > 10)
        let again = try await copy(of: server, on: stage)
        #expect(again.exit == .status(1) && again.errorText.contains("isn't empty"), "\(again.errorText)")

        server = try await stage.start(port: server.port)
        #expect(try await server.ask("GET", "/auth/me", token: token)?.status == 200)
        let renewed = try await server.ask("POST", "/auth/refresh", json: #"{"refresh_token":"\#(refresh)"}"#)
        #expect(renewed?.status == 200)
        #expect(await server.stop() == .status(0))

        // The file is still there, and isn't what counts any more.
        let occupied = try await copy("--to-file", of: server, on: stage)
        #expect(occupied.exit == .status(1) && occupied.errorText.contains("isn't empty"), "\(occupied.errorText)")
        for name in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: server.data + "/essentiald.sqlite" + name)
        }
        _ = try moved(await copy("--to-file", "--json", of: server, on: stage))
        server = try await Server(data: server.data, port: server.port)
        let successor = try #require(
            renewed?.json?["token"]?["access_token"]?.text ?? renewed?.json?["access_token"]?.text)
        #expect(try await server.ask("GET", "/auth/me", token: successor)?.status == 200)
        #expect(try await server.ask("POST", "/auth/login", json: ana.login)?.status == 200)
        #expect(await server.stop() == .status(0))
        await stage.stop()
    }

    @Test(.requirement("SCALE-05"), .timeLimit(.minutes(2)))
    func aCommandChangesNothingOfAnotherServersTables() async throws {
        let stage = try await PostgresStage(), without = ["--plugins.disabled", "security-metrics,administration"]
        let server = try await Server(
            data: stage.folder.path(of: "server"), without, environment: stage.settings)
        #expect(await server.stop() == .status(0))
        let other = try await Server(data: stage.folder.path(of: "other"))
        #expect(await other.stop() == .status(0))
        let refused = try await Server.run(
            "accounts", "list", data: other.data, environment: stage.settings)
        #expect(refused.exit == .status(1), "\(refused.outputText)")
        #expect(refused.errorText.contains("does not belong to this database"), "\(refused.errorText)")
        let back = try await copyBack(to: other, on: stage)
        #expect(back.errorText.contains("does not belong to this database"), "\(back.errorText)")

        // Whose tables they are makes all that the command would have made.
        let whole = try await stage.start()
        #expect(await whole.stop() == .status(0))
        let all = changes(in: other).reduce(0, +), made = changes(in: whole)
        #expect(made.count == 2 && made.reduce(0, +) == all && all > 0, "\(made) of \(all)")
        await stage.stop()
    }

    /// How many migrations each start has applied, by the log.
    private func changes(in server: Server) -> [Int] {
        Server.log(of: server.data).split(separator: "\n").filter { $0.contains("tables changed") }.compactMap { line in
            line.split(separator: "migrations=").last.flatMap { Int($0.prefix(while: \.isNumber)) }
        }
    }

    private func copyBack(to server: Server, on stage: PostgresStage) async throws -> ChildProcess.Outcome {
        try await copy("--to-file", of: server, on: stage)
    }
}
