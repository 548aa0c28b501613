import FoundationEssentials
import KernelTesting
import Testing

/// What administrators see.
extension AdministrationTests {
    /// What strangers write is on the pages as they wrote it, and does nothing there.
    private func hostile() async throws -> JSON {
        let name = #"<img src=x onerror=alert(1)> مريم e\u0301\u0301"#
        let body = #"{"name":"\#(name)","email":"mallory@example.com","password":"\#(Person.ben.password)"}"#
        let made = try await stage.server.ask("POST", "/auth/register", json: body)
        #expect(made?.status == 201)
        let program = "<script>alert(1)</script>\u{202e}"
        let wrong = #"{"email":"mallory@example.com","password":"something else entirely"}"#
        let request =
            "POST /auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: \(program)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(wrong.utf8.count)\r\n\r\n\(wrong)"
        #expect(try await stage.server.ask(raw: request)?.status == 401)
        return try await operate("accounts", "show", "mallory@example.com")
    }

    /// Events have their places once the server has signed them, and are found by what they are a
    /// moment later.
    private func waitForEvents(_ query: String, in browser: RawBrowser) async throws {
        let clock = ContinuousClock(), start = clock.now
        while try await browser.open("/admin/events\(query)").text.contains("There is no such event") {
            guard clock.now - start < .seconds(60) else { break }
        }
    }

    @Test(
        .requirement("METRIC-06", "OPS-06", "ADMIN-06"),
        arguments: [
            BrowserUse(), BrowserUse(runsScripts: false, hasKeyboardOnly: true),
        ])
    func thePagesAreForEverybodyWhoIsAnAdministrator(use: BrowserUse) async throws {
        let mallory = try await hostile(), id = try #require(mallory["user"]?["id"]?.text)
        let before = try await administrator()
        try await waitForEvents("?kind=login.refused", in: before)
        let walker = try await Walker(use, at: stage.server.address), ana = Person.ana
        try await walker.goes([
            .open("/sign-in"), .type(ana.email, into: "email"), .type(ana.password, into: "secret-password"),
            .press("Log in"), .open("/admin"), .sees("Events of the last seven days"), .look("admin"),
            .follow("Events"), .look("admin-events"), .choose("login.refused", in: "kind"), .press("Show"),
            .sees("A login was refused"), .sees("<script>alert(1)</script>"), .isHarmless,
            .isAt(#"/admin/events\?kind=login\.refused"#), .look("admin-events-filtered"), .reload,
            .isAt(#"/admin/events\?kind=login\.refused"#), .holds("login.refused", in: "kind"),
            .type("2026-02-31", into: "day"), .press("Show"), .sees("Type a day"), .look("admin-events-wrong"),
            .open("/admin/incidents"), .sees("There is no incident."), .look("admin-incidents"),
            .open("/admin/people"), .look("admin-people"), .type("mallory@example.com", into: "who"), .press("Find"),
            .isHarmless, .unfold("Show people"), .sees("onerror=alert(1)"), .look("admin-person"),
            .follow("Suspend the account"), .look("admin-act"), .type("Bad ‮ manners", into: "reason"),
            .press("Suspend the account"), .sees("The account is suspended."), .look("admin-suspended"),
        ])
        let shown = try await operate("accounts", "show", "mallory@example.com")
        #expect(shown["suspension_reason"]?.text?.contains("manners") == true, "\(shown)")
        let acted = try await operate("audit", "show", "--kind", "administrator.acted", "--account", id)
        let event = try #require(acted["events"]?.items.first?["event"])
        #expect(event["cause"]?.text == "suspend" && event["actor"]?.text?.hasPrefix("p") == true, "\(event)")
        try await walker.goes([
            .follow("Release the account"), .press("Release the account"),
            .sees("The account isn't suspended any more."),
            .open("/admin/people/\(id)/log-out"), .press("End all sessions"), .sees("All sessions ended."),
            .open("/admin/people/\(id)/remove-factor"), .sees("There was nothing to do"),
        ])
        await walker.leaves()
        #expect(await stage.server.stop() == .status(0))
        #expect(Server.errors(of: stage.server.data) == [])
    }
}
