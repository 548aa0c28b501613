import Glibc
import KernelTesting
import Testing
import Threads

/// A change of the password with the built programs, on two devices.
struct PasswordChangeTests {
    private static let password = "seven blue coffee cups 42"

    private func change(
        _ client: Client, from current: String, to new: String = Self.password
    ) async throws -> ChildProcess.Outcome {
        try await client.run("password", "--password-stdin", "--json", input: "\(current)\n\(new)\n")
    }

    @Test(.requirement("PWCHG-02", "PWCHG-05", "PWCHG-06", "PWCHG-07", "PWCHG-08"))
    func aChangeEndsTheOtherDevicesSessionAndThisOneGoesOn() async throws {
        let stage = try await Stage(), ana = Person.ana
        let laptop = stage.client
        let phone = Client(home: stage.folder.path(of: "phone"), address: stage.server.address)
        _ = try await laptop.logIn(as: ana)
        _ = try await phone.logIn(as: ana)
        let events = try phone.spawn(["events", "--json"])
        #expect(await events.readOutput(until: #""ready""#).contains(#""ready""#))

        let changed = try await change(laptop, from: ana.password)
        #expect(changed.exit == .status(0) && changed.outputText == "{\"status\":\"password_changed\"}\n")

        let told = await events.outcome()
        #expect(told.exit == .status(3))
        #expect(told.outputText.contains(#""event":"password_changed""#))
        #expect(told.outputText.contains(#""reason":"password_changed""#))
        #expect(try await phone.run("whoami").exit == .status(3))
        // Twice: the second run uses what the first one stored.
        for _ in 0..<2 { #expect(try await laptop.run("whoami").exit == .status(0)) }

        let old = try await phone.run("login", "--email", ana.email, "--password-stdin", input: ana.password + "\n")
        #expect(old.exit == .status(3), "the old password")
        try await phone.object("login", "--email", ana.email, "--password-stdin", input: Self.password + "\n")
        #expect(try await laptop.run("whoami").exit == .status(0))
        let mail = try await Outbox(data: stage.server.data)
            .message(to: ana.email, containing: "your password was changed")
        #expect(mail.contains("    \(stage.server.address)/recover"), "a page that can be opened anywhere: \(mail)")
        for secret in [ana.password, Self.password] { #expect(!Server.log(of: stage.server.data).contains(secret)) }
        #expect(await stage.server.stop() == .status(0))
    }

    @Test(.requirement("PWCHG-05", "PWCHG-06", "TOKEN-12"))
    func aKilledChangeLeavesASessionThatWorks() async throws {
        let clock = try await ShiftedClock()
        let stage = try await Stage(clock: clock), ana = Person.ana
        let relay = try Relay(to: stage.server.port)
        let client = Client(home: stage.client.home, address: "http://127.0.0.1:\(relay.port)")
        let other = Client(home: stage.folder.path(of: "other"), address: stage.server.address)
        _ = try await client.logIn(as: ana)
        var generator = SeededGenerator(seed: 0xC0FFEE)
        var password = ana.password, interrupted = 0
        for round in 0..<8 {
            // A password has three changes an hour.
            if round % 3 == 0 {
                try clock.pass(seconds: 3_600)
                #expect(try await client.run("whoami").exit == .status(0), "renewed, and not in the next answer")
            }
            let next = "\(Self.password) \(round)"
            let child = try client.spawn(["password", "--password-stdin"])
            // The answer is lost, or on its way into the vault.
            let delay = UInt32.random(in: 0..<8_000, using: &generator)
            relay.onAnswer { answer in
                guard answer.contains("access_token") else { return }
                if round % 2 == 0 { return child.send(SIGKILL) }
                try? BlockingThread.start(name: "kill") {
                    usleep(delay)
                    child.send(SIGKILL)
                }
            }
            child.provideInput("\(password)\n\(next)\n")
            if await child.outcome().exit == .signal(SIGKILL) { interrupted += 1 }
            relay.onAnswer { _ in }

            #expect(try await client.run("whoami").exit == .status(0), "round \(round)")
            try await other.object("login", "--email", ana.email, "--password-stdin", input: next + "\n")
            password = next
        }
        #expect(interrupted >= 4, "each lost answer")
        #expect(await stage.server.stop() == .status(0))
    }

    @Test(.requirement("PWCHG-03", "PWCHG-10")) func wrongPasswordsLockAndWeakOnesCountNowhere() async throws {
        let stage = try await Stage(), ana = Person.ana
        _ = try await stage.client.logIn(as: ana)
        for _ in 0..<6 {
            let weak = try await change(stage.client, from: "short", to: "short")
            #expect(weak.exit == .status(2) && weak.errorCode == "invalid_data")
            #expect(weak.errorText.contains("Minimum 8 characters") && weak.errorText.contains("the same"))
        }
        for _ in 0..<5 {
            let wrong = try await change(stage.client, from: "no such password")
            #expect(wrong.exit == .status(1) && wrong.errorCode == "invalid_credentials")
        }
        let locked = try await change(stage.client, from: ana.password)
        #expect(locked.exit == .status(1) && locked.errorCode == "account_locked")
        #expect(try await stage.client.run("whoami").exit == .status(0), "the session stands")
        #expect(await stage.server.stop() == .status(0))
    }

    @Test(.requirement("PWCHG-11", "OFFLINE-02", "D1")) func withoutTheServerNothingWaits() async throws {
        let stage = try await Stage(), ana = Person.ana
        _ = try await stage.client.logIn(as: ana)
        await stage.server.kill()
        let refused = try await change(stage.client, from: ana.password)
        #expect(refused.exit == .status(4) && refused.errorCode == "no_connectivity")
        let words = try await stage.client.run(
            "password", "--password-stdin", input: "\(ana.password)\n\(Self.password)\n")
        #expect(words.errorText.contains("never kept to be sent later"))
        let queue = try await stage.client.object("queue", "list")
        #expect(queue["items"]?.items.isEmpty == true)
        let server = try await Server(data: stage.server.data, port: stage.server.port)
        try await stage.client.object("whoami")
        try await stage.client.object("login", "--email", ana.email, "--password-stdin", input: ana.password + "\n")
        #expect(await server.stop() == .status(0))
    }
}
