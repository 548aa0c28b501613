import FoundationEssentials
import KernelTesting
import Testing

/// A registration that waits for the server goes when it succeeds, and when its
/// day is over.
struct WaitingRegistrationTests {
    @Test(.requirement("REG-23", "REG-22", "D9"), arguments: [false, true])
    func itGoesWhenItSucceedsOrExpires(succeeds: Bool) async throws {
        let clock = try await ShiftedClock()
        let stage = try await Stage(clock: clock)
        let client = stage.client, ben = Person.ben
        #expect(await stage.server.stop() == .status(0))
        let outcome = try await client.run(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", "--json",
            input: ben.password + "\n")
        #expect(outcome.exit == .status(4))
        let waiting = try await client.object("queue", "list")["items"]?.items ?? []
        #expect(waiting.map { $0["subject"]?.text } == [ben.email])
        #expect(try await client.vault().records ?? 0 > 0)

        try clock.pass(seconds: 86_400 - (succeeds ? 60 : 0))
        let server = try await Server(data: stage.server.data, port: stage.server.port, clock: clock)
        let retried = try await client.run("queue", "retry")
        if !succeeds {
            #expect((retried.outputText + retried.errorText).contains(ben.email), "the person is told")
            #expect(try await server.ask("POST", "/auth/login", json: ben.login)?.status == 401, "nothing was sent")
        } else {
            _ = try await client.runUntilNothingWaits("whoami")
            #expect(try await client.object("whoami")["user"]?["email"]?.text == ben.email)
        }
        #expect(try await client.object("queue", "list")["items"]?.items == [])
        #expect(try await client.object("status")["waiting"]?.items == [])
        if !succeeds {
            #expect(try await client.vault().records == 1, "the key of the device, and nothing of the person")
        }
        #expect(await server.stop() == .status(0))
    }

    /// The first connection is that of somebody else, who logs in: nobody is logged in yet, so
    /// whoever is there is told.
    @Test(
        "An account is made when somebody else logs in, who stays and hears nothing more of it",
        .requirement("OFFLINE-10", "REG-26"))
    func itIsMadeWhileSomebodyElseIsLoggedIn() async throws {
        let stage = try await Stage(), client = stage.client, ben = Person.ben
        #expect(await stage.server.stop() == .status(0))
        let outcome = try await client.run(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", "--json",
            input: ben.password + "\n")
        #expect(outcome.exit == .status(4))
        let server = try await Server(data: stage.server.data, port: stage.server.port)
        let came = try await client.run(
            "login", "--email", Person.ana.email, "--password-stdin", input: Person.ana.password + "\n")
        #expect(came.errorText.contains("\(ben.email): Your account is made"), "\(came.errorText)")
        #expect(try await client.object("queue", "list")["items"]?.items == [], "it isn't hers")
        let retried = try await client.run("queue", "retry"), shown = try await client.run("whoami")
        #expect(try await client.object("queue", "list")["others"]?.number == 0)
        for told in [retried, shown] { #expect(!(told.outputText + told.errorText).contains(ben.email)) }
        #expect(shown.outputText.contains(Person.ana.email))

        let left = try await client.run("logout")
        #expect(left.exit == .status(0), "\(left.errorText)")
        let login = try await client.run(
            "login", "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        #expect(login.exit == .status(0), "\(login.errorText)")
        #expect(try await client.object("whoami")["user"]?["email"]?.text == ben.email)
        #expect(await server.stop() == .status(0))
    }
}
