import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// A second factor with the built programs: on a terminal, in a browser, under
/// 64 at once, and with a server that dies.
@Suite(.timeLimit(.minutes(10)))
struct SecondFactorTests {
    @Test(.requirement("MFA-01", "MFA-02", "MFA-03"))
    func aTerminalShowsTheCodeAndAsksForOneWhenLoggingIn() async throws {
        let stage = try await Stage(), ana = Person.ana
        _ = try await stage.client.logIn(as: ana)
        let adding = try stage.terminal("factors add")
        let shown = await adding.readOutput(until: "Code of your authenticator")
        let secret = try Authenticator.secret(in: shown)
        #expect(
            try await Authenticator.read(shown)
                == "otpauth://totp/Essential:ana%40example.com?secret=\(secret)&issuer=Essential")
        adding.provideInput("000000\n" + (try await Authenticator.code(secret)) + "\n")
        let added = await adding.outcome()
        #expect(added.exit == .status(0) && added.outputText.contains("The code is wrong."), "\(added.outputText)")
        let codes = added.outputText.matches(of: /[A-Z2-7]{5}-[A-Z2-7]{5}/).map { String($0.output) }
        #expect(codes.count == 10)
        let outbox = Outbox(data: stage.server.data)
        _ = try await outbox.message(to: ana.email, containing: "a second factor is on")

        _ = try await stage.client.run("logout")
        let login = ["login", "--email", ana.email, "--password-stdin"], password = ana.password + "\n"
        let without = try stage.client.spawn(login)
        without.provideInput(password)
        let refused = await without.outcome()
        #expect(
            refused.exit == .status(2) && refused.errorText.contains("on the line behind the password"),
            "\(refused.errorText)")
        let typing = try stage.terminal("login")
        typing.provideInput(
            [ana.email, ana.password, "000000", try await Authenticator.code(secret, steps: 1)]
                .map { $0 + "\n" }.joined())
        let typed = await typing.outcome()
        #expect(typed.exit == .status(0) && typed.outputText.contains("Welcome, Ana."), "\(typed.outputText)")

        let phone = Client(home: stage.folder.path(of: "phone"), address: stage.server.address)
        let recovered = try phone.spawn(login + ["--code", codes[0]])
        recovered.provideInput(password)
        #expect(await recovered.outcome().exit == .status(0))
        _ = try await outbox.message(to: ana.email, containing: "Codes that are left: 9")
        let again = try await Client(home: stage.folder.path(of: "third"), address: stage.server.address)
            .run("login", "--email", ana.email, "--password-stdin", "--code", codes[0], input: password)
        #expect(again.exit == .status(3) && again.errorText.contains("The code is wrong."), "\(again.errorText)")
        #expect(try await phone.object("factors")["recovery_codes_left"]?.number == 9)
        let off = try await phone.run("factors", "remove", "--yes")
        #expect(off.exit == .status(0), "\(off.errorText)")
        _ = try await stage.client.logIn(as: ana)
        for code in codes { #expect(!Server.log(of: stage.server.data).contains(code)) }
        #expect(!Server.log(of: stage.server.data).contains(secret))
        #expect(await stage.server.stop() == .status(0))
    }

    @Test(
        .requirement("MFA-01", "MFA-02", "MFA-03"),
        arguments: [
            BrowserUse(), BrowserUse(runsScripts: false, hasKeyboardOnly: true),
        ])
    func aPageShowsTheCodeAndAsksForOneWhenSigningIn(use: BrowserUse) async throws {
        let stage = try await Stage(), ana = Person.ana
        let signIn: [WalkStep] = [
            .open("/sign-in"), .type(ana.email, into: "email"), .type(ana.password, into: "secret-password"),
            .press("Log in"),
        ]
        try await Browser.walk(
            signIn + [
                .open("/account"), .follow("Second factor"), .sees("the password alone is enough"),
                .look("factors-off"),
                .press("Set up an authenticator"), .unfold("Show the QR code"), .scan,
                .look("factors-setup"),
                .type("000000", into: "secret-code"), .press("Turn it on"), .sees("The code is wrong."),
                .look("factors-wrong-code"), .typeCode(into: "secret-code", steps: 0), .press("Turn it on"),
                .sees("The second factor is on."), .sees("shown this once"), .look("factors-codes"),
                .open("/sign-out"), .press("Log out"),
            ] + signIn + [
                .sees("Your second factor"), .look("second-step"), .type("000000", into: "secret-code"),
                .press("Log in"), .sees("The code is wrong."), .typeCode(into: "secret-code", steps: 1),
                .press("Log in"), .isAt("/"), .open("/account/factors"), .sees("Recovery codes left: 10"),
                .look("factors-on"), .press("Turn the second factor off"), .sees("The second factor is off"),
                .look("factors-removed"),
            ], use, at: stage.server.address)
    }

    @Test(.requirement("MFA-03")) func whoWasNotAuthenticatedLatelyIsLedThroughIt() async throws {
        let clock = try await ShiftedClock(), ana = Person.ana
        let stage = try await Stage(clock: clock)
        let use = BrowserUse(language: "es", runsScripts: false, hasKeyboardOnly: true)
        let walker = try await Walker(use, at: stage.server.address)
        try await walker.goes([
            .open("/sign-in"), .type(ana.email, into: "email"), .type(ana.password, into: "secret-password"),
            .press("Iniciar sesión"), .open("/account/factors"),
        ])
        try clock.pass(seconds: 600)
        // The authenticator goes by the machine's clock, 20 steps behind.
        try await walker.goes([
            .press("Configurar un autenticador"), .sees("¿Eres tú?"), .type("otra", into: "secret-password"),
            .press("Seguir"), .sees("La contraseña no es correcta."), .type(ana.password, into: "secret-password"),
            .press("Seguir"), .unfold("Mostrar el código QR"), .scan, .typeCode(into: "secret-code", steps: 20),
            .press("Activarlo"),
            .sees("El segundo factor está activado."), .open("/account/factors"),
        ])
        try clock.pass(seconds: 600)
        try await walker.goes([
            .press("Desactivar el segundo factor"), .sees("un código"), .type(ana.password, into: "secret-password"),
            .typeCode(into: "secret-code", steps: 40), .press("Seguir"),
            .sees("El segundo factor está desactivado"),
        ])
        await walker.leaves()
    }

    @Test(.requirement("MFA-01", "MFA-02")) func oneCodeLetsOneInOf64AtOnce() async throws {
        let stage = try await Stage("--limits.enabled", "false"), ana = Person.ana
        let codes = try await Authenticator.turnOn(with: stage.client, as: ana)
        let first = try #require(try await stage.server.ask("POST", "/auth/login", json: ana.login)?.json)
        let ticket = try #require(first["ticket"]?.text), address = stage.server.address
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    let body = #"{"ticket":"\#(ticket)","code":"\#(codes[0])"}"#
                    return try await stage.server.ask("POST", "/auth/login/code", json: body)?.status ?? 0
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 200 }.count == 1, "\(statuses) at \(address)")
        #expect(statuses.allSatisfy { [200, 401, 429].contains($0) }, "\(statuses)")
        #expect(await stage.server.stop() == .status(0))
    }

    @Test(.requirement("MFA-05")) func aRecoveredPasswordLeavesTheFactorInForce() async throws {
        let stage = try await Stage(), ana = Person.ana, new = "seven blue coffee cups 42"
        let codes = try await Authenticator.turnOn(with: stage.client, as: ana)
        try await stage.client.object("recover", ana.email)
        let code = try await Outbox(data: stage.server.data).newestCode(for: ana.email, to: "reset")
        let reset = try await stage.client.run(
            "reset", code, "--email", ana.email, "--password-stdin", input: new + "\n")
        #expect(reset.exit == .status(0), "\(reset.errorText)")
        let login = ["login", "--email", ana.email, "--password-stdin", "--code"]
        for (factor, exit) in [("000000", ChildProcess.Exit.status(3)), (codes[0], .status(0))] {
            let child = try stage.client.spawn(login + [factor])
            child.provideInput(new + "\n")
            #expect(await child.outcome().exit == exit, "\(factor)")
        }
        #expect(await stage.server.stop() == .status(0))
    }

    @Test(.requirement("MFA-01", "MFA-02")) func aServerThatDiesLeavesTheFactorOnOrOff() async throws {
        let stage = try await Stage(), ana = Person.ana
        var server = stage.server, generator = SeededGenerator(seed: 0xFAC7)
        _ = try await stage.client.logIn(as: ana)
        var wereOn = 0
        for round in 0..<6 {
            let setup = try await stage.client.object("factors", "add")
            let secret = try #require(setup["secret"]?.text)
            let confirming = try stage.client.spawn(
                ["factors", "confirm", try await Authenticator.code(secret), "--json"])
            // It dies after a while, which is measured by what else it answers.
            for _ in 0..<Int.random(in: 0..<40, using: &generator) { _ = try await server.ask("GET", "/healthz") }
            await server.kill()
            let told = await confirming.outcome().exit == .status(0)
            server = try await Server(data: server.data, port: server.port)
            let isOn = try await stage.client.object("factors")["since"]?.text != nil
            #expect(isOn || !told, "round \(round): who was told that it is on has it on")
            let first = try #require(try await server.ask("POST", "/auth/login", json: ana.login))
            #expect(first.status == (isOn ? 403 : 200), "round \(round)")
            guard isOn else { continue }
            wereOn += 1
            let ticket = try #require(first.json?["ticket"]?.text)
            let body = #"{"ticket":"\#(ticket)","code":"\#(try await Authenticator.code(secret, steps: 1))"}"#
            #expect(try await server.ask("POST", "/auth/login/code", json: body)?.status == 200, "round \(round)")
            let off = try await stage.client.run("factors", "remove", "--yes")
            #expect(off.exit == .status(0), "\(off.errorText)")
        }
        #expect(await server.stop() == .status(0), "\(wereOn) of 6 were on")
    }
}

/// What a person has on a telephone.
private enum Authenticator {
    private static let program = Programs.root + "/Tests/Acceptance/Support/authenticator.py"

    /// The code of a secret, by a clock that is so many steps off.
    static func code(_ secret: String, steps: Int = 0) async throws -> String {
        let outcome = try await ChildProcess.run("python3", [program, "code", secret, "\(steps)"])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        return String(outcome.outputText.prefix(6))
    }

    /// What the QR code says that a terminal shows.
    static func read(_ shown: String) async throws -> String {
        let blocks = shown.split(whereSeparator: \.isNewline).filter { line in
            line.contains("█") && line.allSatisfy { "█▀▄ ".contains($0) }
        }
        let child = try ChildProcess("python3", [program, "read"])
        child.provideInput(blocks.joined(separator: "\n"))
        let outcome = await child.outcome()
        try #require(outcome.exit == .status(0), "\(outcome.errorText) \(shown)")
        return String(outcome.outputText.dropLast())
    }

    /// The secret that a terminal shows, as text.
    static func secret(in shown: String) throws -> String {
        let groups = try #require(shown.firstMatch(of: /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/), "\(shown)")
        return String(groups.output).replacing(" ", with: "")
    }

    /// Logs somebody in and turns a factor on.
    ///
    /// - Returns: The recovery codes.
    static func turnOn(with client: Client, as person: Person) async throws -> [String] {
        _ = try await client.logIn(as: person)
        let setup = try await client.object("factors", "add")
        let secret = try #require(setup["secret"]?.text)
        let shown = try await client.object("factors", "confirm", try await code(secret))
        return shown["recovery_codes"]?.items.compactMap(\.text) ?? []
    }
}
