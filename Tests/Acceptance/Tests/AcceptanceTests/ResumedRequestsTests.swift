import KernelTesting
import Testing

/// What the end of a session interrupted goes on after the next login.
struct ResumedRequestsTests {
    /// Two devices of a person, and a third one that ends the session of the
    /// first.
    private func end(_ client: Client, of person: Person, on stage: Stage) async throws {
        let other = Client(home: stage.folder.path(of: "other"), address: client.address)
        _ = try await other.logIn(as: person)
        let id = try #require(try await client.object("whoami")["session"]?["id"]?.text)
        try await other.object("sessions", "end", id)
    }

    private func expectOneToWait(_ client: Client, after outcome: ChildProcess.Outcome) async throws {
        #expect(outcome.exit == .status(3), "\(outcome.errorText)")
        #expect(outcome.errorText.contains("log in"), "it says when it goes on: \(outcome.errorText)")
        // Whose session was ended is nobody on the device until they log in.
        #expect(try await client.object("queue", "list")["others"]?.number == 1)
        #expect(try await client.run("whoami").exit == .status(3))
    }

    private func expectNothingToWait(_ client: Client) async throws {
        #expect(try await client.object("queue", "list")["items"]?.items == [])
    }

    @Test(.requirement("TOKEN-23")) func anotherSessionIsEndedAfterTheNextLogin() async throws {
        let stage = try await Stage()
        let client = stage.client, lost = Client(home: stage.folder.path(of: "lost"), address: stage.server.address)
        _ = try await lost.logIn(as: .ana)
        let id = try #require(try await lost.object("whoami")["session"]?["id"]?.text)
        _ = try await client.logIn(as: .ana)
        try await end(client, of: .ana, on: stage)

        try await expectOneToWait(client, after: await (try client.spawn(["sessions", "end", id])).outcome())
        #expect(try await lost.run("whoami").exit == .status(0), "not yet")
        _ = try await client.logIn(as: .ana)
        try await expectNothingToWait(client)
        #expect(try await lost.run("whoami").exit == .status(3))
    }

    @Test(.requirement("TOKEN-23", "VERIFY-08")) func anAddressIsConfirmedAfterTheNextLogin() async throws {
        let stage = try await Stage()
        let client = stage.client, ben = Person.ben
        try await client.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        let code = try await Outbox(data: stage.server.data).newestCode(for: ben.email)
        try await end(client, of: ben, on: stage)

        try await expectOneToWait(client, after: await (try client.spawn(["verify", code])).outcome())
        _ = try await client.logIn(as: ben)
        try await expectNothingToWait(client)
        #expect(try await client.object("whoami")["user"]?["email_verified"] == .bool(true))
        try await client.object("comment", stage.picture, "confirmed")
    }
}
