import FoundationEssentials
import KernelTesting
import Testing

/// A club's server: nobody registers, and whom an operator invites makes an account, by the built programs.
@Suite(.timeLimit(.minutes(10)))
struct InvitationTests {
    private static let password = "seven blue coffee cups 42"

    let folder: TemporaryFolder
    let server: Server

    init() async throws {
        folder = try TemporaryFolder()
        server = try await Server(data: folder.path(of: "data"), ["--plugins.disabled", "registration"])
    }

    private func operate(_ words: String...) async throws -> JSON {
        let outcome = try await ChildProcess.run(
            Programs.essentiald, words + ["--data", server.data, "--json", "--plugins.disabled", "registration"],
            environment: Surroundings.variables)
        guard outcome.exit == .status(0) else { throw CommandFailed(arguments: words, outcome: outcome) }
        return try JSON(parsing: outcome.outputText)
    }

    private func invite(_ email: String) async throws -> String {
        _ = try await operate("accounts", "invite", email)
        return try await Outbox(data: server.data).newestLink(for: email, to: "invitation")
    }

    @Test(.requirement("INVITE-01", "INVITE-02", "INVITE-03", "OPS-06"))
    func somebodyComesByTheTerminal() async throws {
        let link = try await invite("zoe@example.com")
        let client = Client(home: folder.path(of: "home"), address: server.address)
        let words = ["register", "--invitation", "--name", "Zoë", "--password-stdin", "--json"]
        let child = try client.spawn(words)
        child.provideInput("\(Self.password)\n\(link)\n")
        let made = await child.outcome()
        #expect(made.exit == .status(0) && made.outputText.contains("signed_in"), "\(made.errorText)")
        let person = try await client.object("whoami")["user"]
        #expect(person?["email"] == .string("zoe@example.com") && person?["email_verified"] == .bool(true))

        let other = Client(home: folder.path(of: "other"), address: server.address)
        let again = try other.spawn(words)
        again.provideInput("\(Self.password)\n\(link)\n")
        let refused = await again.outcome()
        #expect(refused.exit == .status(1) && refused.errorText.contains("invitation_over"), "\(refused.errorText)")
        let closed = try other.spawn(["register", "--name", "Eve", "--email", "eve@example.com", "--password-stdin"])
        closed.provideInput(Self.password + "\n")
        #expect(await closed.outcome().errorText.contains("closed registration"))
        #expect(try await operate("accounts", "invitations")["invitations"]?.items.isEmpty == true)
        let events = try await operate("audit", "show", "--kind", "operator")["events"]
        #expect(
            events?.items.contains { $0["event"]?["kind"] == .string("operator.person-invited") } == true,
            "\(events as Any)")
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("INVITE-01", "INVITE-04")) func somebodyComesByABrowser() async throws {
        let link = try await invite("zoe@example.com"), token = String(link.drop { $0 != "=" }.dropFirst())
        let browser = RawBrowser(server), path = "/invitation?token=" + token
        let page = try await browser.open(path)
        #expect(page.status == 200 && page.text.contains("zoe@example.com"))
        #expect(try await browser.open("/invitation?token=none").status == 410)
        let answer = try await browser.send(
            [
                ("_form", "take-invitation"), ("token", token), ("name", "Zoe"), ("secret-password", Self.password),
                ("secret-password_again", Self.password),
            ], to: "/invitation")
        #expect(answer.status == 303, "\(answer.text)")
        #expect(try await browser.open(path).status == 410)
        let login = #"{"email":"zoe@example.com","password":"\#(Self.password)"}"#
        #expect(try await server.ask("POST", "/auth/login", json: login)?.status == 200)
        #expect(await server.stop() == .status(0))
    }

    /// Whatever dies in between: the invitation goes out once the server is there again, and one that was taken back
    /// never counts.
    @Test(.requirement("INVITE-03", "INVITE-05")) func whatDiesInBetweenLosesNoInvitation() async throws {
        await server.kill()
        _ = try await operate("accounts", "invite", "zoe@example.com")
        _ = try await operate("accounts", "invite", "eve@example.com")
        let again = try await Server(data: server.data, ["--plugins.disabled", "registration"])
        let outbox = Outbox(data: server.data)
        let zoe = try await outbox.newestLink(for: "zoe@example.com", to: "invitation")
        let eve = try await outbox.newestLink(for: "eve@example.com", to: "invitation")
        await again.kill()
        _ = try await operate("accounts", "uninvite", "eve@example.com")
        let third = try await Server(data: server.data, ["--plugins.disabled", "registration"])
        func take(_ link: String) async throws -> Int? {
            let token = link.drop { $0 != "=" }.dropFirst()
            let json = #"{"invitation":"\#(token)","name":"Zoe","password":"\#(Self.password)"}"#
            return try await third.ask("POST", "/auth/invitation", json: json)?.status
        }
        #expect(try await take(eve) == 404)
        #expect(try await take(zoe) == 201)
        #expect(await third.stop() == .status(0))
    }
}
