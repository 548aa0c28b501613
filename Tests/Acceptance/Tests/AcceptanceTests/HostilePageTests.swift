import FoundationEssentials
import Glibc
import KernelTesting
import PicturesTesting
import Testing

/// What pages and texts of others try in the browser of somebody who has logged in.
@Suite(.timeLimit(.minutes(10)))
struct HostilePageTests {
    private func logIn(_ person: Person) -> [WalkStep] {
        [
            .open("/sign-in"), .type(person.email, into: "email"), .type(person.password, into: "secret-password"),
            .send("sign-in"),
        ]
    }

    // MARK: Pages

    /// A page that sends a form as soon as it is opened.
    private func page(sending fields: [(String, String)], to address: String, apart: Bool = false) -> String {
        let inputs = fields.map { "<input type=hidden name='\($0)' value='\($1)'>" }.joined()
        let form =
            "<form method=post action='\(address)' target=_top>\(inputs)</form><script>document.forms[0].submit()</script>"
        // What is kept apart has no origin.
        return apart
            ? "<iframe sandbox='allow-scripts allow-forms allow-top-navigation' srcdoc=\"\(form)\"></iframe>" : form
    }

    @Test func aForeignPageSendsNothingInSomebodysName() async throws {
        let stage = try await Stage(), address = stage.server.address
        let walker = try await Walker(at: address)
        try await walker.goes(logIn(.ana))
        let comment = [("_form", "comment"), ("message", "attacked")]
        let forms = [
            (comment, "/p/\(stage.picture)/comments"), ([("_form", "sign-out")], "/sign-out"),
            ([("_form", "end-others")], "/account/devices"), (RawBrowser.login(.ben), "/sign-in"),
        ]
        let other = try await stage.token()
        // Another site, another port of the same machine, and no origin at all.
        for (number, (origin, apart)) in [
            ("http://evil.example", false), ("http://127.0.0.1:1", false), ("http://evil.example", true),
        ].enumerated() {
            for (index, (form, path)) in forms.enumerated() {
                let html = page(sending: form, to: address + path, apart: apart)
                let there = origin.replacing("evil", with: "evil\(number)\(index)")
                try await walker.goes([
                    .meets(there, html: html), .isAt(path), .sees("This didn't come from a page of this server"),
                ])
            }
        }
        try await walker.goes([
            .open("/account"), .unfold("Show your email"), .sees(Person.ana.email), .open("/p/" + stage.picture),
            .lacks("attacked"),
        ])
        #expect(try await stage.server.ask("GET", "/auth/me", token: other)?.status == 200)
        await walker.leaves()
    }

    @Test func nobodyShowsAScreenInAFrameOfTheirs() async throws {
        let stage = try await Stage(), address = stage.server.address
        let walker = try await Walker(at: address)
        try await walker.goes(logIn(.ana))
        for (number, origin) in ["http://evil.example", "http://127.0.0.1:1"].enumerated() {
            let frames = ["/account", "/", "/sign-out", "/p/" + stage.picture].map {
                "<iframe src='\(address)\($0)'></iframe>"
            }
            let told = try await walker.goes([.meets(origin, html: frames.joined()), .tell("frames")])
            #expect(told == Array(repeating: "", count: frames.count), "\(number)")
        }
        await walker.leaves()
    }

    /// Other ports of the machine get nothing of what the server's own program sets.
    @Test func anotherPortIsShownNoCookieOfTheProgram() async throws {
        let stage = try await Stage()
        let app = try stage.client.spawn(["app", "--no-open"])
        var text = await app.readOutput(until: "Ctrl-C ends it")
        for _ in 0..<10 where !text.contains(/http:\S+\n/) { text += await app.readOutput(until: "\n") }
        let link = String(try #require(text.split(separator: "\n").first { $0.hasPrefix("http://") }))
        let root = AppVisitor.root(of: link)
        let walker = try await Walker(at: String(root.dropLast()))
        try await walker.goes([.open(link), .pictures(3)])
        let own = try await walker.goes([.tell(root)])
        #expect(own.count == 1 && own.first?.hasPrefix("__Host-Http-essential") == true, "\(own)")
        for other in [
            "http://127.0.0.1:1/", "http://localhost:1/", "http://essential.localhost:1/",
            "http://\(root.dropFirst(7).dropFirst().prefix { $0 != ":" }):1/",
        ] {
            #expect(try await walker.goes([.tell(other)]) == [], "\(other)")
        }
        await walker.leaves()
        // Nor does it answer to another name (DNS rebinding), token or not.
        let port = try #require(root.dropLast().split(separator: ":").last.flatMap { Int($0) })
        for path in ["/", "/open?token=x", "/assets/"] {
            let request = "GET \(path) HTTP/1.1\r\nHost: evil.example:\(port)\r\nAccept: text/html\r\n\r\n"
            let answer = try await blocking {
                let connection = try Connection(port: port)
                connection.send(request)
                return connection.answer()
            }
            #expect(answer?.status == 421 && answer?.text.contains("<img") == false, "\(path)")
        }
        app.send(SIGINT)
        _ = await app.outcome()
        _ = await stage.server.stop()
    }

    // MARK: Tokens

    /// Whatever was sent to a browser, and whatever it keeps.
    @Test(.requirement("STORE-03")) func noTokenEverReachesABrowser() async throws {
        let stage = try await Stage("--tokens.access-lifetime", "30s"), relay = try Relay(to: stage.server.port)
        let file = stage.folder.path(of: "beach.jpg")
        try SamplePicture.phoneJPEG(width: 800, height: 600).write(to: URL(filePath: file))
        let walker = try await Walker(at: "http://127.0.0.1:\(relay.port)"), ben = Person.ben
        let kept = try await walker.goes(
            [
                .open("/register"), .type(ben.name, into: "name"), .type(ben.email, into: "email"),
                .type(ben.password, into: "secret-password"), .type(ben.password, into: "secret-password_again"),
                .send("register"), .go(to: "/"), .open("/sign-out"), .send("sign-out"),
            ] + logIn(.ana) + [
                .open("/p/" + stage.picture), .type("hello", into: "message"), .send("comment"), .open("/publish"),
                .file(file, in: "picture"), .send("publish"), .pictures(1), .open("/account/devices"),
                .open("/account"), .open("/account/password"), .type("wrong", into: "secret-password"),
                .type("seven blue coffee cups 42", into: "secret-new_password"), .send("password"), .open("/nowhere"),
                .tell("storage"),
            ])
        await walker.leaves()
        let heard = relay.answers + Array(kept.joined(separator: "\n").utf8)
        #expect(heard.count > 100_000)
        #expect(try await tokens(in: heard, stage) == [])
        // It would be found.
        let login = try await stage.server.ask("POST", "/auth/login", json: Person.ana.login)?.json?["token"]
        for name in ["access_token", "refresh_token"] {
            let token = try #require(login?[name]?.text)
            #expect(try await tokens(in: heard + Array("A\(token)B".utf8), stage).count == 1, "\(name)")
        }
    }

    private func tokens(in bytes: [UInt8], _ stage: Stage) async throws -> [String] {
        let file = stage.folder.path(of: "heard")
        try Data(bytes).write(to: URL(filePath: file))
        let script = Programs.root + "/Tests/Acceptance/Support/find-tokens.py"
        let outcome = try await ChildProcess.run(
            "/bin/sh",
            [
                "-c", #"exec "$0" "$1" "$2" <"$3""#, try await Browser.python(), script,
                stage.server.data + "/essentiald.sqlite", file,
            ])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        return outcome.outputText.split(separator: "\n").map(String.init)
    }

    // MARK: Texts

    /// What is markup, or ends what is around it.
    private static let samples = [
        "<img src=x onerror=hit=1>", "<script>hit=1</script>", "\"><svg onload=hit=1>", "' onfocus='hit=1' autofocus='",
        "</textarea><iframe srcdoc='<script>top.hit=1</script>'>", "javascript:hit=1", "<base href=//evil.example>",
        "</title></style><script>hit=1</script>", "<!--<img src=x onerror=hit=1>-->", "&lt;img src=x onerror=hit=1&gt;",
    ]

    /// The browser would run whatever became part of a page: only that nothing does
    /// protects who looks.
    @Test(.requirement("SANIT-03"), arguments: ["en", "es"]) func whatPeopleWriteIsText(language: String) async throws {
        let stage = try await Stage(), all = Self.samples.joined(separator: " ")
        let use = BrowserUse(
            language: language, isUnguarded: true, name: "<img src=x onerror=hit=1>\"'><script>hit=1</script>")
        let file = stage.folder.path(of: "\"><img src=x onerror=hit=1>.jpg")
        try SamplePicture.phoneJPEG(width: 400, height: 300).write(to: URL(filePath: file))
        let walker = try await Walker(use, at: stage.server.address)
        // A name, an address and passwords; first refused, then accepted.
        let name = "<img src=x onerror=hit=1>\"'><script>hit=1</script>", ben = Person.ben
        try await walker.goes([
            .open("/register"), .type(name, into: "name"), .type("\"><script>hit=1</script>@x", into: "email"),
            .send("register"), .isHarmless, .holds(name, in: "name"), .type(ben.email, into: "email"),
            .type(ben.password, into: "secret-password"), .type(ben.password, into: "secret-password_again"),
            .send("register"), .isHarmless,
        ])
        let link = try await Outbox(data: stage.server.data).newestLink(for: ben.email, to: "verify")
        try await walker.goes([
            .open(String(link.dropFirst(stage.server.address.count))), .isHarmless,
            .type(ben.password, into: "secret-password"), .send("confirm"), .isHarmless,
        ])
        // A comment, and a picture with all its texts and the name of its file.
        try await walker.goes([
            .open("/p/" + stage.picture), .type(all, into: "message"), .send("comment"), .isHarmless, .sees(name),
            .openLink(to: "/p/.*/comments/.*/delete"), .isHarmless, .open("/publish"), .type(all, into: "description"),
            .type(Self.samples[0], into: "location"), .send("publish"), .isHarmless, .file(file, in: "picture"),
            .send("publish"), .isAt("/p/[0-9a-f-]+.*"), .isHarmless, .sees(Self.samples[0]),
            .openLink(to: "/p/.*/delete"),
            .isHarmless, .open("/"), .isHarmless, .sees(Self.samples[0]), .open("/account"), .isHarmless, .sees(name),
            .open("/account/devices"), .isHarmless, .open("/sign-out"), .isHarmless, .send("sign-out"), .isHarmless,
        ])
        // Each parameter of an address, known or not, and addresses themselves.
        let paths = [
            "/", "/p/x", "/sign-in", "/register", "/recover", "/verify", "/reset", "/about", "/p/\(stage.picture)",
        ]
        // Escaping doesn't know the language: one of them reads each by itself, the other all at once.
        for sample in language == "en" ? Self.samples : [all] {
            let text = RawBrowser.encoded(sample)
            let query = ["after", "then", "token", "email", "code", "name", "_at", "_form", "_kept", "x"]
                .map { "\($0)=\(text)" }.joined(separator: "&")
            try await walker.goes(
                paths.flatMap { [.open("\($0)?\(query)"), .isHarmless] } + [
                    .open("/\(text)"), .isHarmless, .open("/p/\(text)"), .isHarmless,
                ])
        }
        // Addresses that are typed.
        for path in ["/sign-in", "/recover"] {
            try await walker.goes(
                (language == "en" ? Self.samples : [all]).flatMap {
                    [.open(path), .type($0, into: "email"), .send(String(path.dropFirst())), .isHarmless]
                })
        }
        await walker.leaves()
    }
}
