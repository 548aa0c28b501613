import FoundationEssentials
import KernelTesting
import Testing

/// Administrators of a running server: who becomes one and who doesn't, by the programs and in a
/// browser.
@Suite(.timeLimit(.minutes(10)))
struct AdministrationTests {
    let stage: Stage
    let clock: ShiftedClock

    init() async throws {
        clock = try await ShiftedClock()
        stage = try await Stage("--limits.enabled", "false", clock: clock)
    }

    /// Somebody else, with an address that counts as proved.
    func ben() async throws -> RawBrowser {
        let made = try await stage.server.ask("POST", "/auth/register", json: Person.ben.registration)
        #expect(made?.status == 201)
        _ = try await operate("accounts", "verify", Person.ben.email)
        var browser = RawBrowser(stage.server)
        #expect(try await browser.logIn(.ben).status == 303)
        return browser
    }

    func operate(_ words: String...) async throws -> JSON {
        let outcome = try await ChildProcess.run(
            Programs.essentiald, words + ["--data", stage.server.data, "--json"],
            environment: Surroundings.variables)
        guard outcome.exit == .status(0) else { throw CommandFailed(arguments: words, outcome: outcome) }
        return try JSON(parsing: outcome.outputText)
    }

    /// The path of an invitation's link.
    func invitation() async throws -> String {
        let link = try #require(try await operate("admin", "invite")["link"]?.text)
        let path = try #require(link.firstRange(of: "/administrator?token="))
        return String(link[path.lowerBound...])
    }

    func token(_ path: String) -> String { String(path.drop { $0 != "=" }.dropFirst()) }

    /// Ana, who is logged in and an administrator.
    func administrator() async throws -> RawBrowser {
        var browser = RawBrowser(stage.server)
        #expect(try await browser.logIn(.ana).status == 303)
        let answer = try await accept(try await invitation(), in: browser)
        #expect(answer.text.contains("You are an administrator"), "\(answer.status)")
        return browser
    }

    func accept(_ path: String, in browser: RawBrowser) async throws -> Answer {
        try await browser.send([("_form", "become-administrator"), ("token", token(path))], to: "/administrator")
    }

    // MARK: Who becomes one

    @Test(.requirement("ADMIN-01", "ADMIN-02")) func anInvitationMakesOneAdministrator() async throws {
        let path = try await invitation(), stranger = RawBrowser(stage.server)
        #expect(try await stranger.open(path).text.contains("Log in with the account"))
        var ana = RawBrowser(stage.server)
        _ = try await ana.logIn(.ana)
        let ben = try await ben()
        // Looking changes nothing, and says nothing of the invitation.
        #expect(try await ana.open(path).text.contains("Become an administrator"))
        #expect(try await ana.open("/administrator?token=none").text.contains("Become an administrator"))
        #expect(try await ana.open("/admin").status == 404)
        #expect(try await accept("/administrator?token=none", in: ana).status == 410)
        #expect(try await accept(path, in: ana).text.contains("You are an administrator"))
        #expect(try await ana.open("/admin").status == 200)
        #expect(try await accept(path, in: ben).status == 410)
        #expect(try await ben.open("/admin").status == 404)
        // The way there is on the page of their account, and not on that of others.
        #expect(try await ana.open("/account").text.contains("href=\"/admin\""))
        #expect(try await !ben.open("/account").text.contains("/admin"))
        // Whoever is one uses up nobody's.
        let other = try await invitation()
        #expect(try await accept(other, in: ana).text.contains("You are an administrator"))
        #expect(try await accept(other, in: ben).text.contains("You are an administrator"))
        let list = try await operate("admin", "list")["administrators"]?.items ?? []
        #expect(list.compactMap { $0["email"]?.text } == [Person.ana.email, Person.ben.email])
        #expect(!Server.log(of: stage.server.data).contains(token(path)))
        let kinds = try await operate("audit", "show", "--kind", "administrator")["events"]?.items ?? []
        #expect(kinds.count == 2)
        let deeds = try await operate("audit", "show", "--kind", "operator.administrator-invited")
        #expect(deeds["events"]?.items.count == 2)
    }

    @Test(.requirement("ADMIN-01")) func anInvitationThatIsTooOldMakesNobodyOne() async throws {
        let path = try await invitation()
        try clock.pass(seconds: 86_401)
        var ana = RawBrowser(stage.server)
        _ = try await ana.logIn(.ana)
        #expect(try await accept(path, in: ana).status == 410)
        #expect(try await ana.open("/admin").status == 404)
    }

    @Test(.requirement("ADMIN-01", "ADMIN-04")) func whoIsToBecomeOneProvesWhoTheyAre() async throws {
        let path = try await invitation()
        var ana = RawBrowser(stage.server)
        _ = try await ana.logIn(.ana)
        try clock.pass(seconds: 301)
        let answer = try await accept(path, in: ana)
        #expect(answer.text.contains("log in once more") && answer.text.contains("type=\"password\""))
        _ = try await ana.logIn(.ana)
        #expect(try await accept(path, in: ana).text.contains("You are an administrator"))
    }

    // MARK: Who isn't one any more

    @Test(.requirement("ADMIN-02", "ADMIN-03")) func whoIsRemovedOrSuspendedFindsNothing() async throws {
        let ana = try await administrator(), ben = try await ben()
        #expect(try await accept(try await invitation(), in: ben).text.contains("You are an administrator"))
        #expect(try await ben.open("/admin").status == 200)
        let changed = try await operate("admin", "remove", Person.ana.email)
        #expect(changed["changed"] == .bool(true))
        #expect(try await operate("admin", "remove", Person.ana.email)["changed"] == .bool(false))
        #expect(try await ana.open("/admin").status == 404)
        #expect(try await ana.isAt(.ana))
        _ = try await operate("accounts", "suspend", Person.ben.email)
        let clock = ContinuousClock(), start = clock.now
        while try await ben.open("/admin").status != 404, clock.now - start < .seconds(30) {}
        #expect(try await ben.open("/admin").status == 404)
    }

    /// Whoever reads an administrator's mail gets the account, and nothing of the server.
    @Test(.requirement("ADMIN-05")) func aRecoveryByMailMakesNobodyAnAdministrator() async throws {
        let before = try await administrator(), new = "seven blue coffee cups 42"
        #expect(try await before.open("/admin").status == 200)
        try await stage.client.object("recover", Person.ana.email)
        let code = try await Outbox(data: stage.server.data).newestCode(for: Person.ana.email, to: "reset")
        let reset = try await stage.client.run(
            "reset", code, "--email", Person.ana.email, "--password-stdin", input: new + "\n")
        #expect(reset.exit == .status(0), "\(reset.errorText)")
        var thief = RawBrowser(stage.server)
        let answer = try await thief.send(
            [("_form", "sign-in"), ("email", Person.ana.email), ("secret-password", new)], to: "/sign-in")
        thief.cookie = answer.fields["set-cookie"].map { String($0.prefix { $0 != ";" }) }
        #expect(try await thief.isAt(.ana))
        #expect(try await thief.open("/admin").status == 404)
        let kinds = try await operate("audit", "show", "--kind", "administrator.ended")["events"]?.items ?? []
        #expect(kinds.count == 1)
    }

    // MARK: What others find

    private static let places = [
        "/admin", "/admin/events", "/admin/events?kind=login.refused&before=3", "/admin/incidents",
        "/admin/incidents/1", "/%61dmin", "/admin/incidents/%31", "/admin/people",
        "/admin/people/6f9619ff-8b86-4011-b42d-00cf4fc964ff",
        "/admin/people/6f9619ff-8b86-4011-b42d-00cf4fc964ff/suspend",
        "/admin/people/6f9619ff-8b86-4011-b42d-00cf4fc964ff/delete", "/admin/invitations",
        "/admin/invitations/6f9619ff-8b86-4011-b42d-00cf4fc964ff", "/admin/pictures", "/admin/pictures?all=1",
        "/admin/pictures/6f9619ff-8b86-4011-b42d-00cf4fc964ff",
        "/admin/pictures/6f9619ff-8b86-4011-b42d-00cf4fc964ff/bytes?w=320", "/admin/export/csv?kind=login.refused",
        "/admin/export/%63sv", "/admin/server", "/admin/figures", "/admin/nothing",
    ]

    /// What is the same in each answer to the same request.
    private func lasting(_ answer: Answer, _ path: String) -> String {
        let fields = answer.fields.filter { !["date", "x-request-id"].contains($0.key) }
            .sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let id = answer.fields["x-request-id"] ?? "?"
        return ["\(answer.status)"].joined() + fields.joined(separator: "\n")
            + answer.text.replacing(id, with: "ID").replacing(path, with: "PATH")
    }

    @Test(.requirement("ADMIN-03"))
    func whoeverIsNoAdministratorFindsWhatIsAtNoAddress() async throws {
        let ben = try await ben(), ana = try await administrator()
        for browser in [RawBrowser(stage.server), ben] {
            for path in Self.places {
                let nowhere = path.replacing("admin", with: "nimda").replacing("%61dmin", with: "%61nimd")
                #expect(
                    lasting(try await browser.open(path), path) == lasting(try await browser.open(nowhere), nowhere))
                for (form, fields) in [
                    ([("_form", "close-incident")], RawBrowser.ownPage), ([("_form", "hide-picture")], [:]),
                    ([("_form", "filter")], [:]),
                    ([("_form", String(repeating: "x", count: 100_000))], RawBrowser.ownPage),
                    (
                        [("_form", "filter"), ("day", "<script>")],
                        ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "document"]
                    ),
                ] {
                    let here = try await browser.send(form, to: path, fields)
                    let there = try await browser.send(form, to: nowhere, fields)
                    #expect(here.status == there.status)
                    // The answer to a window's form is kept under a name of its own.
                    if here.status != 303 { #expect(lasting(here, path) == lasting(there, nowhere)) }
                }
                for method in ["PUT", "DELETE", "OPTIONS", "PATCH"] {
                    var answers: [String] = []
                    for path in [path, nowhere] {
                        let request =
                            "\(method) \(path) HTTP/1.1\r\nHost: \(browser.host)\r\nAccept: text/html\r\n"
                            + (browser.cookie.map { "Cookie: \($0)\r\n" } ?? "") + "\r\n"
                        answers.append(lasting(try #require(try await stage.server.ask(raw: request)), path))
                    }
                    #expect(answers[0] == answers[1], "\(method) \(path)")
                }
            }
        }
        #expect(try await ana.open("/admin/events").status == 200)
        // A program has no page there, whoever it is.
        #expect(try await stage.server.ask("GET", "/admin")?.status == 404)
    }

    @Test(.requirement("ADMIN-04")) func anAdministratorProvesWhoTheyAreEachFiveMinutes() async throws {
        var ana = try await administrator()
        try clock.pass(seconds: 301)
        let answer = try await ana.open("/admin/events?kind=login.accepted")
        #expect(answer.text.contains("log in once more") && !answer.text.contains("login.accepted:"))
        _ = try await ana.logIn(.ana)
        #expect(try await ana.open("/admin/events").status == 200)
    }

    @Test(.requirement("ADMIN-03")) func switchedOffThereAreNoPages() async throws {
        #expect(await stage.server.stop() == .status(0))
        let server = try await Server(data: stage.server.data, ["--plugins.disabled", "administration"])
        #expect(try await RawBrowser(server).open("/administrator").status == 404)
        #expect(try await RawBrowser(server).open("/admin").status == 404)
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("ADMIN-06")) func aFormOfAForeignPageDoesNothing() async throws {
        let ben = try await ben(), ana = try await administrator()
        let id = try #require(try await operate("accounts", "show", Person.ben.email)["user"]?["id"]?.text)
        let path = "/admin/people/\(id)/suspend"
        for fields in [["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], [:]] {
            #expect(try await ana.send([("_form", "act")], to: path, fields).status == 403)
        }
        #expect(try await ana.open(path + "?_form=act").status == 200)
        #expect(try await ben.isAt(.ben))
        #expect(try await ana.send([("_form", "act")], to: path).text.contains("The account is suspended."))
    }

    /// The last one may go: whoever has the machine invites another one.
    @Test(.requirement("ADMIN-02", "ADMIN-07")) func whoSuspendsThemselfIsLetInByTheCommand() async throws {
        let ana = try await administrator()
        let id = try #require(try await operate("accounts", "show", Person.ana.email)["user"]?["id"]?.text)
        let answer = try await ana.send([("_form", "act"), ("reason", "")], to: "/admin/people/\(id)/suspend")
        #expect([200, 404].contains(answer.status), "\(answer.status)")
        let clock = ContinuousClock(), start = clock.now
        while try await ana.open("/admin").status != 404, clock.now - start < .seconds(30) {}
        #expect(try await ana.open("/admin").status == 404)
        _ = try await operate("accounts", "release", Person.ana.email)
        var again = RawBrowser(stage.server)
        _ = try await again.logIn(.ana)
        #expect(try await again.open("/admin").status == 200)
    }

    /// Of two who act on each other at once, one comes first; nothing is done half.
    @Test(.requirement("ADMIN-07")) func twoWhoActOnEachOtherLeaveOneOutcome() async throws {
        let ben = try await ben(), ana = try await administrator()
        #expect(try await accept(try await invitation(), in: ben).status == 200)
        var ids: [String] = []
        for person in [Person.ana, .ben] {
            ids.append(try #require(try await operate("accounts", "show", person.email)["user"]?["id"]?.text))
        }
        let (first, second) = (ids[0], ids[1])
        async let one = ana.send([("_form", "act")], to: "/admin/people/\(second)/suspend")
        async let other = ben.send([("_form", "act")], to: "/admin/people/\(first)/suspend")
        let answers = try await [one, other]
        let suspended = try await operate("accounts", "list", "--suspended")["accounts"]?.items.count
        let acted = try await operate("audit", "show", "--kind", "administrator.acted")["events"]?.items.count
        #expect(suspended == acted && (1...2).contains(suspended ?? 0), "\(answers.map(\.status))")
    }

    /// A server that dies between leaves an invitation that is good, or an administrator.
    @Test(.requirement("ADMIN-01")) func aKillBetweenLeavesNothingHalf() async throws {
        let path = try await invitation()
        var ana = RawBrowser(stage.server)
        _ = try await ana.logIn(.ana)
        let form = "_form=become-administrator&token=\(token(path))"
        let request =
            "POST /administrator HTTP/1.1\r\nHost: \(ana.host)\r\nCookie: \(try #require(ana.cookie))\r\n"
            + "Accept: text/html\r\nSec-Fetch-Site: same-origin\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
        let accepting = Task { [server = stage.server] in try? await server.ask(raw: request) }
        await stage.server.kill()
        _ = await accepting.value
        let server = try await Server(data: stage.server.data, ["--limits.enabled", "false"])
        let isOne = try await operate("admin", "list")["administrators"]?.items.count == 1
        var again = RawBrowser(server)
        _ = try await again.logIn(.ana)
        let answer = try await again.send(
            [("_form", "become-administrator"), ("token", token(path))], to: "/administrator")
        #expect(answer.text.contains("You are an administrator"), "\(isOne) \(answer.status)")
        let made = try await operate("audit", "show", "--kind", "administrator.made")["events"]?.items.count
        #expect(made == 1)
        #expect(await server.stop() == .status(0))
    }
}
