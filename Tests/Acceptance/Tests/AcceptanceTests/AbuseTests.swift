import FoundationEssentials
import KernelTesting
import Testing

/// Whoever asks too often is told so, and nothing comes of it.
struct AbuseTests {
    private static let limits = ["--limits.enabled", "true"]

    @Test(.requirement("REG-32", "REG-33")) func tooManyRegistrationsAreAbuseAndStoreNothing() async throws {
        let stage = try await Stage(Self.limits)
        let client = stage.client, ben = Person.ben
        for _ in 1...30 {
            let answer = try await stage.server.ask(
                "POST", "/auth/register", json: #"{"name":"","email":"x","password":""}"#)
            #expect(answer?.status == 422)
        }
        let answer = try #require(try await stage.server.ask("POST", "/auth/register", json: ben.registration))
        #expect(answer.status == 429 && answer.json?["code"]?.text == "abuse_detected")
        #expect((1...900).contains(Int(answer.fields["retry-after"] ?? "") ?? 0))
        let refused = try await client.run(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", "--json",
            input: ben.password + "\n")
        #expect(refused.exit == .status(1) && refused.errorCode == "abuse_detected", "\(refused.errorText)")
        #expect(refused.errorText.contains("minute"), "it says when to go on")
        // Neither side has kept anything.
        #expect(try await client.object("queue", "list")["items"]?.items == [])
        #expect(try await client.vault().records == 1, "the key of the device, and nothing of the person")
        #expect(await stage.server.stop() == .status(0))
        let server = try await Server(data: stage.server.data)
        #expect(try await server.ask("POST", "/auth/login", json: ben.login)?.status == 401, "there is no account")
        #expect(try await server.ask("POST", "/auth/register", json: ben.registration)?.status == 201)
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("RECOV-10"), arguments: ["/auth/password/recovery", "/auth/password/reset", "/reset"])
    func recoveryIsLimitedByAddress(path: String) async throws {
        let clock = try await ShiftedClock()
        let stage = try await Stage(Self.limits, clock: clock)
        func ask(email: String) async throws -> Answer? {
            try await stage.server.ask("POST", path, json: #"{"email":"\#(email)","code":"1","new_password":"x"}"#)
        }
        for _ in 1...30 {
            let status = try await ask(email: "nobody")?.status
            #expect(status == (path == "/reset" ? 403 : 422), "no page of the server sent it")
        }
        let refused = try #require(try await ask(email: Person.ana.email))
        #expect(refused.status == 429)
        #expect((1...900).contains(Int(refused.fields["retry-after"] ?? "") ?? 0))
        if path == "/auth/password/recovery" {
            let person = try await stage.client.run("recover", Person.ana.email, "--json")
            #expect(person.exit == .status(1) && person.errorCode != nil, "\(person.errorText)")
            let outbox = (try? FileManager.default.contentsOfDirectory(atPath: stage.server.data + "/outbox")) ?? []
            let letters = outbox.compactMap {
                FileManager.default.contents(atPath: stage.server.data + "/outbox/" + $0)
            }
            #expect(!letters.contains { String(decoding: $0, as: UTF8.self).contains("/reset?token=") }, "no letter")
        }
        try clock.pass(seconds: 301)
        #expect(try await ask(email: Person.ana.email)?.status != 429, "and later it goes on")
    }
}
