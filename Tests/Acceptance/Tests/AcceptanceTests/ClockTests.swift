import KernelTesting
import Testing

/// A time of day that is wrong, as on a machine with an empty battery.
struct ClockTests {
    /// How long an access token lives, and more.
    private static let life = 400

    private func expectAllWorks(_ client: Client, _ session: String?) async throws {
        #expect(try await client.object("whoami")["session"]?["id"]?.text == session)
        let feed = try await client.object("feed", "--limit", "100")
        #expect(feed["source"]?.text == "remote")
        #expect(feed["items"]?.items.count ?? 0 >= 24)
    }

    private func refreshes(_ server: Server) async throws -> Int {
        let metrics = String(decoding: try await server.ask("GET", "/metrics")?.body ?? [], as: UTF8.self)
        let line = metrics.split(separator: "\n").first {
            $0.hasPrefix(#"essentiald_token_refreshes_total{result="rotated"}"#)
        }
        return line?.split(separator: " ").last.flatMap { Double($0) }.map { Int($0) } ?? 0
    }

    @Test(.requirement("TOKEN-05", "LOGIN-17"), arguments: [10, -10])
    func aClientThatIsTenYearsOffWorks(years: Int) async throws {
        let stage = try await Stage()
        let clock = try await ShiftedClock()
        let client = Client(home: stage.client.home, address: stage.server.address, clock: clock)
        // Somebody logs in on a device that is wrong already.
        try clock.setTimeOfDay(yearsOff: years)
        _ = try await client.logIn(as: .ana)
        let id = try await client.object("whoami")["session"]?["id"]?.text
        try await expectAllWorks(client, id)
        // The clock jumps there and back while the tokens are good.
        for shift in [0, years, 0] {
            try clock.setTimeOfDay(yearsOff: shift)
            try await expectAllWorks(client, id)
        }
        #expect(try await refreshes(stage.server) == 0)
        // It jumps, and the tokens have expired.
        for (round, shift) in [0, years, years, 0].enumerated() {
            try clock.setTimeOfDay(yearsOff: shift)
            try clock.pass(seconds: Self.life)
            try await expectAllWorks(client, id)
            #expect(try await refreshes(stage.server) == round + 1)
        }
    }

    @Test(.requirement("TOKEN-05"), arguments: [10, -10])
    func aJumpDoesNotDisturbAProgramThatRuns(years: Int) async throws {
        let stage = try await Stage()
        let clock = try await ShiftedClock()
        let client = Client(home: stage.client.home, address: stage.server.address, clock: clock)
        _ = try await client.logIn(as: .ana)
        let events = try client.spawn(["events", "--json"])
        #expect(await events.readOutput(until: #""ready""#).contains(#""ready""#))
        try clock.setTimeOfDay(yearsOff: years)
        try clock.pass(seconds: Self.life)
        // It has to connect anew, and to renew the session for it.
        await stage.server.kill()
        let server = try await Server(data: stage.server.data, port: stage.server.port)
        #expect(await events.readOutput(until: #""ready""#).contains(#""ready""#))
        #expect(try await refreshes(server) == 1)
        let other = Client(home: stage.folder.path(of: "other"), address: server.address)
        _ = try await other.logIn(as: .ana)
        try await other.object("sessions", "end-others", "--yes")
        let outcome = await events.outcome()
        #expect(outcome.exit == .status(3))
        #expect(outcome.outputText.contains(#""current":true,"event":"session_ended""#), "\(outcome.errorText)")
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("TOKEN-05", "LOGIN-17"), arguments: [(10, 0), (-10, 0), (10, -10), (-10, 10)])
    func aServerThatIsTenYearsOffWorks(years: Int, yearsOfTheClient: Int) async throws {
        let seed = try await SeededData.shared
        let folder = try TemporaryFolder()
        try await seed.copy(to: folder.path(of: "data"))
        let clock = try await ShiftedClock(), itsClock = try await ShiftedClock()
        try clock.setTimeOfDay(yearsOff: yearsOfTheClient)
        try itsClock.setTimeOfDay(yearsOff: years)
        let server = try await Server(data: folder.path(of: "data"), clock: itsClock)
        let client = Client(home: folder.path(of: "home"), address: server.address, clock: clock)
        _ = try await client.logIn(as: .ana)
        let id = try await client.object("whoami")["session"]?["id"]?.text
        try await expectAllWorks(client, id)
        #expect(try await refreshes(server) == 0)
        try clock.pass(seconds: Self.life)
        try await expectAllWorks(client, id)
        #expect(try await refreshes(server) == 1)
        #expect(await server.stop() == .status(0))
    }
}
