import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// Logging in to `essential app` at the server's own page, with the real programs, Chromium,
/// a passkey of it and a provider that isn't ours.
@Suite(.timeLimit(.minutes(10)))
struct AppBrowserLoginTests {
    private struct Scene: Sendable {
        let folder: TemporaryFolder
        let relay: Relay
        let server: Server
        let provider: OpenIDProvider?
        /// Where people and programs reach the server.
        let address: String
        let client: Client
        let app: ChildProcess
        let link: String

        init(withProvider: Bool = false, _ settings: [String] = []) async throws {
            folder = try TemporaryFolder()
            try await SeededData.shared.copy(to: folder.path(of: "data"))
            let port = Ports.next()
            relay = try Relay(to: port)
            address = "http://localhost:\(relay.port)"
            provider = withProvider ? try await OpenIDProvider(for: address, in: folder) : nil
            server = try await Server(
                data: folder.path(of: "data"),
                ["--server.public-url", address] + (provider?.settings ?? []) + settings, port: port)
            client = Client(home: folder.path(of: "home"), address: address)
            (app, link) = try await AppVisitor.start(client)
        }

        var root: String { AppVisitor.root(of: link) }

        func leaves(_ app: ChildProcess? = nil) async {
            let app = app ?? self.app
            app.send(SIGINT)
            #expect(await app.outcome().exit == .status(0))
            await provider?.stops()
            #expect(Server.errors(of: server.data) == [])
        }
    }

    private static let way = "Log in at the server's page"
    private static let byPassword: [WalkStep] = [
        .type(Person.ana.email, into: "email"), .type(Person.ana.password, into: "secret-password"), .press("Log in"),
    ]

    private func letters(_ walker: Walker) async throws -> String {
        let page = try await walker.goes([.tell("page")]).first ?? ""
        return try String(#require(page.firstMatch(of: /[B-Z]{4}-[B-Z]{4}/)).output)
    }

    @Test(.requirement("BROWSERLOGIN-15", "BROWSERLOGIN-16", "BROWSERLOGIN-07", "PASSKEY-02", "NAV-04"))
    func aPasskeyAloneLogsInWhereOneWantedTo() async throws {
        let scene = try await Scene(), root = scene.root
        let walker = try await Walker(at: scene.address)
        try await walker.goes(
            [.open("/sign-in")] + Self.byPassword + [
                .plugIn("laptop"), .open("/account/passkeys"), .press("Make a passkey"), .type("Laptop", into: "name"),
                .press("Make it"), .pullOut("laptop"), .open("/sign-out"), .press("Log out"),
                .open(scene.link), .pictures(1), .open(root + "publish"), .sees("Without a password here"),
                .look("app-sign-in"),
                .follow(Self.way), .sees(scene.address), .look("app-browser-login"), .press("Go on"),
                .sees("Remember these letters"), .look("app-browser-letters"),
            ])
        let word = try await letters(walker)
        try await walker.goes([
            .follow("To the server's page"), .isAt("/sign-in.*"), .comeIn("laptop"),
            .isAt("/authorize.*"), .sees(word), .press("Let it in"), .shows("Publish a picture"),
            .isAt(root + "publish"), .open(root + "account"), .sees("Ana"), .open(root),
            .pictures(1), .open(root + "sign-in/browser"), .sees("You are logged in already, as Ana"),
        ])
        await walker.leaves()
        #expect(try await scene.client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
        // Neither in an address, nor as a referrer, nor as an origin.
        let asked = String(decoding: scene.relay.requests, as: UTF8.self)
        #expect(asked.contains("GET /authorize?") && !asked.contains("essential.localhost"))
        await scene.leaves()
    }

    @Test(.requirement("BROWSERLOGIN-15", "EXT-01", "EXT-02", "EXT-03", "EXT-07", "D1"), arguments: [true, false])
    func aProviderAloneIsEnough(runsScripts: Bool) async throws {
        let scene = try await Scene(withProvider: true), root = scene.root
        try await Browser.walk(
            [
                .open(scene.link), .pictures(1), .open(root + "publish"), .follow(Self.way), .press("Go on"),
                .follow("To the server's page"), .follow("Log in with Office"), .provider("leo", answering: "accept"),
                .isAt("/authorize.*"), .press("Let it in"), .shows("Publish a picture"),
                .open(root + "account"), .sees("Leo"),
            ], BrowserUse(runsScripts: runsScripts), at: scene.address)
        await scene.leaves()
    }

    @Test(.requirement("BROWSERLOGIN-15", "BROWSERLOGIN-06", "EXT-09", "L10N-01", "D1"), arguments: ["en", "es"])
    func whoSaysNoIsToldWhereTheyCanLogInOtherwise(language: String) async throws {
        let scene = try await Scene(), isSpanish = language == "es"
        func say(_ english: String, _ spanish: String) -> String { isSpanish ? spanish : english }
        try await Browser.walk(
            [
                .open(scene.link), .pictures(1), .open(scene.root + "sign-in"),
                .follow(say(Self.way, "Iniciar sesión en la página del servidor")), .look("app-browser-login"),
                .press(say("Go on", "Continuar")), .look("app-browser-letters"),
                .follow(say("To the server's page", "A la página del servidor")),
                .type(Person.ana.email, into: "email"), .type(Person.ana.password, into: "secret-password"),
                .press(say("Log in", "Iniciar sesión")), .press(say("No", "No dejarlo")),
                .shows(say("You didn't let this program in.", "No dejaste entrar a este programa.")),
                .isAt(scene.root + "sign-in.browser=access_denied"), .look("app-browser-refused"),
                .type(Person.ana.email, into: "email"), .type(Person.ana.password, into: "secret-password"),
                .press(say("Log in", "Iniciar sesión")), .isAt(scene.root), .open(scene.root + "account"), .sees("Ana"),
            ], BrowserUse(language: language, hasKeyboardOnly: true), at: scene.address)
        await scene.leaves()
    }

    /// The way there is known to two windows, and the second login ends the first.
    @Test(.requirement("BROWSERLOGIN-17")) func aSecondWindowBeginsAnew() async throws {
        let scene = try await Scene(), root = scene.root, person = try await AppVisitor()
        func does(_ window: Int, _ order: String) async throws -> JSON {
            try await person.does(#"{"window": \#(window), \#(order)}"#)
        }
        _ = try await does(0, #""go": "\#(scene.link)", "until": "\#(root)""#)
        _ = try await does(0, #""go": "\#(root)sign-in/browser", "click": "main form button""#)
        _ = try await does(0, #""click": "text=To the server's page""#)
        let asked = try await does(
            0,
            #"""
            "fill": {"email": "\#(Person.ana.email)", "secret-password": "\#(Person.ana.password)"}, \#
            "click": "main form button:not([type=button])"
            """#)
        #expect(asked["text"]?.text?.contains("Let a program in?") == true)
        let first = try await does(1, #""go": "\#(root)sign-in/browser""#)["text"]?.text ?? ""
        let second = try await does(1, #""click": "text=Begin anew, with other letters""#)["text"]?.text ?? ""
        let words = [first, second].compactMap { $0.firstMatch(of: /[B-Z]{4}-[B-Z]{4}/).map { String($0.output) } }
        #expect(Set(words).count == 2 && asked["text"]?.text?.contains(words[0]) == true)
        // What the first window allows goes to nobody.
        _ = try await does(0, #""press": "button:has-text('Let it in')""#)
        #expect(try await scene.client.run("whoami").exit == .status(3))
        let there = try await does(1, #""click": "text=To the server's page""#)["text"]?.text ?? ""
        #expect(there.contains(words[1]))
        _ = try await does(1, #""press": "button:has-text('Let it in')""#)
        let back = try await does(1, #""until": "\#(root)""#)
        #expect((back["pictures"]?.number ?? 0) > 10)
        #expect(try await does(2, #""go": "\#(root)account""#)["text"]?.text?.contains("Ana") == true)
        await person.leaves()
        await scene.leaves()
    }

    @Test(.requirement("BROWSERLOGIN-17", "BROWSERLOGIN-06")) func anAppThatIsStartedAnewWaitsForNobody() async throws {
        let scene = try await Scene(), walker = try await Walker(at: scene.address)
        try await walker.goes(
            [
                .open(scene.link), .pictures(1), .open(scene.root + "sign-in/browser"), .press("Go on"),
                .follow("To the server's page"),
            ] + Self.byPassword + [.sees("Let a program in?")])
        scene.app.send(SIGINT)
        #expect(await scene.app.outcome().exit == .status(0))
        try await walker.goes([.letInInVain])
        let (app, link) = try await AppVisitor.start(scene.client), root = AppVisitor.root(of: link)
        try await walker.goes([
            .open(link), .open(root + "publish"), .follow(Self.way), .press("Go on"),
            .follow("To the server's page"), .press("Let it in"), .shows("Publish a picture"), .open(root + "account"),
            .sees("Ana"),
        ])
        await walker.leaves()
        await scene.leaves(app)
    }

    @Test(.requirement("EXT-08", "BROWSERLOGIN-15")) func whatIsInTheWayIsSaidBeforeAnybodyGoesThere() async throws {
        let scene = try await Scene(["--plugins.disabled", "browser-login"])
        let walker = try await Walker(at: scene.address), place = scene.root + "sign-in/browser"
        try await walker.goes([
            .open(scene.link), .pictures(1), .open(place), .press("Go on"),
            .sees("This server doesn't let programs in by the browser."),
            .look("app-browser-not-offered"),
        ])
        #expect(await scene.server.stop() == .status(0))
        try await walker.goes([.open(place), .press("Go on"), .lacks("Remember these letters"), .sees("connect")])
        await walker.leaves()
        await scene.leaves()
    }
}
