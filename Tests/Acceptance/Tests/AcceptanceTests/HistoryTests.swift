import KernelTesting
import Testing

/// What the history of a browser gives to whoever comes next: nothing that was sent.
@Suite(.timeLimit(.minutes(5)))
struct HistoryTests {
    private static let logIn: [WalkStep] = [
        .type(Person.ana.email, into: "email"), .type(Person.ana.password, into: "secret-password"), .press("Log in"),
    ]

    @Test(.requirement("LOGOUT-01", "NAV-04"), arguments: [true, false])
    func goingBackAfterLoggingOutLogsNobodyIn(withScripts: Bool) async throws {
        let stage = try await Stage(), thought = "Half a thought"
        let walker = try await Walker(BrowserUse(runsScripts: withScripts), at: stage.server.address)
        let lost: [WalkStep] = withScripts ? [.shows("Log in to go on.")] : [.press("Post the comment")]
        try await walker.goes(
            [
                .open("/sign-in"), .type(Person.ana.email, into: "email"), .type("wrong", into: "secret-password"),
                .press("Log in"), .isAt("/sign-in.*"),
            ] + Self.logIn + [
                .open("/p/\(stage.picture)"), .type(thought, into: "message"), .endOtherSessions(.ana),
            ] + lost + [.sees("Log in to go on.")] + Self.logIn + [
                .sees("What you wrote is still here"), .holds(thought, in: "message"), .open("/sign-out"),
                .press("Log out"),
            ])
        for _ in 1...8 { try await walker.goes([.back, .reload, .lacks(thought)]) }
        try await walker.goes([.open("/account"), .isAt("/sign-in.*"), .lacks(Person.ana.email)])
        await walker.leaves()
    }
}
