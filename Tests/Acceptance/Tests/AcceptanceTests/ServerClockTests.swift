import KernelTesting
import Testing

/// The clock of the server's machine jumps, while people use the server.
struct ServerClockTests {
    private static let jumps = 40
    private static let seed: UInt64 = 0xC10C

    /// Somebody who renews the session at each step, as after a long pause.
    private struct Visitor {
        var access: String
        var refresh: String

        init(_ server: Server) async throws {
            let answer = try #require(try await server.ask("POST", "/auth/login", json: Person.ana.login))
            let tokens = try #require(answer.json?["token"])
            access = try #require(tokens["access_token"]?.text)
            refresh = try #require(tokens["refresh_token"]?.text)
        }

        mutating func renew(at server: Server) async throws -> Int {
            let body = #"{"refresh_token":"\#(refresh)"}"#
            let answer = try #require(try await server.ask("POST", "/auth/refresh", json: body))
            if let tokens = answer.json?["token"] {
                access = try #require(tokens["access_token"]?.text)
                refresh = try #require(tokens["refresh_token"]?.text)
            }
            return answer.status
        }
    }

    @Test(.requirement("D17")) func fortyJumpsEndNoSession() async throws {
        let stage = try await Stage()
        #expect(await stage.server.stop() == .status(0))
        let clock = try await ShiftedClock()
        let port = stage.server.port
        var generator = SeededGenerator(seed: Self.seed)
        var server = try await Server(data: stage.server.data, port: port, clock: clock)
        var active = try await Visitor(server), idle = try await Visitor(server)
        let client = Client(home: stage.folder.path(of: "home"), address: server.address)
        _ = try await client.logIn(as: .ana)
        var acknowledged: [String] = []
        for round in 0..<Self.jumps {
            let days = Int.random(in: 40...400, using: &generator) * (Bool.random(using: &generator) ? 1 : -1)
            switch round % 10 {
            case 3:
                await server.kill()
                try clock.setTimeOfDay(daysOff: days)
                server = try await Server(data: stage.server.data, port: port, clock: clock)
            case 7:
                #expect(await server.stop() == .status(0))
                try clock.setTimeOfDay(daysOff: days)
                server = try await Server(data: stage.server.data, port: port, clock: clock)
            default: try clock.setTimeOfDay(daysOff: round % 4 == 0 ? 0 : days)
            }
            let status = try await active.renew(at: server)
            #expect(status == 200, "round \(round), seed \(Self.seed)")
            let path = "/image/\(stage.picture)/comments", message = "round \(round)"
            let answer = try await server.ask(
                "POST", path, json: #"{"message":"\#(message)"}"#, token: active.access)
            #expect(answer?.status == 201, "round \(round), seed \(Self.seed)")
            if answer?.status == 201 { acknowledged.append(message) }
            if round % 5 == 0 { #expect(try await client.run("whoami").exit == .status(0), "round \(round)") }
        }
        try clock.setTimeOfDay(daysOff: 40)
        let status = try await idle.renew(at: server)
        #expect(status == 200, "who was away all the time")
        let comments = try await client.object("comments", stage.picture)["items"]?.items ?? []
        #expect(Set(acknowledged).isSubset(of: comments.compactMap { $0["message"]?.text }))
        #expect(await server.stop() == .status(0))
        #expect(Server.log(of: stage.server.data).contains("the machine's clock is not believed"))
        #expect(Server.errors(of: stage.server.data) == [], "stopping in order is no failure")
    }

    @Test(.requirement("D17")) func theOperatorIsToldAndHasTheLastWord() async throws {
        let stage = try await Stage()
        #expect(await stage.server.stop() == .status(0))
        let clock = try await ShiftedClock()
        var server = try await Server(data: stage.server.data, port: stage.server.port, clock: clock)
        var visitor = try await Visitor(server)
        try clock.setTimeOfDay(daysOff: 20)
        let ready = try #require(try await server.ask("GET", "/readyz"))
        #expect(ready.status == 200)
        #expect(ready.json?["checks"]?["clock"]?.text?.contains("1728000") == true)
        let metrics = String(decoding: try await server.ask("GET", "/metrics")?.body ?? [], as: UTF8.self)
        #expect(metrics.contains("essentiald_clock_deviation_seconds 1728000"))
        #expect(Server.log(of: server.data).contains("essentiald clock accept"))
        let accepted = try await Server.run("clock", "accept", data: server.data)
        #expect(accepted.exit == .status(0), "\(accepted.errorText)")
        #expect(await server.stop() == .status(0))
        server = try await Server(data: stage.server.data, port: stage.server.port, clock: clock)
        #expect(try await server.ask("GET", "/readyz")?.json?["checks"]?["clock"]?.text == "ok")
        let status = try await visitor.renew(at: server)
        #expect(status == 200, "20 days may pass")
        #expect(await server.stop() == .status(0))
    }
}
