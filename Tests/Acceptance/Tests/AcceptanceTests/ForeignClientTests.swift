import Foundation
import KernelTesting
import Testing

/// Clients that others wrote, or that are made from the description, with the built server.
@Suite(.timeLimit(.minutes(5)))
struct ForeignClientTests {
    private func run(_ script: String, _ arguments: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            try await Python.ofClients.value, [Programs.root + "/Tests/Acceptance/Support/" + script] + arguments)
    }

    @Test(.requirement("SUPABASE-01", "SUPABASE-02", "SUPABASE-03", "SUPABASE-05", "SUPABASE-06"))
    func supabasesOwnClientDoesWhatPeopleDo() async throws {
        let folder = try TemporaryFolder(), data = folder.path(of: "data")
        let server = try await Server(data: data, ["--supabase.enabled", "true"])
        let outcome = try await run("supabase_client.py", [server.address, data + "/outbox"])
        #expect(outcome.exit == .status(0) && outcome.outputText == "done\n", "\(outcome.errorText)")
        #expect(Server.errors(of: data) == [])
        #expect(await server.stop() == .status(0))
    }

    @Test(
        .requirement("SUPABASE-04"),
        arguments: [[], ["--supabase.enabled", "true", "--plugins.disabled", "supabase-compatibility"]])
    func thereIsNothingUnlessAnOperatorWantsIt(settings: [String]) async throws {
        let folder = try TemporaryFolder()
        let server = try await Server(data: folder.path(of: "data"), settings)
        let answer = try await server.ask("POST", "/auth/v1/signup", json: Person.ana.login)
        #expect(answer?.status == 404 && answer?.code == "not_found")
        #expect(try await server.ask("GET", "/auth/v1/settings")?.status == 404)
    }

    @Test func aClientThatIsMadeFromTheDescriptionDoesWhatPeopleDo() async throws {
        let folder = try TemporaryFolder(), data = folder.path(of: "data"), made = folder.path(of: "made")
        try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: false)
        let server = try await Server(data: data)
        let outcome = try await run("generated_client.py", [made, server.address, data + "/outbox"])
        #expect(outcome.exit == .status(0) && outcome.outputText == "done\n", "\(outcome.errorText)")
        #expect(Server.errors(of: data) == [])
    }
}
