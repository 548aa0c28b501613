import KernelTesting
import Testing

/// Links and codes that the built server mails, with the built client and as a
/// browser.
struct RecoveryTests {
    private static let password = "seven blue coffee cups 42"

    @Test(.requirement("RECOV-06", "RECOV-07")) func aMailedCodeChangesThePasswordAndEndsAllSessions() async throws {
        let stage = try await Stage()
        let ana = Person.ana, outbox = Outbox(data: stage.server.data), client = stage.client
        let old = try await stage.token()
        try await client.object("recover", ana.email)
        let code = try await outbox.newestCode(for: ana.email, to: "reset")
        let weak = try await client.run(
            "reset", code, "--email", ana.email, "--password-stdin", "--json", input: "password\n")
        #expect(weak.exit == .status(2) && weak.errorCode == "weak_password")
        try await client.object("reset", code, "--email", ana.email, "--password-stdin", input: Self.password + "\n")
        #expect(try await stage.server.ask("GET", "/auth/me", token: old)?.status == 401)
        let again = try await client.run(
            "reset", code, "--email", ana.email, "--password-stdin", "--json", input: Self.password + "\n")
        #expect(again.exit == .status(1) && again.errorCode == "link_used")
        let before = try await client.run("login", "--email", ana.email, "--password-stdin", input: ana.password + "\n")
        #expect(before.exit != .status(0))
        try await client.object("login", "--email", ana.email, "--password-stdin", input: Self.password + "\n")
        _ = try await outbox.message(to: ana.email, containing: "your account has a new password")
    }

    @Test(.requirement("RECOV-03", "RECOV-15")) func aMailedLinkOpensAPageThatUsesNothingUp() async throws {
        let stage = try await Stage()
        let ana = Person.ana, server = stage.server
        let unknown = try await server.ask("POST", "/auth/password/recovery", json: #"{"email":"nobody@example.com"}"#)
        let known = try await server.ask("POST", "/auth/password/recovery", json: #"{"email":"\#(ana.email)"}"#)
        #expect(known?.status == 202 && unknown?.status == 202 && known?.body == unknown?.body)
        let link = try await Outbox(data: server.data).newestLink(for: ana.email, to: "reset")
        #expect(link.hasPrefix(server.address + "/reset?token="))
        let path = String(link.dropFirst(server.address.count))
        for _ in 0..<2 {
            let page = try #require(try await server.ask("GET", path))
            #expect(page.status == 200 && page.fields["cache-control"] == "no-store")
            #expect(page.fields["referrer-policy"] == "strict-origin")
            #expect(page.fields["content-security-policy"]?.hasPrefix("default-src 'none'; style-src 'self'") == true)
        }
        try await stage.client.object("reset", link, "--password-stdin", input: Self.password + "\n")
        #expect(try await server.ask("GET", path)?.status == 410)
        #expect(!Server.log(of: server.data).contains("token="), "links are in no log")
    }

    @Test(.requirement("CAPTCHA-05", "RECOV-13")) func whoAsksOftenPaysAndTheProgramDoesItByItself() async throws {
        let stage = try await Stage(), email = Person.ana.email
        for _ in 0..<3 { try await stage.client.object("recover", email) }
        let asked = try await stage.server.ask("POST", "/auth/password/recovery", json: #"{"email":"\#(email)"}"#)
        #expect(asked?.status == 428 && asked?.code == "captcha_required")
        try await stage.client.object("recover", email)
    }

    @Test(.requirement("VERIFY-02")) func aMailedLinkConfirmsAnAddress() async throws {
        let stage = try await Stage()
        let ben = Person.ben
        try await stage.client.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        let link = try await Outbox(data: stage.server.data).newestLink(for: ben.email, to: "verify")
        let path = String(link.dropFirst(stage.server.address.count))
        #expect(try await stage.server.ask("GET", path)?.status == 200)
        let verified = try await stage.client.object("verify", link)
        #expect(verified["user"]?["email_verified"] == .bool(true))
        #expect(try await stage.server.ask("GET", path)?.status == 410)
    }
}
