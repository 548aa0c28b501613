import FoundationEssentials
import KernelTesting
import Testing

/// What somebody may do before the address is proved, with the session that a
/// program finds, and after its end.
struct AccessTests {
    private func register(_ person: Person, with client: Client) async throws {
        try await client.object(
            "register", "--name", person.name, "--email", person.email, "--password-stdin",
            input: person.password + "\n")
    }

    private func expect(
        _ outcome: ChildProcess.Outcome, _ status: Int32, _ code: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome.exit == .status(status), sourceLocation: location)
        #expect(outcome.errorCode == code, "\(outcome.errorText)", sourceLocation: location)
    }

    @Test(.requirement("D5", "VERIFY-05", "VERIFY-04")) func whoHasNotProvedTheAddressReadsAndNoMore() async throws {
        let stage = try await Stage()
        let client = stage.client, ben = Person.ben
        try await register(ben, with: client)
        _ = try await client.logIn(as: ben)
        #expect(try await client.object("feed", "--limit", "1")["source"]?.text == "remote")
        try await client.object("image", stage.picture)
        let comment = try await client.run("comment", stage.picture, "not yet", "--json")
        #expect(comment.errorCode == "email_not_verified")
        let told = try await client.run("comment", stage.picture, "not yet")
        #expect(told.errorText.contains("essential verify --resend"), "it says how to go on: \(told.errorText)")
        let login = try await stage.server.ask("POST", "/auth/login", json: ben.login)
        let token = try #require(login?.json?["token"]?["access_token"]?.text)
        let refused = try await stage.server.ask(
            "POST", "/image/\(stage.picture)/comments", json: #"{"message":"not yet"}"#, token: token)
        #expect(refused?.status == 403 && refused?.json?["code"]?.text == "email_not_verified")
        let posted = try await client.object("comments", stage.picture)["items"]?.items ?? []
        #expect(!posted.contains { $0["message"]?.text == "not yet" })

        try await client.object("verify", try await Outbox(data: stage.server.data).newestCode(for: ben.email))
        try await client.object("comment", stage.picture, "from now on")
    }

    @Test(.requirement("D5", "VERIFY-05")) func whereProofIsAskedForNobodyLogsInWithout() async throws {
        let stage = try await Stage("--accounts.verification", "required")
        let client = stage.client, ben = Person.ben
        try await register(ben, with: client)
        expect(try await client.run("whoami", "--json"), 3, "not_logged_in")
        let refused = try await client.run(
            "login", "--email", ben.email, "--password-stdin", "--json", input: ben.password + "\n")
        #expect(refused.errorCode == "email_not_verified", "\(refused.errorText)")
        let told = try await client.run("login", "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        #expect(told.errorText.contains("essential verify --resend"), "it says how to go on: \(told.errorText)")
        let answer = try await stage.server.ask("POST", "/auth/login", json: ben.login)
        #expect(answer?.status == 403 && answer?.json?["code"]?.text == "email_not_verified")
        #expect(answer?.json?["token"] == nil)
        expect(try await client.run("whoami", "--json"), 3, "not_logged_in")

        let code = try await Outbox(data: stage.server.data).newestCode(for: ben.email)
        try await client.object(
            "verify", code, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        _ = try await client.logIn(as: ben)
        #expect(try await client.object("whoami")["user"]?["email"]?.text == ben.email)
    }

    @Test(.requirement("LOGIN-16", "SESS-16", "SESS-18"))
    func aProgramGoesOnWithTheSessionThatItFindsAndElseAsksToLogIn() async throws {
        let clock = try await ShiftedClock()
        let stage = try await Stage(clock: clock)
        let client = stage.client
        // Nothing is stored.
        let none = try await client.run("whoami")
        #expect(none.exit == .status(3) && none.errorText.contains("essential login"))
        // What is stored counts: who, with which token, and since when.
        _ = try await client.logIn(as: .ana)
        for _ in 0..<2 {
            let who = try await client.object("whoami")
            #expect(who["user"]?["email"]?.text == Person.ana.email)
            #expect((1...300).contains(try #require(who["session"]?["expires_in"]?.number)))
        }
        let sessions = try await client.object("sessions")["items"]?.items ?? []
        #expect(sessions.filter { $0["current"] == .bool(true) }.count == 1, "the server has it too")
        // Its token has run out: it is renewed.
        try clock.pass(seconds: 400)
        #expect(try await client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
        #expect((1...300).contains(try #require(try await client.object("whoami")["session"]?["expires_in"]?.number)))
        // It was ended elsewhere.
        let other = Client(home: stage.folder.path(of: "other"), address: client.address, clock: clock)
        _ = try await other.logIn(as: .ana)
        try await other.object("sessions", "end-others", "--yes")
        expect(try await client.run("whoami", "--json"), 3, "not_logged_in")
        // What is stored can't be read: that isn't taken for nothing.
        let vault = try #require(other.folder) + "/vault/header"
        try Data("no header".utf8).write(to: URL(filePath: vault))
        let unreadable = try await other.run("whoami", "--json")
        #expect(unreadable.exit == .status(1) && unreadable.errorCode?.hasPrefix("vault_") == true)
    }

    @Test(.requirement("TOKEN-17", "TOKEN-18", "LOGIN-16"))
    func aRefusedRefreshTokenLogsOutEveryProcessOfTheDeviceAndLeadsToTheLogin() async throws {
        let clock = try await ShiftedClock()
        let stage = try await Stage(clock: clock)
        let client = stage.client
        let other = Client(home: stage.folder.path(of: "other"), address: client.address, clock: clock)
        _ = try await client.logIn(as: .ana)
        _ = try await other.logIn(as: .ana)
        try await client.object("feed", "--limit", "3")
        try await client.object("image", stage.picture)
        let follower = try client.spawn(["events", "--json"])
        #expect(await follower.readOutput(until: #""ready""#).contains(#""ready""#))
        #expect(stage.folder.files().contains { $0.hasPrefix("home/") && $0.contains("/cache/") })

        try await other.object("sessions", "end-others", "--yes")
        try clock.pass(seconds: 400)
        let refused = try await client.run("whoami")
        #expect(refused.exit == .status(3) && refused.errorText.contains("essential login"), "\(refused.errorText)")
        #expect(await follower.outcome().exit == .status(3), "the process beside it has ended too")
        // Feed, pictures, session and key are gone; the token by which the server knows the device stays.
        #expect(stage.folder.files().filter { $0.hasPrefix("home/") && $0.contains("/cache/") } == [])
        #expect(try await client.vault().records == 1)
        for command in [["sessions"], ["comment", stage.picture, "no"]] {
            #expect(await (try client.spawn(command)).outcome().exit == .status(3))
        }
        #expect(try await other.object("whoami")["user"]?["email"]?.text == Person.ana.email, "whose own goes on")
    }

    @Test(.requirement("STORE-29", "SESS-16")) func registrationLoginAndRenewalShareOneStore() async throws {
        let clock = try await ShiftedClock()
        let stage = try await Stage(clock: clock)
        let client = stage.client, ben = Person.ben
        try await register(ben, with: client)
        #expect(try await client.object("whoami")["user"]?["email"]?.text == ben.email)
        let first = try await client.object("whoami")["session"]?["id"]?.text
        let records = try await client.vault().records
        // A login takes the place of what the registration stored, and a renewal that of the login.
        _ = try await client.logIn(as: ben)
        let second = try await client.object("whoami")["session"]?["id"]?.text
        #expect(first != nil && second != nil && first != second)
        #expect(try await client.vault().records == records)
        try clock.pass(seconds: 400)
        #expect(try await client.object("whoami")["session"]?["id"]?.text == second, "renewed, and the same")
        #expect(try await client.vault().records == records)
        // One store: what one part removes is gone for all.
        try await client.object("logout")
        expect(try await client.run("whoami", "--json"), 3, "not_logged_in")
        let left = try await client.vault()
        #expect(left.damaged == 0 && left.records == 1, "the token by which the server knows the device")
    }

    @Test(.requirement("SESS-07", "SESS-08")) func othersAreEndedAfterAYesAndNotBefore() async throws {
        let stage = try await Stage()
        let client = stage.client
        let other = Client(home: stage.folder.path(of: "other"), address: client.address)
        _ = try await client.logIn(as: .ana)
        _ = try await other.logIn(as: .ana)
        // There is nobody to ask, and what a pipe says is no answer.
        for input in [nil, "y\n"] {
            let asked = try await client.run("sessions", "end-others", input: input)
            #expect(asked.exit == .status(2) && asked.errorText.contains("no terminal to ask on"), "\(asked.errorText)")
            #expect(try await other.run("whoami").exit == .status(0))
        }
        try await client.object("sessions", "end-others", "--yes")
        #expect(try await other.run("whoami").exit == .status(3))
        #expect(try await client.run("whoami").exit == .status(0))
    }
}
