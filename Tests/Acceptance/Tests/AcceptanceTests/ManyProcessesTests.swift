import KernelTesting
import Testing

/// Eight programs in one home.
struct ManyProcessesTests {
    @Test(.requirement("STORE-19")) func eightClientsAtOnceNeverDamageTheVault() async throws {
        let stage = try await Stage()
        let client = stage.client
        let failures = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var failures: [String] = []
                    for _ in 0..<3 {
                        do {
                            try await Self.logIn(client)
                            let email = try await client.object("whoami")["user"]?["email"]?.text
                            if email != Person.ana.email { failures.append("whoami said \(email ?? "nobody")") }
                            let items = try await client.object("feed", "--limit", "100")["items"]?.items.count ?? 0
                            if items < 24 { failures.append("feed showed \(items)") }
                            try await client.object("image", stage.picture)
                        } catch {
                            failures.append("\(error)")
                        }
                    }
                    return failures
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
        _ = try await client.runUntilNothingWaits("whoami")
        let status = try await client.object("status")
        #expect(status["vault"]?["damaged"]?.number == 0 && status["vault"]?["problem"] == nil)
        #expect(try await client.vault().records == 3, "the session, its key, the device's token")
        #expect(status["session"]?["state"]?.text == "logged_in")
        #expect(await stage.server.stop() == .status(0))
        #expect(try await client.object("feed", "--limit", "100")["items"]!.items.count >= 24)
    }

    /// Logs in, however long a busy machine takes to hash eight passwords: a
    /// login that isn't answered in time waits, and can be repeated.
    private static func logIn(_ client: Client) async throws {
        for _ in 0..<10 {
            let outcome = try await client.run(
                "login", "--email", Person.ana.email, "--password-stdin", input: Person.ana.password + "\n")
            if outcome.exit == .status(0) { return }
            guard outcome.exit == .status(4) else { throw CommandFailed(arguments: ["login"], outcome: outcome) }
        }
        throw CommandFailed(arguments: ["login"], outcome: try await client.run("status"))
    }
}
