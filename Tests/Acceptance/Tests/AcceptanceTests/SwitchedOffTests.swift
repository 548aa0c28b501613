import FoundationEssentials
import KernelTesting
import Testing

/// What isn't there isn't named: a server without one of its plugins.
struct SwitchedOffTests {
    private static let password = "seven blue coffee cups 42"

    private func register(_ client: Client, _ email: String, _ more: [String] = []) async throws -> ChildProcess.Outcome
    {
        let arguments = ["register", "--name", "Zoe", "--email", email, "--password-stdin"] + more
        let child = try client.spawn(arguments)
        child.provideInput(Self.password + "\n")
        return await child.outcome()
    }

    @Test(.requirement("VERIFY-10"))
    func whereNobodyCanConfirmEachAccountCountsAsConfirmed() async throws {
        let stage = try await Stage("--plugins.disabled", "account-verification")
        let shown = try await register(stage.client, "zoe@example.com")
        #expect(shown.exit == .status(0) && shown.outputText.contains("you are logged in"), "\(shown.errorText)")
        for word in ["message", "onfirm", "verify"] { #expect(!shown.outputText.contains(word), "\(shown.outputText)") }
        #expect(try await stage.client.object("whoami")["user"]?["email_verified"] == .bool(true))
        let comment = try await stage.client.run("comment", stage.picture, "What a light!")
        #expect(comment.exit == .status(0), "\(comment.errorText)")
        try await stage.client.object("login", "--email", "zoe@example.com", "--password-stdin", input: Self.password)
        let twice = try await register(stage.client, "zoe@example.com", ["--json"])
        #expect(twice.exit == .status(1))
        #expect(await stage.server.stop() == .status(0))

        // Nothing was recorded as proved.
        let server = try await Server(data: stage.server.data)
        let client = Client(home: stage.folder.path(of: "phone"), address: server.address)
        try await client.object("login", "--email", "zoe@example.com", "--password-stdin", input: Self.password)
        #expect(try await client.object("whoami")["user"]?["email_verified"] == .bool(false))
        #expect(try await client.run("comment", stage.picture, "And again!").errorText.contains("onfirm"))
        #expect(await server.stop() == .status(0))
    }

    @Test(
        .requirement("VERIFY-10"),
        arguments: [
            ("--accounts.verification=required", "en", "nobody logs in before the address is confirmed"),
            ("--accounts.verification=required", "es", "nadie inicia sesión sin confirmar"),
            ("--accounts.enumeration=strict", "en", "is told by mail only"),
            ("--accounts.enumeration=strict", "es", "solo se dice por correo"),
        ])
    func whatNeedsMessagesIsNotAskedForWithoutThem(flag: String, language: String, words: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Server.run(
            "serve", "--listen", "127.0.0.1:0", "--plugins.disabled", "account-verification", flag, "--language",
            language, data: folder.path(of: "data"))
        #expect(outcome.exit == .status(2) && outcome.errorText.contains(words), "\(outcome.errorText)")
        #expect(outcome.errorText.contains("account-verification") && outcome.errorText.contains("plugins.disabled"))
    }

    @Test func noTextNamesARecoveryThatIsNotThere() async throws {
        let stage = try await Stage("--plugins.disabled", "password-recovery"), ana = Person.ana
        let taken = try await stage.server.ask(
            "POST", "/auth/register",
            json: #"{"name":"Ana","email":"\#(ana.email)","password":"\#(Self.password)"}"#)
        #expect(taken?.status == 409 && taken?.json?["detail"]?.text == "Log in instead.")
        _ = try await stage.client.logIn(as: ana)
        let changed = try await stage.client.run(
            "password", "--password-stdin", input: "\(ana.password)\n\(Self.password)\n")
        #expect(changed.exit == .status(0), "\(changed.errorText)")
        let mail = try await Outbox(data: stage.server.data).message(
            to: ana.email, containing: "your password was changed")
        #expect(!mail.contains("essential recover") && mail.contains("whoever runs"))
        #expect(try await stage.server.ask("GET", "/verify")?.text.contains("recover") == false)
    }

    @Test(arguments: [
        (
            "account-verification",
            ["AddressNotProved", "proves the address", "proved address first", "enumeration=strict"]
        ),
        ("password-recovery", ["/auth/password/recovery", "recover your password"]),
        ("address-change", ["/auth/address", "AddressChange"]),
    ])
    func theDescriptionNamesWhatIsThere(plugin: String, words: [String]) async throws {
        let folder = try TemporaryFolder()
        let whole = try await Server.run("openapi", data: folder.path(of: "data")).outputText
        let rest = try await Server.run("openapi", "--plugins.disabled", plugin, data: folder.path(of: "data"))
            .outputText
        for word in words { #expect(whole.contains(word) && !rest.contains(word), "\(word)") }
    }

    // MARK: - The client

    @Test(
        .requirement("OFFLINE-11"),
        arguments: [
            ("registration", ["register", "--name", "Zoe", "--email", "zoe@example.com", "--password-stdin"]),
            ("password-recovery", ["recover", "ana@example.com"]),
            ("password-recovery", ["reset", "12345678", "--email", "ana@example.com", "--password-stdin"]),
            ("account-verification", ["verify", "12345678", "--email", "ana@example.com", "--password-stdin"]),
            ("account-verification", ["verify", "--resend", "--email", "ana@example.com"]),
            ("comments,web", ["comments", "00000000-0000-4000-8000-000000000000"]),
            ("feed,comments,demo-content,web", ["feed"]),
        ])
    func whatAServerDoesNotOfferIsToldAtOnceAndDoesNotWait(plugins: String, arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let server = try await Server(data: folder.path(of: "data"), ["--plugins.disabled", plugins])
        let client = Client(home: folder.path(of: "home"), address: server.address)
        for (language, words) in [
            ("en", ["doesn't offer", "has no comments", "closed registration"]),
            ("es", ["no ofrece", "no tiene com", "ha cerrado el registro"]),
        ] {
            let child = try client.spawn(arguments + ["--language", language, "--json"])
            child.provideInput(Self.password + "\n")
            let outcome = await child.outcome()
            #expect(outcome.exit == .status(1), "\(outcome.outputText)")
            #expect(words.contains { outcome.errorText.contains($0) }, "\(outcome.errorText)")
        }
        #expect(try await client.object("queue")["items"]?.items.isEmpty == true)
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("OFFLINE-11")) func aScriptIsToldThatRegistrationIsClosed() async throws {
        let folder = try TemporaryFolder()
        let server = try await Server(data: folder.path(of: "data"), ["--plugins.disabled", "registration"])
        let answer = try #require(try await server.ask("POST", "/auth/register", json: "{}"))
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 404 && text.contains("not_found") && text.contains("has closed registration"))
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("OFFLINE-11")) func whatWaitsForWhatIsNotOfferedIsTakenAway() async throws {
        let folder = try TemporaryFolder(), data = folder.path(of: "data")
        let port = Ports.next()
        let client = Client(home: folder.path(of: "home"), address: "http://127.0.0.1:\(port)")
        let waits = try await register(client, "zoe@example.com")
        #expect(waits.errorText.contains("wait"), "\(waits.errorText)")
        let server = try await Server(
            data: data, ["--plugins.disabled", "registration"], port: port)
        let retried = try await client.run("queue", "retry", "--json")
        #expect((retried.outputText + retried.errorText).contains("registration_closed"))
        #expect(try await client.object("queue")["items"]?.items.isEmpty == true)
        #expect(await server.stop() == .status(0))
    }
}
