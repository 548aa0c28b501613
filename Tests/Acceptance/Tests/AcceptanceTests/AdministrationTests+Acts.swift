import FoundationEssentials
import KernelTesting
import Testing

/// What administrators do by pages, beside what commands do.
extension AdministrationTests {
    private func identifier(of person: Person) async throws -> String {
        try #require(try await operate("accounts", "show", person.email)["user"]?["id"]?.text)
    }

    private func events(_ kind: String) async throws -> [JSON] {
        try await operate("audit", "show", "--kind", kind)["events"]?.items.compactMap { $0["event"] } ?? []
    }

    /// Never by looking, once, and by whoever does it in their name.
    @Test(.requirement("OPS-06", "DATA-04", "ADMIN-06")) func whoIsDeletedIsOutAtOnceAndMayBeReleased() async throws {
        let ben = try await ben(), ana = try await administrator(), id = try await identifier(of: .ben)
        let path = "/admin/people/\(id)/delete"
        let page = try await ana.open(path).text
        #expect(page.contains("backups from before") && page.contains("14 days"))
        #expect(try await ana.open(path + "?_form=act").status == 200)
        #expect(try await ana.send([("_form", "act")], to: path, ["Sec-Fetch-Site": "cross-site"]).status == 403)
        #expect(try await ben.isAt(.ben))
        let answer = try await ana.send([("_form", "act"), ("reason", "As you asked")], to: path)
        #expect(answer.text.contains("deleted on its day"), "\(answer.status)")
        let again = try await ana.send([("_form", "act")], to: path)
        #expect(again.text.contains("There was nothing to do") || again.status == 404)
        let clock = ContinuousClock(), start = clock.now
        while try await ben.isAt(.ben), clock.now - start < .seconds(30) {}
        #expect(try await !ben.isAt(.ben))
        var other = RawBrowser(stage.server)
        #expect(try await other.logIn(.ben).status != 303, "nobody takes it back but whoever ordered it")
        let shown = try await operate("accounts", "show", Person.ben.email)
        #expect(shown["deletion_due_at"] != nil && shown["suspension_reason"]?.text == "As you asked")
        let acted = try await events("administrator.acted")
        #expect(acted.map { $0["cause"]?.text } == ["delete"] && acted[0]["actor"] != nil)
        #expect(try await events("operator.deletion-ordered").count == 1)
        #expect(try await ana.send([("_form", "act")], to: "/admin/people/\(id)/release").status == 200)
        #expect(try await operate("accounts", "show", Person.ben.email)["deletion_due_at"] == nil)
        #expect(try await other.logIn(.ben).status == 303)
    }

    /// The last administrator may go, too: whoever has the machine takes that back.
    @Test(.requirement("OPS-06", "ADMIN-07")) func whoDeletesThemselfIsLetInByTheCommand() async throws {
        let ana = try await administrator(), id = try await identifier(of: .ana)
        let answer = try await ana.send([("_form", "act")], to: "/admin/people/\(id)/delete")
        #expect([200, 404].contains(answer.status), "\(answer.status)")
        let clock = ContinuousClock(), start = clock.now
        while try await ana.open("/admin").status != 404, clock.now - start < .seconds(30) {}
        _ = try await operate("accounts", "release", Person.ana.email)
        var again = RawBrowser(stage.server)
        _ = try await again.logIn(.ana)
        #expect(try await again.open("/admin").status == 200)
    }

    @Test(.requirement("OPS-06", "FEED-61")) func aPictureIsHiddenFromAllButItsAuthorAndShownAgain() async throws {
        let ana = try await administrator(), ben = try await ben(), picture = stage.picture
        #expect(try await ben.open("/p/\(picture)").status == 200)
        let path = "/admin/pictures/\(picture)"
        #expect(try await ana.send([("_form", "hide-picture")], to: path).text.contains("The picture is hidden"))
        #expect(try await ana.send([("_form", "hide-picture")], to: path).text.contains("was hidden before"))
        #expect(try await ben.open("/p/\(picture)").status == 404)
        #expect(try await ben.open(path + "/bytes").status == 404)
        let list = try await ana.open("/admin/pictures").text
        #expect(list.contains(path) && list.contains("Hidden by:") && list.contains(Person.ana.name))
        let bytes = try await ana.open(path + "/bytes?w=320")
        #expect(bytes.status == 200 && bytes.fields["content-type"]?.hasPrefix("image/") == true)
        #expect(bytes.fields["cache-control"]?.hasPrefix("private") == true)
        #expect(try await ana.send([("_form", "show-picture")], to: path).text.contains("is shown again"))
        #expect(try await ben.open("/p/\(picture)").status == 200)
        for kind in ["operator.picture-hidden", "operator.picture-shown"] {
            let events = try await events(kind)
            #expect(events.map { $0["cause"]?.text?.lowercased() } == [picture.lowercased()])
            #expect(events[0]["actor"]?.text?.hasPrefix("p") == true)
        }
    }

    @Test(.requirement("OPS-06", "INVITE-03")) func anInvitationIsSeenAndTakenBack() async throws {
        let ana = try await administrator()
        _ = try await operate("accounts", "invite", "eve@example.com")
        let list = try await ana.open("/admin/invitations").text
        let path = try #require(list.firstMatch(of: /\/admin\/invitations\/[0-9a-fA-F-]{36}/)).output
        #expect(list.contains("eve@example.com"))
        #expect(try await ana.open(String(path)).text.contains("eve@example.com"))
        for words in ["is taken back", "no such invitation"] {
            let answer = try await ana.send([("_form", "withdraw-invitation")], to: String(path))
            #expect(answer.text.contains(words), "\(answer.status)")
        }
        #expect(try await operate("accounts", "invitations")["invitations"]?.items.isEmpty == true)
        #expect(try await events("administrator.acted").map { $0["cause"]?.text } == ["uninvite"])
    }

    /// A body that is made while it is sent.
    private func whole(_ path: String, in browser: RawBrowser) async throws -> String {
        let outcome = try await ChildProcess.run(
            "/usr/bin/curl",
            [
                "--silent", "--show-error", "--fail", "--header", "Cookie: \(try #require(browser.cookie))",
                "http://\(browser.host)\(path)",
            ], environment: Surroundings.variables)
        guard outcome.exit == .status(0) else { throw CommandFailed(arguments: [path], outcome: outcome) }
        return outcome.outputText
    }

    /// What is exported by the page is what the command exports with the same filter.
    @Test(.requirement("METRIC-12")) func eventsAreExportedAsByTheCommand() async throws {
        let ana = try await administrator()
        let wrong = #"{"email":"\#(Person.ana.email)","password":"something else entirely"}"#
        let request =
            "POST /auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: =cmd|' /C calc'!A0\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(wrong.utf8.count)\r\n\r\n\(wrong)"
        #expect(try await stage.server.ask(raw: request)?.status == 401)
        let file = stage.folder.path(of: "events")
        for format in ["csv", "cef", "jsonl"] {
            _ = try await operate(
                "audit", "export", file, "--force", "--format", format, "--kind", "login.refused")
            let own = try String(contentsOf: URL(filePath: file), encoding: .utf8)
            let answer = try await ana.open("/admin/export/\(format)?kind=login.refused")
            let text = try await whole("/admin/export/\(format)?kind=login.refused", in: ana)
            // Heads may come in between.
            func events(_ text: String) -> [Substring] {
                text.split(whereSeparator: \.isNewline).filter { $0.contains("login.refused") }
            }
            #expect(answer.status == 200 && events(text) == events(own), "\(format): \(text)")
            #expect(events(text).count == 1 && (format != "csv" || text.contains("'=cmd")), "\(text)")
            #expect(answer.fields["content-disposition"]?.hasPrefix("attachment; filename=\"events-") == true)
            #expect(answer.fields["cache-control"] == "no-store")
        }
        #expect(try await ana.open("/admin/export/exe").status == 404)
    }

    /// What the server knows of itself, and never a secret of it.
    @Test(.requirement("METRIC-06", "OPS-06")) func theServerTellsOfItsKeysLettersAndBackups() async throws {
        let ana = try await administrator(), page = try await ana.open("/admin/server").text
        for words in ["Signing keys", "Letters", "Backups", "backup.folder", "clock", "database"] {
            #expect(page.contains(words), "\(words)")
        }
        let keys = try #require(try await stage.server.ask("GET", "/.well-known/jwks.json"))
        let kid = try #require(try JSON(parsing: keys.text)["keys"]?.items.first?["kid"]?.text)
        #expect(page.contains(kid))
    }

    @Test(
        .requirement("METRIC-06", "OPS-06", "ADMIN-06"),
        arguments: [BrowserUse(), BrowserUse(runsScripts: false, hasKeyboardOnly: true)])
    func theNewerPagesAreForEverybodyWhoIsAnAdministrator(use: BrowserUse) async throws {
        let ben = try await ben(), id = try await identifier(of: .ben), ana = Person.ana
        #expect(try await ben.isAt(.ben))
        _ = try await administrator()
        let walker = try await Walker(use, at: stage.server.address)
        try await walker.goes([
            .open("/sign-in"), .type(ana.email, into: "email"), .type(ana.password, into: "secret-password"),
            .press("Log in"), .open("/admin/pictures"), .sees("No picture is hidden."), .look("admin-pictures-none"),
            .type("https://elsewhere.example/p/\(stage.picture)", into: "which"), .press("Find"),
            .look("admin-picture"), .press("Hide this picture"), .sees("The picture is hidden"),
            .open("/admin/pictures"), .sees("Hidden by:"), .isHarmless, .look("admin-pictures"),
            .open("/admin/pictures?all=1"), .look("admin-pictures-all"),
            .open("/admin/pictures/\(stage.picture)"), .press("Show this picture again"), .sees("is shown again"),
            .open("/admin/figures"), .sees("Accounts that were made"), .look("admin-figures"),
            .open("/admin/figures?by=hour"), .look("admin-figures-hourly"),
            .open("/admin/server"), .sees("Signing keys"), .look("admin-server"),
            .open("/admin/people"), .type("eve@example.com", into: "email"), .press("Invite"),
            .open("/admin/invitations"), .look("admin-invitations"),
            .open("/admin/people/\(id)/delete"), .look("admin-delete"), .press("Delete the account"),
            .sees("deleted on its day"), .look("admin-deleted"),
            .open("/admin/events"), .sees("Table (CSV)"), .look("admin-events-export"),
        ])
        await walker.leaves()
        #expect(await stage.server.stop() == .status(0))
        #expect(Server.errors(of: stage.server.data) == [])
    }
}
