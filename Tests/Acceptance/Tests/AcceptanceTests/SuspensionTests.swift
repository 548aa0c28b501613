import FoundationEssentials
import KernelTesting
import Testing

/// An operator suspends somebody who is logged in in a terminal and a browser, beside the
/// server that runs.
@Suite(.timeLimit(.minutes(10)))
struct SuspensionTests {
    private let stage: Stage
    private let ana = Person.ana

    init() async throws {
        stage = try await Stage()
    }

    private func operate(_ verb: String, _ more: String...) async throws -> JSON {
        let outcome = try await ChildProcess.run(
            Programs.essentiald, ["accounts", verb, ana.email, "--data", stage.server.data, "--json"] + more,
            environment: Surroundings.variables)
        guard outcome.exit == .status(0) else { throw CommandFailed(arguments: ["accounts", verb], outcome: outcome) }
        return try JSON(parsing: outcome.outputText)
    }

    /// Until the server answers a request with that status, and for how long it didn't.
    private func wait(for status: Int, _ token: String) async throws -> Duration {
        let clock = ContinuousClock(), start = clock.now
        while try await stage.server.ask("GET", "/auth/me", token: token)?.status != status {
            guard clock.now - start < .seconds(30) else { break }
        }
        return clock.now - start
    }

    @Test(
        .requirement("OPS-06", "SESS-06"),
        arguments: [("suspend", "account_suspended"), ("log-out", "ended_by_operator")])
    func whoeverFollowsAndWhoeverAsksIsOutWithinASecond(verb: String, reason: String) async throws {
        let phone = stage.client
        _ = try await phone.logIn(as: ana)
        let token = try await stage.token()
        #expect(try await stage.server.ask("GET", "/auth/me", token: token)?.status == 200)
        let events = try phone.spawn(["events", "--json"])
        #expect(await events.readOutput(until: #""ready""#).contains(#""ready""#))

        let ended = try await operate(verb)["ended_sessions"]?.number
        #expect(ended == 3, "with the one of the registration: \(String(describing: ended))")
        // A machine may be so busy that any command takes that long.
        #expect(try await wait(for: 401, token) < .seconds(2), "a quarter of a second, and what the machine is doing")
        let outcome = await events.outcome()
        #expect(outcome.exit == .status(3) && outcome.outputText.contains(#""reason":"\#(reason)""#))
        #expect(try await phone.run("whoami").exit == .status(3))
        #expect(
            try await stage.server.ask("POST", "/auth/login", json: ana.login)?.status
                == (verb == "suspend" ? 403 : 200))
        #expect(await stage.server.stop() == .status(0))
        #expect(Server.errors(of: stage.server.data) == [])
    }

    /// What is written and what waits stands through it, in the terminal and on the page.
    @Test(.requirement("OPS-06", "OFFLINE-03", "NAV-04"), arguments: [true, false])
    func nothingIsLostByASuspension(withScripts: Bool) async throws {
        let client = stage.client, picture = "/p/\(stage.picture)"
        let logIn: [WalkStep] = [
            .type(ana.email, into: "email"), .type(ana.password, into: "secret-password"), .press("Log in"),
        ]
        _ = try await client.logIn(as: ana)
        #expect(await stage.server.stop() == .status(0))
        _ = try await client.run("comment", stage.picture, "said without a connection")
        #expect(try await client.object("queue", "list")["items"]?.items.count == 1)
        let server = try await Server(data: stage.server.data, port: stage.server.port)
        let walker = try await Walker(BrowserUse(runsScripts: withScripts), at: server.address)
        try await walker.goes(
            [.open("/sign-in")] + logIn + [.open(picture), .type("Half a thought", into: "message")])

        // What the server remembers of sessions is forgotten for all at once, within a second.
        let token = try await stage.token()
        #expect(try await stage.server.ask("GET", "/auth/me", token: token)?.status == 200)
        _ = try await operate("suspend", "--reason", "Advertising in comments")
        _ = try await wait(for: 401, token)
        try await walker.goes(
            (withScripts ? [.shows("This account is suspended")] : [.press("Post the comment")]) + [
                .sees("This account is suspended"), .look("suspended"),
            ] + logIn + [.sees("This account is suspended")])
        let outcome = try await client.run("queue", "retry")
        #expect(outcome.exit == .status(1), "\(outcome.errorText)")
        #expect(outcome.errorText.contains("This account is suspended"), "\(outcome.errorText)")
        #expect(try await client.object("queue", "list")["others"]?.number == 1, "it waits for who isn't logged in")
        let refused = try await client.run(
            "login", "--email", ana.email, "--password-stdin", "--json", input: ana.password + "\n")
        #expect(refused.errorCode == "account_suspended", "\(refused.errorText)")
        let spanish = try await client.run(
            "login", "--email", ana.email, "--password-stdin", "--language", "es", input: ana.password + "\n")
        #expect(spanish.errorText.contains("Esta cuenta está suspendida"), "\(spanish.errorText)")
        let outbox = Outbox(data: server.data)
        #expect(try await outbox.message(to: ana.email, containing: "suspended").contains("Advertising in comments"))
        // What the person has published stays.
        #expect(try await server.ask("GET", "/image/\(stage.picture)/comments")?.status == 200)

        _ = try await operate("release")
        try await walker.goes(
            logIn + [.holds("Half a thought", in: "message"), .press("Post the comment"), .sees("Half a thought")])
        await walker.leaves()
        _ = try await client.logIn(as: ana)
        #expect(try await client.runUntilNothingWaits("whoami").last.exit == .status(0))
        let said = try await server.ask("GET", "/image/\(stage.picture)/comments")?.text ?? ""
        #expect(said.contains("said without a connection") && said.contains("Half a thought"))
        _ = try await outbox.message(to: ana.email, containing: "released")
        #expect(await server.stop() == .status(0))
        #expect(Server.errors(of: server.data) == [])
    }
}
