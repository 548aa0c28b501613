import KernelTesting
import Testing

/// The pages of mailed links in a real browser, in each of their states.
struct PagesTests {
    private static let password = "seven blue coffee cups 42"
    /// To whom more messages were asked for than the page may.
    private static let flooded = "flooded@example.com"

    @Test(
        .requirement("VERIFY-02", "VERIFY-07", "VERIFY-09", "RECOV-08", "RECOV-14", "RECOV-15", "L10N-01", "SCREEN-02"),
        arguments: ["en", "es"])
    func everybodyCanUseThem(_ language: String) async throws {
        let folder = try TemporaryFolder(), data = folder.path(of: "data"), past = try await ShiftedClock()
        try past.pass(seconds: -3 * 24 * 3600)
        let before = try await Server(data: data, clock: past)
        let late = try await Mailed("late@example.com", from: before)
        #expect(await before.stop() == .status(0))
        let server = try await Server(data: data)
        let person = try await Mailed("ana@example.com", from: server)
        let scriptless = try await Mailed("ben@example.com", from: server)
        for _ in 0..<3 {
            _ = try await server.ask("POST", "/auth/password/recovery", json: #"{"email":"\#(Self.flooded)"}"#)
        }
        let expected = Self.visits(of: person, late: late) + Self.visitsWithoutScripts(of: scriptless)

        let reports = try await Browser.visit(expected.map(\.visit), in: language, at: server.address)
        #expect(reports.map(\.name) == expected.map(\.visit.name))
        for (report, expected) in zip(reports, expected) {
            #expect(report.status == expected.status, "\(report.name)")
            #expect(report.problems == [], "\(report.name)")
        }
        for email in [person.email, scriptless.email] {
            let login = #"{"email":"\#(email)","password":"\#(Self.password)"}"#
            let answer = try await server.ask("POST", "/auth/login", json: login)
            #expect(answer?.status == 200)
            #expect(answer?.json?["user"]?["email_verified"] == .bool(true))
        }
    }

    @Test(.requirement("RECOV-14"), arguments: ["en", "es"])
    func theRulesOfAPasswordAreMarkedWhileItIsTyped(_ language: String) async throws {
        let folder = try TemporaryFolder()
        let server = try await Server(data: folder.path(of: "data"))
        let expected: [(password: String, states: [String: String])] = [
            ("short", ["length": "unmet"]), ("🦀🦀🦀🦀", ["length": "unmet"]),
            ("ana.king", ["length": "met", "personal": "unmet"]), ("KING", ["length": "unmet", "personal": "unmet"]),
            ("Football", ["length": "met", "common": "unmet"]),
            ("my essential tea pot", ["length": "met", "personal": "unmet"]),
            ("hahahahaha", ["length": "met", "predictable": "unmet"]),
            (Self.password, ["length": "met"]),
        ]
        let visit = PageVisit(
            name: "reset-typing", path: "/reset", form: 0, fill: [["email", "ana.king@example.com"]], by: .program,
            typed: expected.map(\.password))
        let report = try #require(try await Browser.visit([visit], in: language, at: server.address).first)
        #expect(report.problems == [])
        #expect(report.asked == [])
        #expect(report.typed?.map(\.states) == expected.map(\.states))
        let words = language == "en" ? ("Met: ", "Not met yet: ") : ("Cumplido: ", "Aún sin cumplir: ")
        for (marks, expected) in zip(report.typed ?? [], expected) {
            let isUnmet = expected.states.values.contains("unmet")
            #expect(marks.said.hasPrefix(isUnmet ? words.1 : words.0), "\(expected.password): \(marks.said)")
        }
        // What is marked as unmet, the server refuses.
        for (password, states) in expected where states.values.contains("unmet") {
            let body = #"{"code":"12345678","email":"ana.king@example.com","new_password":"\#(password)"}"#
            let answer = try await server.ask("POST", "/auth/password/reset", json: body)
            #expect(answer?.status == 422 && answer?.code == "invalid_data", "\(password)")
        }
    }

    /// What browsers send (WHATWG Fetch, section 4.5).
    private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    @Test(
        .requirement("NAV-08"), arguments: [("en", "with the program essential"), ("es", "con el programa essential")])
    func aBrowserGetsAPageAtEveryAddress(language: String, text: String) async throws {
        let folder = try TemporaryFolder()
        let server = try await Server(data: folder.path(of: "data"))
        func ask(_ path: String, accept: String) async throws -> Answer {
            let request = "GET \(path) HTTP/1.1\r\nHost: x\r\nAccept: \(accept)\r\nAccept-Language: \(language)\r\n\r\n"
            return try #require(try await server.ask(raw: request))
        }
        let first = try await ask("/about", accept: Self.browser)
        #expect(first.status == 200 && first.text.contains(text) && first.text.contains(server.address))
        for (path, status) in [("/nothing/here", 404), ("/auth/login", 405), ("/auth/me", 401), ("/feed/none", 404)] {
            let page = try await ask(path, accept: Self.browser)
            #expect(page.status == status && page.fields["content-type"] == "text/html; charset=utf-8", "\(path)")
            #expect(page.text.contains("<a href=\"/\">") && page.text.contains("<html lang=\"\(language)\">"))
            let policy = page.fields["content-security-policy"] ?? ""
            #expect(policy.hasPrefix("default-src 'none'; style-src 'self'; ") && !policy.contains("unsafe"))
            let problem = try await ask(path, accept: "*/*")
            #expect(problem.status == status && problem.code != nil, "\(path)")
        }
        #expect(try await ask("/", accept: "application/json").code == "not_found")
        let icon = try await ask("/icon.svg", accept: "image/*")
        #expect(icon.status == 200 && icon.fields["content-type"] == "image/svg+xml" && icon.text.hasPrefix("<svg"))
        let pages = [
            PageVisit(name: "first", path: "/about", form: 0, fill: nil, by: .program),
            PageVisit(name: "nothing", path: "/a/b", form: 0, fill: nil, by: .program),
        ]
        let reports = try await Browser.visit(pages, in: language, at: server.address)
        #expect(reports.map(\.status) == [200, 404] && reports.allSatisfy { $0.problems == [] }, "\(reports)")
    }

    @Test(.requirement("NAV-08")) func belowASubPathTheWayBackIsTheServersOwn() async throws {
        let folder = try TemporaryFolder()
        let server = try await Server(
            data: folder.path(of: "data"), ["--server.public-url", "https://example.com/photos"])
        func ask(_ path: String) async throws -> Answer? {
            try await server.ask(raw: "GET \(path) HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n")
        }
        #expect(try await ask("/photos/")?.text.contains("href=\"/photos/about\"") == true)
        let first = try await ask("/photos/about")
        #expect(first?.status == 200 && first?.text.contains("https://example.com/photos") == true)
        let unknown = try await ask("/photos/a/b")
        #expect(unknown?.status == 404 && unknown?.text.contains("<a href=\"/photos/\">") == true)
        #expect(unknown?.text.contains("href=\"/photos/icon.svg\"") == true)
        #expect(try await ask("/photos/icon.svg")?.status == 200)
    }

    /// The program that keeps the password learns whose it is.
    @Test(.requirement("RECOV-15", "VERIFY-09")) func theLinkTellsWhosePasswordItIs() async throws {
        let folder = try TemporaryFolder()
        let server = try await Server(data: folder.path(of: "data"))
        let person = try await Mailed("ana@example.com", from: server)
        for path in [person.resetPath, person.verifyPath] {
            let page = try #require(try await server.ask("GET", path))
            #expect(
                page.text.contains(
                    "<input type=\"text\" name=\"_with.account\" autocomplete=\"username\" value=\"ana@example.com\" hidden"
                )
            )
        }
    }

    /// What somebody gets by mail.
    private struct Mailed {
        let email: String
        let verifyPath: String
        let verifyCode: String
        let resetPath: String
        let resetCode: String

        init(_ email: String, from server: Server) async throws {
            self.email = email
            let person = Person(name: "Somebody", email: email, password: Person.ana.password)
            try #require(try await server.ask("POST", "/auth/register", json: person.registration)?.status == 201)
            try #require(
                try await server.ask("POST", "/auth/password/recovery", json: #"{"email":"\#(email)"}"#)?.status == 202)
            let outbox = Outbox(data: server.data)
            verifyPath = String(
                try await outbox.newestLink(for: email, to: "verify").dropFirst(server.address.count))
            verifyCode = try await outbox.newestCode(for: email)
            resetPath = String(try await outbox.newestLink(for: email, to: "reset").dropFirst(server.address.count))
            resetCode = try await outbox.newestCode(for: email, to: "reset")
        }

        var wrongCode: String { (resetCode.first == "0" ? "1" : "0") + resetCode.dropFirst() }

        /// The link of one page opened on the other.
        var foreignVerifyPath: String { resetPath.replacing("/reset", with: "/verify") }
        var foreignResetPath: String { verifyPath.replacing("/verify", with: "/reset") }
    }

    private typealias Expected = (visit: PageVisit, status: Int)

    private static func visits(of person: Mailed, late: Mailed) -> [Expected] {
        func visit(
            _ name: String, _ path: String, _ status: Int, form: Int = 0, by: PageVisit.Means = .program,
            _ fill: [[String]]? = nil
        ) -> Expected {
            (PageVisit(name: name, path: path, form: form, fill: fill, by: by), status)
        }
        func code(_ code: String, of email: String) -> [[String]] { [["email", email], ["code", code]] }
        let own = ["password", Person.ana.password]
        let unknown = "?token=" + String(repeating: "A", count: 43), nobody = "nobody@example.com"
        let new = ["new_password", password]
        return [
            visit("verify", "/verify", 200),
            visit("verify-malformed", "/verify", 422, code("1", of: "x") + [own]),
            visit("verify-wrong-code", "/verify", 422, code(person.wrongCode, of: nobody) + [own]),
            visit("verify-expired-code", "/verify", 422, code(late.verifyCode, of: late.email) + [own]),
            visit("verify-sent", "/verify", 200, form: 1, [["email", nobody]]),
            visit("verify-sent-malformed", "/verify", 422, form: 1, [["email", "x"]]),
            visit("verify-unknown", "/verify" + unknown, 404),
            visit("verify-expired", late.verifyPath, 410),
            visit("verify-foreign", person.foreignVerifyPath, 403),
            visit("verify-link", person.verifyPath, 200),
            visit("verify-wrong-password", person.verifyPath, 422, [["password", "some other password"]]),
            visit("verify-done", person.verifyPath, 200, by: .keyboard, [own]),
            visit("verify-used", person.verifyPath, 410),
            visit(
                "verify-used-code", "/verify", 422, by: .keyboard, code(person.verifyCode, of: person.email) + [own]),

            visit("reset", "/reset", 200),
            visit("reset-malformed", "/reset", 422, code("1", of: "x") + [["new_password", "short"]]),
            visit(
                "reset-weak", "/reset", 422, code(person.resetCode, of: person.email) + [["new_password", "password"]]),
            visit("reset-wrong-code", "/reset", 422, code(person.wrongCode, of: nobody) + [new]),
            visit("reset-expired-code", "/reset", 422, code(late.resetCode, of: late.email) + [new]),
            visit("reset-sent", "/reset", 200, form: 1, [["email", nobody]]),
            visit("reset-limited", "/reset", 422, form: 1, [["email", flooded]]),
            visit("reset-sent-malformed", "/reset", 422, form: 1, [["email", "x"]]),
            visit("reset-unknown", "/reset" + unknown, 404),
            visit("reset-expired", late.resetPath, 410),
            visit("reset-foreign", person.foreignResetPath, 403),
            visit("reset-link", person.resetPath, 200),
            visit("reset-link-weak", person.resetPath, 422, [["new_password", "short"]]),
            visit("reset-done", person.resetPath, 200, by: .keyboard, [new]),
            visit("reset-used", person.resetPath, 410),
            visit("reset-used-code", "/reset", 422, by: .keyboard, code(person.resetCode, of: person.email) + [new]),
        ]
    }

    private static func visitsWithoutScripts(of person: Mailed) -> [Expected] {
        let name = "-without-scripts", new = ["new_password", password]
        return [
            (
                PageVisit(
                    name: "verify" + name, path: person.verifyPath, form: 0, fill: [["password", Person.ana.password]],
                    by: .form), 200
            ),
            (PageVisit(name: "reset" + name, path: person.resetPath, form: 0, fill: [new], by: .form), 200),
        ]
    }
}
