import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// What keeps a server from starting, and what it reads anew while it runs.
struct StartTests {
    private let folder: TemporaryFolder
    private var data: String { folder.path(of: "data") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// What a server says that must not start.
    private func refusal(
        _ arguments: String..., in folder: String? = nil, language: String = "en",
        location: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let outcome = try await ChildProcess.run(
            Programs.essentiald, ["serve", "--data", folder ?? data, "--language", language] + arguments,
            environment: Surroundings.variables.merging(["HOME": self.folder.path(of: "home")]) { $1 })
        #expect(outcome.exit == .status(2), "\(outcome.errorText)", sourceLocation: location)
        return outcome.errorText
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(of: name)))
    }

    // MARK: - Without a start

    private func check(_ arguments: String..., in folder: String? = nil) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            Programs.essentiald, ["config", "check", "--data", folder ?? data] + arguments,
            environment: Surroundings.variables.merging(["HOME": self.folder.path(of: "home")]) { $1 })
    }

    /// Also beside the server that runs, which is where somebody is about to restart it.
    @Test func whetherAServerCouldStartIsSeenBesideOneThatRuns() async throws {
        let server = try await Server(data: data), address = "127.0.0.1:\(server.port)"
        let before = try FileManager.default.subpathsOfDirectory(atPath: data)
        let sound = try await check("--server.listen", address)
        #expect(sound.exit == .status(0) && sound.outputText.contains("Nothing keeps a server from starting"))
        for word in ["Not checked:", address, "Whether another server uses \(data)", "What is in the database"] {
            #expect(sound.outputText.contains(word), "\(sound.outputText)")
        }
        let wrong = try await check(
            "--server.listen", address, "--server.tls.certificate", "/missing.pem", "--server.tls.key", "/missing.key",
            "--tokens.access-lifetim", "1m", "--json")
        #expect(wrong.exit == .status(1), "\(wrong.errorText)")
        let report = try JSON(parsing: wrong.outputText)
        let messages = (report["problems"]?.items ?? []).compactMap { $0["message"]?.text }
        #expect(messages.count == 2, "\(messages)")
        for word in ["/missing.pem", "--tokens.access-lifetim"] {
            #expect(messages.contains { $0.contains(word) }, "\(messages)")
        }
        #expect(report["unchecked"]?.items.isEmpty == false)
        #expect(await server.stop() == .status(0))
        #expect(Set(try FileManager.default.subpathsOfDirectory(atPath: data)).isSubset(of: before))
    }

    @Test func whatAStartWouldRefuseOfItsFolderIsSeenWithoutOne() async throws {
        try await SeededData.shared.copy(to: data)
        try write("nothing", to: "data/server.key")
        #expect(chmod(data + "/server.key", 0o600) == 0 && chmod(data + "/images", 0o777) == 0)
        let outcome = try await check()
        #expect(outcome.exit == .status(1))
        for word in ["server.key", data + "/images"] { #expect(outcome.outputText.contains(word), "\(outcome)") }
        let elsewhere = folder.path(of: "new/data")
        #expect(try await check(in: elsewhere).exit == .status(0))
        #expect(!FileManager.default.fileExists(atPath: elsewhere))
    }

    // MARK: - Before anything is made

    @Test(arguments: [
        (
            "en",
            ["there is no such key", "is in use", "belong together", "can't be used", "no packed list", "is needed"]
        ),
        ("es", ["no existe esa clave", "está ocupado", "van juntos", "no sirve", "no es una lista", "hace falta"]),
    ])
    func allThatIsWrongIsToldAtOnceAndNothingIsMade(language: String, words: [String]) async throws {
        let busy = try await Server(data: folder.path(of: "busy"))
        try write("nothing", to: "list")
        try write("nothing", to: "key.pem")
        let told = try await refusal(
            "--listen", "127.0.0.1:\(busy.port)", "--tokens.access-lifetim", "1m",
            "--server.tls.certificate", folder.path(of: "cert.pem"), "--mail.transport", "smtp",
            "--captcha.provider", "turnstile", "--passwords.leaked", folder.path(of: "list"),
            "--mail.templates", folder.path(of: "none"), "--plugins.disabled", "nope", language: language)
        for word in words + [
            "--tokens.access-lifetim", "\(busy.port)", "server.tls.key", "mail.smtp.host", "mail.sender",
            "captcha.site_key", "captcha.secret", folder.path(of: "list"), folder.path(of: "none"), "nope",
        ] {
            #expect(told.contains(word), "\(word): \(told)")
        }
        #expect(told.firstMatch(of: /\w\((\w+: |\))/) == nil, "no word of Swift: \(told)")
        #expect(!FileManager.default.fileExists(atPath: data))
    }

    @Test func theFolderAndTLSAreToldWithTheRest() async throws {
        try await SeededData.shared.copy(to: data)
        for name in ["images", "outbox"] { #expect(chmod(data + "/" + name, 0o777) == 0) }
        let told = try await refusal(
            "--listen", "127.0.0.1:0", "--server.tls.certificate", folder.path(of: "cert.pem"), "--server.tls.key",
            folder.path(of: "key.pem"), "--log.level", "loud")
        for word in [data + "/images", data + "/outbox", "cert.pem", "--log.level"] {
            #expect(told.contains(word), "\(word): \(told)")
        }
    }

    /// Nothing can be made in /proc, not even by root.
    @Test(arguments: [("en", "can't be made there"), ("es", "no se puede crear")])
    func aFolderThatCannotBeMadeIsAMistake(language: String, words: String) async throws {
        let told = try await refusal("--listen", "127.0.0.1:0", in: "/proc/essential", language: language)
        for word in [words, "/proc/essential", "--data"] { #expect(told.contains(word), "\(word): \(told)") }
    }

    /// What a key means that can't be read is anybody's guess.
    @Test func nothingIsToldOfWhatNobodyChose() async throws {
        let usual = folder.path(of: "home/.local/share/essentiald")
        try FileManager.default.createDirectory(atPath: usual, withIntermediateDirectories: true)
        #expect(chmod(usual, 0o777) == 0)
        let outcome = try await ChildProcess.run(
            Programs.essentiald, ["serve", "--listen", "127.0.0.1:0", "--server.dta", data],
            environment: Surroundings.variables.merging(["HOME": folder.path(of: "home")]) { $1 })
        #expect(outcome.exit == .status(2) && outcome.errorText.contains("Did you mean --server.data?"))
        #expect(!outcome.errorText.contains("Others may write"), "\(outcome.errorText)")
    }

    @Test(arguments: [("en", "whoever is on the way reads passwords"), ("es", "lee las contraseñas")])
    func passwordsDoNotLeaveTheMachineInTheClear(language: String, words: String) async throws {
        let told = try await refusal("--listen", "0.0.0.0:0", language: language)
        for word in [words, "0.0.0.0:0", "server.tls.certificate", "server.public_url", "server.plain_http=true"] {
            #expect(told.contains(word), "\(told)")
        }
        let named = try await refusal("--listen", "[::]:0", "--server.public-url", "http://example.com")
        #expect(named.contains("server.public_url"))
        #expect(!FileManager.default.fileExists(atPath: data))
    }

    @Test(arguments: [
        ["--server.public-url", "https://example.com"], ["--server.trusted-proxies", "127.0.0.1"],
        ["--server.plain-http", "true"],
    ])
    func plainHTTPIsSpokenWhereItIsSaidWhoCares(flags: [String]) async throws {
        let server = try await Server(data: data, flags, host: "0.0.0.0")
        #expect(try await server.ask("GET", "/healthz")?.status == 200)
        #expect(await server.stop() == .status(0))
    }

    @Test(arguments: [
        ([], false), (["--server.public-url", "https://example.com"], true),
        (["--server.trusted-proxies", "127.0.0.1"], true),
    ])
    func thatLettersReachNobodyIsToldWhereOthersCome(flags: [String], isTold: Bool) async throws {
        let server = try Server.spawn(data: data, ["--listen", "127.0.0.1:0"] + flags)
        let told = await server.readOutput(until: "Data in ")
        #expect(told.contains("Mail is written to") && told.contains("set mail.transport to smtp") == isTold, "\(told)")
        server.send(SIGTERM)
        #expect(await server.outcome().exit == .status(0))
    }

    /// Words that nobody would ever get, or with a gap in them, are noticed now.
    @Test(arguments: [("en", "there are", "it has"), ("es", "existen", "tiene")])
    func aMisspeltTemplateIsToldWithWhatThereIs(language: String, messages: String, values: String) async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "templates"), withIntermediateDirectories: false)
        try write("Subject: Hi\n\n{code}\n", to: "templates/verificaton.en.txt")
        try write("Subject: Hi\n\n{kode}\n", to: "templates/password-reset.es.txt")
        let told = try await refusal(
            "--listen", "127.0.0.1:0", "--mail.templates", folder.path(of: "templates"), language: language)
        for words in [
            folder.path(of: "templates/verificaton.en.txt"), folder.path(of: "templates/password-reset.es.txt"),
            "\(messages) account-deleted, account-deletion-begun, account-deletion-begun-formerly, "
                + "account-deletion-ordered, account-deletion-ordered-because, account-deletion-taken-back, account-deletion-taken-back-formerly, account-deletion-undone, "
                + "account-released, account-released-closing, account-suspended, account-suspended-because, "
                + "address-changed, address-code, address-left, address-restored, address-taken-back, address-tried, "
                + "address-undo-tried, address-wanted, device-let-in, incident-report, incident-report-quiet, incidents, "
                + "invitation, kept-address-tried, notice, "
                + "passkey-added, passkey-copied, passkey-removed, passkeys-not-kept, "
                + "password-change, password-changed, password-guessed, password-reset, provider-gone-last, "
                + "provider-linked, provider-not-kept, provider-signed-out, provider-unlinked, provider-withdrawn, "
                + "provider-withdrawn-last, recovery-code-used, recovery-codes-made, second-factor-ends, "
                + "second-factor-guessed, second-factor-lost, second-factor-of-stranger, second-factor-off, "
                + "second-factor-on, second-factor-stays, suspicious-access, token-reused, verification.",
            "{kode}; \(values) {code}, {hello}, {link_minutes}, {minutes}, {product}, {url}.",
        ] {
            #expect(told.contains(words), "\(words): \(told)")
        }
        #expect(!FileManager.default.fileExists(atPath: data))
    }

    // MARK: - SIGHUP

    /// Asks a server until there is a line in its log.
    private func waitForLog(_ words: String, of server: Server) async throws {
        for _ in 0..<20_000 where !Server.log(of: data).contains(words) { _ = try await server.ask("GET", "/healthz") }
        #expect(Server.log(of: data).contains(words), "\(Server.log(of: data))")
    }

    @Test(.requirement("OPS-04")) func theOperatorHasFilesReadAnewWithoutAStop() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "templates"), withIntermediateDirectories: false)
        try write("{log: {level: 'error'}}", to: "server.json5")
        let server = try await Server(
            data: data, ["--config", folder.path(of: "server.json5"), "--mail.templates", folder.path(of: "templates")])
        let connection = try Connection(port: server.port)
        try await blocking { #expect(connection.ask("GET", "/healthz")?.status == 200) }
        #expect(!Server.log(of: data).contains("answered a request"))

        #expect(!Server.log(of: data).contains("need a new start"))
        try write(
            "{log: {level: 'info'}, server: {shutdown_deadline: '9s'}, mail: {smtp: {password: 'tops'}}}",
            to: "server.json5")
        try write("Subject: Our own words\n\n{code}\n", to: "templates/verification.en.txt")
        server.send(SIGHUP)
        try await waitForLog("read anew", of: server)
        try await blocking { #expect(connection.ask("GET", "/healthz")?.status == 200, "the same connection") }
        try await waitForLog("answered a request", of: server)
        let waiting = Server.log(of: data).split(separator: "\n").filter { $0.contains("need a new start") }
        #expect(waiting.count == 1 && waiting.first?.contains("server.shutdown_deadline, mail.smtp.password") == true)
        #expect(waiting.first?.contains("log.level") == false && !Server.log(of: data).contains("tops"))
        #expect(try await server.ask("POST", "/auth/register", json: Person.ben.registration)?.status == 201)
        _ = try await Outbox(data: data).message(to: Person.ben.email, containing: "Our own words")

        // What can't be used is told, and the server goes on as before.
        try write("{log: {level: 'loud'}}", to: "server.json5")
        try write("no subject", to: "templates/verification.en.txt")
        server.send(SIGHUP)
        try await waitForLog("the configuration can't be read anew", of: server)
        try await waitForLog("verification.en.txt can't be used", of: server)
        try await waitForLog("problems=2", of: server)
        try write("{log: {level: 'info'}}", to: "server.json5")
        try write("Subject: Other words\n\n{kode}\n", to: "templates/verification.en.txt")
        server.send(SIGHUP)
        try await waitForLog("{kode}", of: server)
        try await waitForLog("problems=1", of: server)
        #expect(try await server.ask("POST", "/auth/register", json: Person.ana.registration)?.status == 201)
        _ = try await Outbox(data: data).message(to: Person.ana.email, containing: "Our own words")
        #expect(try await server.ask("GET", "/readyz")?.status == 200)
        #expect(await server.stop() == .status(0))
    }

    /// A journal has no keys.
    @Test func whatToPressIsSaidOnlyToATerminal() async throws {
        let server = try Server.spawn(data: data, ["--listen", "127.0.0.1:0"])
        let told = await server.readOutput(until: "Data in ")
        server.send(SIGTERM)
        let outcome = await server.outcome()
        #expect(told.contains("Data in ") && !(told + outcome.outputText).contains("Ctrl-C"))
    }

    /// A server that somebody tries on a terminal doesn't outlive it.
    @Test func aServerWhoseTerminalIsClosedStops() async throws {
        let terminal = try ChildProcess(
            "script",
            ["-qec", "'\(try Programs.essentiald)' serve --data '\(data)' --listen 127.0.0.1:0", "/dev/null"],
            environment: Surroundings.variables)
        #expect(await terminal.readOutput(until: "Ctrl-C").contains("listens on"))
        terminal.send(SIGKILL)
        _ = await terminal.outcome()
        // Its folder is free when it is gone.
        for _ in 0..<600 {
            let next = try Server.spawn(data: data, ["--listen", "127.0.0.1:0"])
            guard await next.readOutput(until: "Data in ").contains("listens on") else { continue }
            next.send(SIGTERM)
            #expect(await next.outcome().exit == .status(0))
            return
        }
        Issue.record("the server goes on")
    }
}
