import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// `essential login --browser`, with the real programs, Chromium, a passkey of it and a
/// provider that isn't ours.
@Suite(.timeLimit(.minutes(10)))
struct BrowserLoginTests {
    private struct Stage: Sendable {
        let folder: TemporaryFolder
        let server: Server
        let provider: OpenIDProvider?
        let address: String
        let client: Client

        init(withProvider: Bool = false) async throws {
            folder = try TemporaryFolder()
            try await SeededData.shared.copy(to: folder.path(of: "data"))
            let port = Ports.next()
            address = "http://localhost:\(port)"
            provider = withProvider ? try await OpenIDProvider(for: address, in: folder) : nil
            server = try await Server(
                data: folder.path(of: "data"), ["--server.public-url", address] + (provider?.settings ?? []),
                port: port)
            client = Client(
                home: folder.path(of: "home"), address: address, environment: try Self.desktop(in: folder))
        }

        /// A desktop whose browser comes by itself.
        private static func desktop(in folder: TemporaryFolder) throws -> [String: String] {
            let programs = folder.path(of: "bin"), runtime = folder.path(of: "run")
            for path in [programs, runtime] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            }
            try FileManager.default.createSymbolicLink(
                atPath: programs + "/xdg-open", withDestinationPath: "/usr/bin/true")
            let path = Surroundings.variables["PATH"] ?? "/usr/bin:/bin"
            return ["DISPLAY": ":9", "XDG_RUNTIME_DIR": runtime, "PATH": "\(programs):\(path)"]
        }

        /// What leads the browser.
        var launchFiles: [String] {
            let runtime = folder.path(of: "run")
            let folders = (try? FileManager.default.contentsOfDirectory(atPath: runtime)) ?? []
            return folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: "\(runtime)/\($0)")) ?? [] }
        }

        /// A login that waits for a browser, and where that has to go.
        func begin(_ arguments: String...) async throws -> (program: ChildProcess, page: String, word: String) {
            let program = try client.spawn(["login", "--browser", "--json"] + arguments)
            let line = await program.readOutput(until: "\n"), said = try JSON(parsing: line)
            return (
                program, try #require(said["address"]?.text, "it says \(line)"), try #require(said["word"]?.text)
            )
        }

        func whoAmI() async throws -> String? { try await client.object("whoami")["user"]?["email"]?.text }
    }

    private static let byPassword: [WalkStep] = [
        .open("/sign-in"), .type(Person.ana.email, into: "email"),
        .type(Person.ana.password, into: "secret-password"), .press("Log in"),
    ]
    private static let out: [WalkStep] = [.open("/sign-out"), .press("Log out")]

    @Test(.requirement("PASSKEY-03", "BROWSERLOGIN-03", "BROWSERLOGIN-07", "L10N-01"))
    func aPasskeyLogsTheTerminalInAndItsSessionIsOneOfTheDevices() async throws {
        let stage = try await Stage(), walker = try await Walker(at: stage.address)
        try await walker.goes(
            Self.byPassword + [
                .plugIn("laptop"), .open("/account/passkeys"), .press("Make a passkey"), .type("Laptop", into: "name"),
                .press("Make it"), .pullOut("laptop"),
            ] + Self.out)
        let login = try await stage.begin()
        #expect(!login.page.contains("verifier"))
        try await walker.goes([
            .open(login.page), .isAt("/sign-in.*"), .comeIn("laptop"),
            .isAt("/authorize.*"), .sees("Let a program in?"), .sees(Person.ana.email), .sees(login.word),
            .look("authorize"),
            .press("Let it in"), .shows("You can close this window."),
        ])
        let outcome = await login.program.outcome()
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        #expect(try await stage.whoAmI() == Person.ana.email)
        // The page of before asks once more, for a program that waits no more.
        try await walker.goes([.open(login.page), .sees("Let a program in?")])
        await walker.leaves()
        #expect(Server.errors(of: stage.server.data) == [])
        #expect(Server.log(of: stage.server.data).contains("browser-login: logged in"))
    }

    @Test(.requirement("EXT-01", "EXT-02", "EXT-03", "EXT-07", "PASSKEY-03"), arguments: [true, false])
    func aProviderLogsTheTerminalIn(runsScripts: Bool) async throws {
        let stage = try await Stage(withProvider: true)
        let login = try await stage.begin()
        try await Browser.walk(
            [
                .open(login.page), .isAt("/sign-in.*"), .follow("Log in with Office"),
                .provider("leo", answering: "accept"), .isAt("/authorize.*"), .sees("Leo"), .press("Let it in"),
                .shows("You can close this window."),
            ], BrowserUse(runsScripts: runsScripts), at: stage.address)
        let outcome = await login.program.outcome()
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        #expect(try await stage.client.object("whoami")["user"]?["name"]?.text == "Leo")
        await stage.provider?.stops()
    }

    @Test(.requirement("BROWSERLOGIN-06", "EXT-09", "L10N-01"), arguments: ["en", "es"])
    func whoSaysNoIsNotLoggedIn(language: String) async throws {
        let stage = try await Stage(), isSpanish = language == "es"
        let login = try await stage.begin("--language", language)
        let button = isSpanish ? "Iniciar sesión" : "Log in"
        try await Browser.walk(
            [
                .open(login.page), .type(Person.ana.email, into: "email"),
                .type(Person.ana.password, into: "secret-password"), .press(button), .look("authorize"),
                .press(isSpanish ? "No dejarlo" : "No"),
                .shows(isSpanish ? "No dejaste entrar a este programa." : "You didn't let this program in."),
            ], BrowserUse(language: language), at: stage.address)
        let outcome = await login.program.outcome()
        #expect(outcome.exit == .status(130) && outcome.errorCode == "access_denied")
        #expect(try await stage.client.run("whoami").exit != .status(0))
        #expect(!Server.log(of: stage.server.data).contains("browser-login: logged in"))
    }

    /// A program that ended takes nothing with it, and leaves nothing.
    @Test(.requirement("BROWSERLOGIN-06", "PASSKEY-03"), arguments: [2, 9]) func aProgramThatEndsLeavesNothing(
        signal: Int32
    ) async throws {
        let stage = try await Stage(), walker = try await Walker(at: stage.address)
        let login = try await stage.begin()
        try await walker.goes(Self.byPassword + [.open(login.page), .sees("Let a program in?")])
        login.program.send(signal)
        let outcome = await login.program.outcome()
        #expect(outcome.exit == (signal == 2 ? .status(130) : .signal(9)), "\(outcome.errorText)")
        #expect(stage.launchFiles == (signal == 2 ? [] : ["open.html"]))
        // The code goes nowhere, and is soon nobody's.
        try await walker.goes([.letInInVain])
        #expect(try await stage.client.run("whoami").exit != .status(0))
        // It can be done anew.
        let again = try await stage.begin()
        #expect(stage.launchFiles == ["open.html"], "what a killed program left goes with the next one")
        try await walker.goes([
            .open(again.page), .press("Let it in"), .shows("You can close this window."),
        ])
        #expect(await again.program.outcome().exit == .status(0))
        #expect(stage.launchFiles == [])
        await walker.leaves()
    }

    @Test(.requirement("BROWSERLOGIN-06")) func whoStopsItWhileTheServerThinksIsToldWhatIsLeft() async throws {
        let stage = try await Stage(), port = stage.server.port
        let login = try await stage.begin()
        #expect(await stage.server.stop() == .status(0))
        let silent = try BrokenServer(port: port, answering: nil)
        defer { silent.stop() }
        let query = Dictionary(
            uniqueKeysWithValues: login.page.split(separator: "?")[1].split(separator: "&").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1)
                return (String(parts[0]), String(parts[1]))
            })
        // The browser brings a code, and the server says nothing of it.
        let listener = try #require(query["port"].flatMap { Int($0) }), state = try #require(query["state"])
        let issuer = "http%3A%2F%2Flocalhost%3A\(port)"
        let browser = try Connection(port: listener)
        browser.send("GET /?code=c-1&state=\(state)&iss=\(issuer) HTTP/1.1\r\nHost: 127.0.0.1:\(listener)\r\n\r\n")
        try await silent.firstRequest()
        login.program.send(SIGINT)
        let outcome = await login.program.outcome()
        #expect(outcome.exit == .status(130) && outcome.errorCode == "login_unanswered", "\(outcome.errorText)")
        #expect(try await blocking { browser.answer() }?.text.contains("“Devices”") == true)
        // Nor does it say where to go.
        let again = try stage.client.spawn(["login", "--browser"])
        try await silent.firstRequest()
        again.send(SIGINT)
        let stopped = await again.outcome()
        #expect(stopped.exit == .status(130) && stopped.errorText.contains("Cancelled."), "\(stopped.errorText)")
    }

    @Test(.requirement("BROWSERLOGIN-06")) func whatIsSaidOfAPasswordIsNotPassedOver() async throws {
        let stage = try await Stage()
        let outcome = try await stage.client.run("login", "--browser", "--email", "ana@example.com", "--json")
        #expect(outcome.exit == .status(2) && outcome.errorCode == "usage" && outcome.errorText.contains("--email"))
    }

    @Test(.requirement("BROWSERLOGIN-03", "PASSKEY-03")) func anotherPageCannotAskForIt() async throws {
        let stage = try await Stage(), walker = try await Walker(at: stage.address)
        let login = try await stage.begin()
        let query = login.page.split(separator: "?").dropFirst().joined(separator: "?")
        let address = stage.address + "/authorize?" + query
        try await walker.goes(
            Self.byPassword + [
                .meets(
                    "http://evil.example",
                    html: """
                        <form method="post" action="\(address.replacing("&", with: "&amp;"))">\
                        <input name="_form" value="let-in"></form><script>document.forms[0].submit()</script>
                        """), .sees("This didn't come from a page of this server"),
                .meets("http://evil2.example", html: "<iframe src='\(address)'></iframe>"),
            ])
        #expect(try await walker.goes([.tell("frames")]) == [""])
        try await walker.goes([
            .open(login.page), .press("No"), .shows("Nobody was logged in"),
        ])
        #expect(await login.program.outcome().exit == .status(130))
        await walker.leaves()
    }
}
