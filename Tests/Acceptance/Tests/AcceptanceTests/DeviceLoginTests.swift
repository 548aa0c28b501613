import FoundationEssentials
import KernelTesting
import Testing

/// `essential login --other-device`, with the real programs, and Chromium on a device
/// that has nothing to do with the program's.
@Suite(.timeLimit(.minutes(10)))
struct DeviceLoginTests {
    private struct Stage: Sendable {
        let folder: TemporaryFolder
        let server: Server
        let address: String
        let client: Client

        init(_ settings: [String] = []) async throws {
            folder = try TemporaryFolder()
            try await SeededData.shared.copy(to: folder.path(of: "data"))
            let port = Ports.next()
            address = "http://localhost:\(port)"
            server = try await Server(
                data: folder.path(of: "data"), ["--server.public-url", address] + settings, port: port)
            client = Client(home: folder.path(of: "home"), address: address)
        }

        /// A login that waits for somebody to let it in, where they go, and what they type.
        func begin(_ arguments: String...) async throws -> (program: ChildProcess, page: String, code: String) {
            let program = try client.spawn(["login", "--other-device", "--json"] + arguments)
            let line = await program.readOutput(until: "\n"), json = try JSON(parsing: line)
            return (
                program, try #require(json["address"]?.text, "it says \(line)"),
                try #require(json["user_code"]?.text, "it says \(line)")
            )
        }

        func whoAmI() async throws -> String? { try await client.object("whoami")["user"]?["email"]?.text }
    }

    private static let byPassword: [WalkStep] = [
        .open("/sign-in"), .type(Person.ana.email, into: "email"),
        .type(Person.ana.password, into: "secret-password"), .press("Log in"),
    ]

    @Test(.requirement("BROWSERLOGIN-11", "BROWSERLOGIN-12", "L10N-01"), arguments: [true, false])
    func aDeviceIsLetInByWhatItsPersonTypes(runsScripts: Bool) async throws {
        let stage = try await Stage(), login = try await stage.begin()
        #expect(login.page == stage.address + "/device" && login.code.utf8.count == 9)
        try await Browser.walk(
            [
                .open(login.page), .isAt("/sign-in.*"), .type(Person.ana.email, into: "email"),
                .type(Person.ana.password, into: "secret-password"), .press("Log in"), .isAt("/device"),
                .look("device"), .type("BBBB-BBBB", into: "code"), .press("Go on"),
                .sees("No device waits with this code"), .type(login.code.lowercased(), into: "code"),
                .press("Go on"), .sees("Let this device in?"), .sees(Person.ana.email), .sees(login.code),
                .sees("127.0.0.1"), .look("device-question"), .press("Let it in"), .sees("The device comes in"),
                .look("device-let-in"),
            ], BrowserUse(runsScripts: runsScripts), at: stage.address)
        let outcome = await login.program.outcome()
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        #expect(try await stage.whoAmI() == Person.ana.email)
        #expect(Server.errors(of: stage.server.data) == [])
        let log = Server.log(of: stage.server.data)
        #expect(log.contains("device-login: logged in"))
        // Neither of the codes is anywhere but where it is needed.
        #expect(!log.contains(login.code) && !log.contains(login.code.filter { $0 != "-" }))
    }

    @Test(.requirement("BROWSERLOGIN-14", "L10N-01"), arguments: ["en", "es"])
    func whoSaysNoIsNotLoggedIn(language: String) async throws {
        let stage = try await Stage(), isSpanish = language == "es"
        let login = try await stage.begin("--language", language)
        try await Browser.walk(
            [
                .open(login.page), .type(Person.ana.email, into: "email"),
                .type(Person.ana.password, into: "secret-password"), .press(isSpanish ? "Iniciar sesión" : "Log in"),
                .type(login.code, into: "code"), .press(isSpanish ? "Continuar" : "Go on"),
                .press(isSpanish ? "No dejarlo" : "No"),
                .sees(isSpanish ? "El dispositivo queda fuera" : "The device stays out"),
            ], BrowserUse(language: language), at: stage.address)
        let outcome = await login.program.outcome()
        #expect(outcome.exit == .status(130) && outcome.errorCode == "access_denied")
        #expect(try await stage.client.run("whoami").exit != .status(0))
        #expect(!Server.log(of: stage.server.data).contains("device-login: logged in"))
    }

    /// The server is gone for a while, with the code waiting.
    @Test(.requirement("BROWSERLOGIN-14")) func aServerThatComesBackLetsItIn() async throws {
        let stage = try await Stage(), program = try stage.client.spawn(["login", "--other-device"])
        let told = await program.readErrors(until: "Ctrl-C stops"), page = stage.address + "/device"
        let code = try #require(told.firstMatch(of: /[B-Z]{4}-[B-Z]{4}/)).output
        #expect(told.contains(page))
        await stage.server.kill()
        #expect(await program.readErrors(until: "no connection").contains("no connection"))
        let again = try await Server(
            data: stage.server.data, ["--server.public-url", stage.address], port: stage.server.port)
        try await Browser.walk(
            Self.byPassword + [
                .open(page), .type(String(code), into: "code"), .press("Go on"), .press("Let it in"),
                .sees("The device comes in"),
            ], at: stage.address)
        let outcome = await program.outcome()
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        #expect(try await stage.whoAmI() == Person.ana.email)
        #expect(Server.errors(of: again.data) == [])
    }

    @Test(.requirement("BROWSERLOGIN-14"), arguments: [2, 9]) func aProgramThatEndsLeavesNothing(
        signal: Int32
    ) async throws {
        let stage = try await Stage(), walker = try await Walker(at: stage.address)
        let login = try await stage.begin()
        try await walker.goes(
            Self.byPassword + [
                .open(login.page), .type(login.code, into: "code"), .press("Go on"), .sees("Let this device in?"),
            ])
        login.program.send(signal)
        let outcome = await login.program.outcome()
        #expect(outcome.exit == (signal == 2 ? .status(130) : .signal(9)), "\(outcome.errorText)")
        // Nobody asks any more, so nobody comes in.
        try await walker.goes([.press("Let it in"), .sees("The device comes in")])
        await walker.leaves()
        #expect(try await stage.client.run("whoami").exit != .status(0))
        #expect(!Server.log(of: stage.server.data).contains("device-login: logged in"))
    }

    @Test(.requirement("BROWSERLOGIN-12")) func anotherPageCannotAskForIt() async throws {
        let stage = try await Stage(), walker = try await Walker(at: stage.address)
        let login = try await stage.begin(), letters = login.code.filter { $0 != "-" }
        try await walker.goes(
            Self.byPassword + [
                .meets(
                    "http://evil.example",
                    html: """
                        <form method="post" action="\(login.page)"><input name="_form" value="let-in">\
                        <input name="code" value="\(letters)"></form><script>document.forms[0].submit()</script>
                        """), .sees("This didn't come from a page of this server"),
                .meets("http://evil2.example", html: "<iframe src='\(login.page)'></iframe>"),
            ])
        #expect(try await walker.goes([.tell("frames")]) == [""])
        // No address brings a code along.
        try await walker.goes([
            .open(login.page + "?code=\(letters)&user_code=\(login.code)"), .lacks(login.code), .lacks("Let it in"),
            .type(login.code, into: "code"), .press("Go on"), .press("No"), .sees("The device stays out"),
        ])
        await walker.leaves()
        #expect(await login.program.outcome().exit == .status(130))
    }

    @Test(.requirement("BROWSERLOGIN-14")) func aServerWithoutThatSaysSo() async throws {
        let stage = try await Stage(["--plugins.disabled", "device-login"])
        let run = try await stage.client.run("login", "--other-device", "--json")
        #expect(run.exit == .status(1) && run.errorCode == "device_login_unavailable")
        await stage.server.kill()
        let offline = try await stage.client.run("login", "--other-device", "--json")
        #expect(offline.exit == .status(4) && offline.errorCode == "no_connectivity")
    }
}
