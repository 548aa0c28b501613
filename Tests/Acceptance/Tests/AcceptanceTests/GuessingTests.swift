import KernelTesting
import Testing

/// Strangers who guess passwords, and the owner whom they must not lock out.
struct GuessingTests {
    @Test(.requirement("LOGIN-18", "LOGIN-21", "LOGIN-22", "RATE-10", "RATE-02"))
    func aLockOutlivesTheServerAndSparesTheDeviceOfTheOwner() async throws {
        let stage = try await Stage("--lockout.window", "4h")
        let owner = stage.client
        _ = try await owner.logIn(as: .ana)
        try await owner.object("logout")
        let stranger = Client(home: stage.folder.path(of: "stranger"), address: stage.server.address)
        func guess(_ password: String) async throws -> String? {
            let outcome = try await stranger.run(
                "login", "--email", Person.ana.email, "--password-stdin", "--json", input: password + "\n")
            #expect(outcome.exit == .status(3))
            return outcome.errorCode
        }
        for number in 1...5 { #expect(try await guess("guess \(number)") == "invalid_credentials") }
        #expect(try await guess(Person.ana.password) == "account_locked")
        let told = try await stranger.run(
            "login", "--email", Person.ana.email, "--password-stdin", input: Person.ana.password + "\n")
        #expect(told.errorText.contains(/Try again in 1[0-5] minutes\./), "\(told.errorText)")

        await stage.server.kill()
        let server = try await Server(data: stage.server.data, port: stage.server.port)
        #expect(try await guess(Person.ana.password) == "account_locked")
        _ = try await owner.logIn(as: .ana)
        #expect(try await owner.object("whoami")["user"]?["email"]?.text == Person.ana.email)
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("RATE-01", "RATE-11"))
    func aClientAddressIsLimitedWhateverItCallsItselfAndAcrossARestart() async throws {
        let limits = ["--limits.enabled", "true"]
        let stage = try await Stage(limits)
        func ask(_ server: Server, as address: Int) async throws -> Answer? {
            let body = #"{"email":"nobody","password":""}"#
            return try await server.ask(
                raw: """
                    POST /auth/login HTTP/1.1\r
                    Host: 127.0.0.1\r
                    X-Forwarded-For: 198.51.100.\(address)\r
                    Content-Type: application/json\r
                    Content-Length: \(body.utf8.count)\r
                    \r
                    \(body)
                    """)
        }
        for number in 1...30 { #expect(try await ask(stage.server, as: number)?.status == 422) }
        let refused = try await ask(stage.server, as: 31)
        #expect(refused?.status == 429)
        #expect(refused?.fields["ratelimit"]?.hasPrefix(#""login";r=0;t="#) == true)

        await stage.server.kill()
        let restarted = try await Server(data: stage.server.data, limits)
        #expect(try await ask(restarted, as: 32)?.status == 429)
        #expect(await restarted.stop() == .status(0))
        let behind = try await Server(data: stage.server.data, limits + ["--server.trusted-proxies", "127.0.0.1"])
        #expect(try await ask(behind, as: 33)?.status == 422, "a proxy that is trusted says who asks")
        #expect(await behind.stop() == .status(0))
    }
}
