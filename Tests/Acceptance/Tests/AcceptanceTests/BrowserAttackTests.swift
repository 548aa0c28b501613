import FoundationEssentials
import KernelTesting
import Testing

/// What somebody tries who wants to be in a browser in which somebody else has
/// logged in; nothing of it works.
struct BrowserAttackTests {
    private let stage: Stage
    private var victim: RawBrowser

    init() async throws {
        stage = try await Stage()
        victim = RawBrowser(stage.server)
        #expect(try await victim.logIn(.ana).status == 303)
        #expect(try await victim.isAt(.ana))
    }

    // MARK: Names

    /// A page elsewhere that leads a name of its own here (DNS rebinding): browsers
    /// show it no cookie, and it gets what everybody gets.
    @Test func underAnotherNameThereIsNobody() async throws {
        var page = RawBrowser(stage.server)
        page.host = "evil.example:\(stage.server.port)"
        #expect(try await page.open("/sign-in").text.contains("type=\"password\"") == false)
        #expect(try await page.logIn(.ana).status == 403)
        #expect(try await page.open("/account").status == 303)
        let comment = try await page.send(
            [("_form", "comment"), ("message", "attacked")], to: "/p/\(stage.picture)/comments")
        #expect(comment.text.contains("attacked") == false || comment.status != 303)
        #expect(try await said().contains("attacked") == false)
    }

    // MARK: Foreign pages

    private static let foreign: [[String: String]] = [
        ["Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"],
        // Another port of the same machine, whose pages come with the cookie.
        ["Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:1"],
        ["Sec-Fetch-Site": "none"], ["Sec-Fetch-Site": "cross-site", "Origin": "null"], ["Origin": "null"],
        ["Origin": "http://127.0.0.1"], ["Origin": "https://evil.example"], ["Referer": "http://127.0.0.1/"], [:],
    ]

    /// Each form that changes something; a screen joins by a line.
    private func forms() -> [(path: String, form: [(String, String)])] {
        let secret = ("secret-new_password", "attacked attacked attacked")
        return [
            ("/p/\(stage.picture)/comments", [("_form", "comment"), ("message", "attacked")]),
            ("/p/\(stage.picture)/delete", [("_form", "delete-picture")]),
            ("/publish", [("_form", "publish"), ("description", "attacked")]),
            ("/account/devices", [("_form", "end-others")]),
            ("/account/password", [("_form", "password"), ("secret-password", Person.ana.password), secret]),
            ("/register", [("_form", "register"), ("name", "attacked"), ("email", "evil@example.com")]),
            ("/recover", [("_form", "recover"), ("email", Person.ana.email)]),
            ("/verify", [("_form", "resend"), ("email", Person.ana.email)]),
            ("/reset", [("_form", "send"), ("email", Person.ana.email)]),
            ("/sign-in", RawBrowser.login(.ben)), ("/sign-out", [("_form", "sign-out")]),
        ]
    }

    @Test func noFormOfAForeignPageIsTaken() async throws {
        let other = try await stage.token()
        for fields in Self.foreign {
            for (path, form) in forms() {
                let answer = try await victim.send(form, to: path, fields)
                #expect(answer.status == 403 && answer.fields["set-cookie"] == nil, "\(path) \(fields)")
                #expect(answer.text.contains("come from a page of this server"), "\(path) \(fields)")
            }
        }
        #expect(try await victim.isAt(.ana))
        #expect(try await stage.server.ask("GET", "/auth/me", token: other)?.status == 200)
        #expect(try await said().contains("attacked") == false)
        // What the screens themselves send is taken, so that all this proves something.
        for (path, form) in forms() {
            #expect(try await RawBrowser(stage.server).send(form, to: path).status != 403, "\(path)")
        }
    }

    private func said() async throws -> String {
        try await stage.server.ask("GET", "/image/\(stage.picture)/comments")?.text ?? ""
    }

    /// What changes something isn't had by an address: pictures and links of a
    /// foreign page come with the cookie.
    @Test func noAddressChangesAnything() async throws {
        for (path, form) in forms() {
            let query = form.map { "\($0)=\(RawBrowser.encoded($1))" }.joined(separator: "&")
            let answer = try await victim.open("\(path)?\(query)")
            #expect([200, 404].contains(answer.status), "\(path)")
        }
        #expect(try await victim.isAt(.ana))
        #expect(try await said().contains("attacked") == false)
    }

    // MARK: Cookies

    @Test func noCookieButTheRightOneIsTheVictim() async throws {
        let cookie = try #require(victim.cookie), value = String(cookie.drop { $0 != "=" }.dropFirst())
        let name = victim.cookieName
        #expect(cookie == "\(name)=\(value)" && value.count >= 43)
        for other in [
            // Of a server on another port of this machine, and of one on none.
            "__Host-Http-essential-\(stage.server.port + 1)=\(value)", "__Host-Http-essential=\(value)",
            "essential-\(stage.server.port)=\(value)", "\(name)=", "\(name)=\(value.dropLast())",
            "\(name)=\(value)A", "\(name)=\(String(value.reversed()))", "\(name)=\(value.lowercased())",
            // Beside one that somebody planted it isn't clear which is the person's.
            "\(name)=planted; \(cookie)", "\(cookie); \(name)=planted",
        ] {
            #expect(try await RawBrowser(stage.server, cookie: other).isAt(.ana) == false, "\(other)")
        }
        #expect(try await victim.isAt(.ana))
        // Nor is it a token of the interface for programs.
        #expect(try await stage.server.ask("GET", "/auth/me", token: value)?.status == 401)
    }

    /// Session fixation: who planted a cookie before doesn't get in afterwards.
    @Test func whoLogsInIsKnownBySomethingElseThanBefore() async throws {
        var thief = RawBrowser(stage.server)
        let registered = try await thief.send(
            [
                ("_form", "register"), ("name", "Thief"), ("email", Person.ben.email),
                ("secret-password", Person.ben.password), ("secret-password_again", Person.ben.password),
            ], to: "/register")
        thief.cookie = registered.fields["set-cookie"].map { String($0.prefix { $0 != ";" }) }
        #expect(try await thief.isAt(.ben))
        let own = try #require(thief.cookie)
        let made = "\(victim.cookieName)=" + String(repeating: "A", count: 43)
        for planted in [own, made, try #require(victim.cookie)] {
            var person = RawBrowser(stage.server, cookie: planted)
            // Somebody else may be logged in there: they log out first, and the planted one is over as well.
            _ = try await person.send([("_form", "sign-out")], to: "/sign-out")
            #expect(try await person.logIn(.ana).status == 303)
            #expect(person.cookie != planted && person.cookie != nil)
            #expect(try await person.isAt(.ana))
            let left = RawBrowser(stage.server, cookie: planted)
            #expect(try await left.isAt(.ana) == false)
            #expect(try await left.isAt(.ben) == false)
        }
    }

    /// A copy of the database opens nothing: what lies there is sealed under what
    /// the browser shows and what the server has beside the database.
    @Test func aStolenRowOpensNothing() async throws {
        let ana = try #require(victim.cookie), data = stage.server.data
        #expect(await stage.server.stop() == .status(0))
        let database = data + "/essentiald.sqlite"
        let rows = try await sql("SELECT hex(id), hex(sealed) FROM browsers", database)
        #expect(rows.split(separator: "\n").count == 1)

        // Beside keys of the thief's own, even with the cookie.
        let folder = try TemporaryFolder(), stolen = folder.path(of: "data")
        let first = try await Server(data: stolen)
        #expect(await first.stop() == .status(0))
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: stolen + "/essentiald.sqlite" + ending)
        }
        try FileManager.default.copyItem(atPath: database, toPath: stolen + "/essentiald.sqlite")
        let theirs = try await Server.startIfPossible(data: stolen, port: stage.server.port)
        if let theirs {
            #expect(try await RawBrowser(theirs, cookie: ana).isAt(.ana) == false)
            #expect(await theirs.stop() == .status(0))
        }

        // In a row of the thief's, who can write to the database of the server itself.
        let server = try await Server(data: data, port: stage.server.port)
        var thief = RawBrowser(server)
        _ = try await thief.send(
            [
                ("_form", "register"), ("name", "Thief"), ("email", Person.ben.email),
                ("secret-password", Person.ben.password), ("secret-password_again", Person.ben.password),
            ], to: "/register")
        _ = try await thief.logIn(.ben)
        #expect(try await thief.isAt(.ben))
        #expect(await server.stop() == .status(0))
        let sealed = try #require(rows.split(separator: "\n").first?.split(separator: "|").last)
        _ = try await sql("UPDATE browsers SET sealed = X'\(sealed)'", database)
        let again = try await Server(data: data, port: stage.server.port)
        #expect(try await RawBrowser(again, cookie: thief.cookie).isAt(.ana) == false)
        // The name of a row is no cookie.
        for id in rows.split(separator: "|").prefix(1) {
            let guess = RawBrowser(again, cookie: "\(thief.cookieName)=\(id)")
            #expect(try await guess.isAt(.ana) == false)
        }
        // The victim's own row is as it was.
        #expect(try await RawBrowser(again, cookie: ana).isAt(.ana))
        #expect(await again.stop() == .status(0))
    }

    private func sql(_ statement: String, _ database: String) async throws -> String {
        let outcome = try await ChildProcess.run("sqlite3", ["-cmd", ".timeout 30000", database, statement])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        return outcome.outputText
    }

    // MARK: Ways

    private static let elsewhere = [
        "https://evil.example", "http://evil.example/", "//evil.example", "///evil.example", "/\\evil.example",
        "\\\\evil.example", "/%2f%2fevil.example", "//evil.example/p/x", "https:evil.example", "javascript:alert(1)",
        "data:text/html,x", "\t//evil.example", " //evil.example", "/\t/evil.example", "/\n/evil.example",
        "/p/../..//evil.example", "/.//evil.example", "@evil.example", ".evil.example", "/p/x\r\nSet-Cookie: a=b",
        "/@evil.example", "/nowhere", "?then=//evil.example", "", "/image/x", "/auth/me",
    ]

    /// Whoever logs in goes on within this server, whatever a link to it says.
    @Test func nobodyIsSentElsewhere() async throws {
        for then in Self.elsewhere {
            let path = "/sign-in?then=" + RawBrowser.encoded(then), browser = RawBrowser(stage.server)
            #expect(try await browser.open(path).status == 200)
            // Nor by the form itself, or by one that was kept for afterwards.
            let more = [
                ("_at", then), ("then", then), ("_kept", "_form=comment&_at=\(RawBrowser.encoded(then))&message=x"),
            ]
            let refused = try await browser.send([("_form", "sign-in"), ("email", "x")] + more, to: path)
            for name in ["href", "action"] where !then.isEmpty {
                #expect(!refused.text.contains("\(name)=\"\(then)\""), "\(then)")
            }
            let answer = try await browser.send(RawBrowser.login(.ana) + more, to: path)
            #expect(answer.status == 303 && answer.fields["location"] == "/", "\(then)")
            #expect(answer.fields["a"] == nil && answer.fields["set-cookie"]?.contains("a=b") == false)
        }
    }

    /// Clickjacking: nobody shows a screen in a frame; nothing else may be run or
    /// sent than what is the server's own.
    @Test func noScreenIsShownInAFrame() async throws {
        for path in [
            "/", "/p/\(stage.picture)", "/p/none", "/account", "/account/devices", "/publish", "/sign-out", "/sign-in",
            "/register", "/verify", "/reset?token=x", "/about", "/nowhere",
        ] {
            let answer = try await victim.open(path), policy = answer.fields["content-security-policy"] ?? ""
            #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "\(path)")
            #expect(policy.contains("form-action 'self'") && policy.contains("base-uri 'none'"), "\(path)")
            #expect(!policy.contains("unsafe") && !policy.contains("*"), "\(path)")
            #expect(answer.fields["x-content-type-options"] == "nosniff", "\(path)")
            #expect(answer.fields["cross-origin-opener-policy"] == "same-origin", "\(path)")
        }
    }
}

extension Server {
    /// Starts a server on data that it may refuse.
    fileprivate static func startIfPossible(data: String, port: Int) async throws -> Server? {
        do { return try await Server(data: data, port: port) } catch is ServerDidNotStart { return nil }
    }
}
