import FoundationEssentials
import KernelTesting
import Testing

/// Who typed too many wrong passwords, and an operator of the running server who helps.
@Suite(.timeLimit(.minutes(10)))
struct UnlockTests {
    private static let wrong = #"{"email":"\#(Person.ana.email)","password":"never was it"}"#
    private static let right = #"{"email":"\#(Person.ana.email)","password":"\#(Person.ana.password)"}"#

    @Test(.requirement("OPS-06")) func whoIsLockedOutIsSeenAndLetInAgain() async throws {
        let stage = try await Stage("--lockout.captcha-after", "0")
        func operate(_ words: String...) async throws -> JSON {
            let outcome = try await ChildProcess.run(
                Programs.essentiald, words + ["--data", stage.server.data, "--json"],
                environment: Surroundings.variables)
            return try JSON(parsing: outcome.outputText)
        }
        for _ in 1...5 { _ = try await stage.server.ask("POST", "/auth/login", json: Self.wrong) }
        #expect(try await stage.server.ask("POST", "/auth/login", json: Self.right)?.status == 429)
        let shown = try await operate("accounts", "show", Person.ana.email)
        #expect(shown["locked_until"]?.text?.isEmpty == false)
        let id = try #require(shown["user"]?["id"]?.text)
        #expect(try await operate("accounts", "unlock", id)["changed"] == .bool(true))
        #expect(try await stage.server.ask("POST", "/auth/login", json: Self.right)?.status == 200)
        #expect(try await operate("accounts", "show", id)["locked_until"] == nil)
        let events = try await operate("audit", "show", "--account", Person.ana.email)["events"]?.items ?? []
        #expect(events.contains { $0["event"]?["kind"] == .string("operator.account-unlocked") })
        #expect(await stage.server.stop() == .status(0))
    }
}
