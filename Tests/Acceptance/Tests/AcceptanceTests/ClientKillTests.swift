import Glibc
import KernelTesting
import Testing

/// `kill -9` at random points of every command that writes.
struct ClientKillTests {
    private static let kills = 110
    private static let seed: UInt64 = 0xC0FFEE

    @Test(.requirement("STORE-14")) func aKilledClientLeavesVaultAndCachesReadable() async throws {
        let stage = try await Stage()
        let client = stage.client, ana = Person.ana
        var generator = SeededGenerator(seed: Self.seed)
        let commands: [[String]] = [
            ["login", "--email", ana.email, "--password-stdin"], ["feed"], ["image", stage.picture], ["logout"],
            ["feed", "--limit", "100"], ["login", "--email", ana.email, "--password-stdin"], ["status"],
        ]
        var interrupted = 0
        for round in 0..<Self.kills {
            let command = commands[round % commands.count]
            // Logging in takes the server a while; the others are quick.
            let delay = UInt32.random(in: 0..<(command[0] == "login" ? 250_000 : 60_000), using: &generator)
            let child = try client.spawn(command)
            if command[0] == "login" { child.provideInput(ana.password + "\n") }
            try await pass(microseconds: delay)
            child.send(SIGKILL)
            if await child.outcome().exit == .signal(SIGKILL) { interrupted += 1 }

            let status = try await client.object("status")
            #expect(status["vault"]?["damaged"]?.number == 0 && status["vault"]?["problem"] == nil, "round \(round)")
            #expect(status["session"]?["state"]?.text != "unavailable", "round \(round)")
            if round % 10 == 9 {
                let who = try await client.run("whoami", "--json")
                #expect([.status(0), .status(3)].contains(who.exit), "\(who.errorText)")
            }
        }
        #expect(interrupted > Self.kills / 4)

        _ = try await client.logIn(as: ana)
        #expect(try await client.object("whoami")["user"]?["email"]?.text == ana.email)
        let feed = try await client.object("feed", "--limit", "100")
        try await client.object("image", stage.picture)
        #expect(await stage.server.stop() == .status(0))
        #expect(try await client.object("feed", "--limit", "100")["items"] == feed["items"])
        try await client.object("image", stage.picture)
    }

    @Test(.requirement("FEED-03", "FEED-40")) func aKilledFeedIsTheOldOneOrTheNewOne() async throws {
        let stage = try await Stage()
        let client = stage.client
        var generator = SeededGenerator(seed: Self.seed)
        var allowed: Set<Int> = []
        for limit in [3, 100] {
            allowed.insert(try await client.object("feed", "--limit", "\(limit)")["items"]!.items.count)
        }
        for round in 0..<20 {
            let child = try client.spawn(["feed", "--limit", round % 2 == 0 ? "3" : "100"])
            let delay = UInt32.random(in: 0..<50_000, using: &generator)
            try await pass(microseconds: delay)
            child.send(SIGKILL)
            _ = await child.outcome()
            let images = try await client.object("status")["feed"]?["images"]?.number
            #expect(images.map { allowed.contains($0) } == true, "\(String(describing: images)) in round \(round)")
        }
    }
}
