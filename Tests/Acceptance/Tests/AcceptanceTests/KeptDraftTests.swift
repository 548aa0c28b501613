import KernelTesting
import Testing

/// What somebody was writing when their session ended.
@Suite(.timeLimit(.minutes(5)))
struct KeptDraftTests {
    private static let password = "seven blue coffee cups 42"

    private func logIn(with password: String) -> [WalkStep] {
        [.type(Person.ana.email, into: "email"), .type(password, into: "secret-password"), .press("Log in")]
    }

    /// Without scripts nothing but the server keeps it.
    @Test(.requirement("NAV-04"), arguments: [true, false])
    func itSurvivesAForgottenPassword(withScripts: Bool) async throws {
        let stage = try await Stage(), email = Person.ana.email, picture = "/p/\(stage.picture)"
        let walker = try await Walker(BrowserUse(runsScripts: withScripts), at: stage.server.address)
        let lost: [WalkStep] = withScripts ? [.shows("Log in to go on.")] : [.press("Post the comment")]
        try await walker.goes(
            [.open("/sign-in")] + logIn(with: Person.ana.password) + [
                .open(picture), .type("Half a thought", into: "message"), .endOtherSessions(.ana),
            ] + lost + [
                .sees("Log in to go on."), .press("Forgot your password?"), .type(email, into: "email"),
                .send("recover"),
            ])
        let link = try await Outbox(data: stage.server.data).newestLink(for: email, to: "reset")
        try await walker.goes(
            [
                .open(String(link.dropFirst(stage.server.address.count))),
                .type(Self.password, into: "secret-new_password"),
                .send("reset"), .open("/sign-in"), .lacks("Half a thought"),
            ] + logIn(with: Self.password) + [
                .sees("What you wrote is still here"), .holds("Half a thought", in: "message"),
                .press("Post the comment"), .sees("Half a thought"),
            ])
        await walker.leaves()
        #expect(Server.errors(of: stage.server.data) == [])
    }

    /// Somebody else comes, and then the person who wrote it.
    @Test func itIsForWhoeverWroteIt() async throws {
        let stage = try await Stage(), ben = Person.ben, picture = "/p/\(stage.picture)"
        let walker = try await Walker(BrowserUse(runsScripts: false), at: stage.server.address)
        try await stage.client.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        try await walker.goes(
            [.open("/sign-in")] + logIn(with: Person.ana.password) + [
                .open(picture), .type("Half a thought", into: "message"), .endOtherSessions(.ana),
                .press("Post the comment"), .sees("Log in to go on."), .type(ben.email, into: "email"),
                .type(ben.password, into: "secret-password"), .press("Log in"), .lacks("Half a thought"),
                .open(picture), .lacks("Half a thought"), .lacks("What you wrote before"), .open("/sign-out"),
                .press("Log out"), .open("/sign-in"),
            ] + logIn(with: Person.ana.password) + [.holds("Half a thought", in: "message")])
        await walker.leaves()
    }

    /// A page cuts nothing off, and the server counts characters as people do: a face is
    /// one, and a letter with its accent as well.
    @Test(.requirement("SANIT-01"), arguments: ["\u{1F600}", "e\u{301}"])
    func aCommentIsAsLongInAnyAlphabet(character: String) async throws {
        let stage = try await Stage(), picture = "/p/\(stage.picture)"
        let most = String(repeating: character, count: 2_000), tooLong = most + character
        let walker = try await Walker(BrowserUse(runsScripts: false), at: stage.server.address)
        try await walker.goes(
            [.open("/sign-in")] + logIn(with: Person.ana.password) + [
                .open(picture), .type(tooLong, into: "message"), .press("Post the comment"),
                .sees("A comment has 1 to 2000 characters"), .holds(tooLong, in: "message"),
                .type(most, into: "message"), .press("Post the comment"), .lacks("A comment has 1 to 2000"),
            ])
        await walker.leaves()
        let comments = try await stage.server.ask("GET", "/image/\(stage.picture)/comments")
        #expect(comments?.text.contains(most) == true)
    }

    /// Whoever looks at it uses nothing up.
    @Test(.requirement("NAV-04")) func itIsKeptUntilItIsDiscarded() async throws {
        let stage = try await Stage(), picture = "/p/\(stage.picture)"
        let walker = try await Walker(BrowserUse(runsScripts: false), at: stage.server.address)
        try await walker.goes(
            [.open("/sign-in")] + logIn(with: Person.ana.password) + [
                .open(picture), .type("Half a thought", into: "message"), .endOtherSessions(.ana),
                .press("Post the comment"), .sees("What you wrote is kept meanwhile"),
            ] + logIn(with: Person.ana.password) + [
                .holds("Half a thought", in: "message"), .open("/account"), .sees("What you wrote before is kept"),
                .open(picture), .holds("Half a thought", in: "message"), .open("/drafts"), .press("Discard it"),
                .sees("Nothing that you wrote here waits"), .open(picture), .lacks("Half a thought"),
                .lacks("What you wrote"),
            ])
        await walker.leaves()
        #expect(Server.errors(of: stage.server.data) == [])
    }
}
