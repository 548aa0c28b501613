import Glibc
import KernelTesting
import Testing

/// `kill -9` at random points, while people write.
///
/// The variable `ESSENTIAL_SERVER_KILLS` says how often; at night it is 130
/// times.
struct ServerKillTests {
    private static let kills = Surroundings.number("ESSENTIAL_SERVER_KILLS") ?? 40
    private static let seed: UInt64 = 0x5EED

    /// The one address of a server that listens on another port each time:
    /// tokens are for the address.
    ///
    /// One person writes more than in an hour.
    private static let address = [
        "--server.public-url", "http://127.0.0.1:8080", "--limits.comments-per-hour", "0",
    ]

    @Test func aKilledServerLosesNoAcknowledgedWrite() async throws {
        let stage = try await Stage(["--tokens.access-lifetime", "1h"] + Self.address)
        var generator = SeededGenerator(seed: Self.seed)
        let token = try await stage.token()
        let path = "/image/\(stage.picture)/comments"
        await stage.server.kill()

        var acknowledged: Set<String> = [], people: [Person] = []
        for round in 0..<Self.kills {
            if round % 8 == 7 {
                try await killWhileStarting(stage.server.data, after: .random(in: 0..<80_000, using: &generator))
                continue
            }
            let server = try await Server(data: stage.server.data, Self.address)
            let person = round % 12 == 5 ? Self.person(round) : nil
            let delay = UInt32.random(in: 0..<(person == nil ? 40_000 : 900_000), using: &generator)
            async let first = Self.comment(on: server, path, token, label: "\(round)a")
            async let second = Self.comment(on: server, path, token, label: "\(round)b")
            async let registered = Self.register(person, on: server)
            // A busy machine may answer none of them in time: every other one is
            // waited for.
            if round % 24 == 5 { _ = try await registered }
            // The moment of the kill is what is under test, so it is a time.
            try await blocking { [pid = server.pid] in
                usleep(delay)
                _ = Glibc.kill(pid, SIGKILL)
            }
            #expect(await server.end() == .signal(SIGKILL))
            acknowledged.formUnion(try await first + second)
            if try await registered, let person { people.append(person) }
        }

        print("\(Self.kills) kills of the server: \(acknowledged.count) comments, \(people.count) people acknowledged")

        let server = try await Server(data: stage.server.data, Self.address)
        var kept: [String] = [], next: String?
        repeat {
            let page = try await server.ask("GET", path + (next.map { "?after_id=\($0)" } ?? ""))?.json
            kept += try #require(page?["items"]?.items.compactMap { $0["message"]?.text })
            next = page?["next"]?.text
        } while next != nil
        #expect(acknowledged.subtracting(kept).isEmpty, "acknowledged and lost, seed \(Self.seed)")
        #expect(Set(kept).count == kept.count)
        // Otherwise the kills would have hit nobody at work.
        #expect(acknowledged.count > Self.kills && !people.isEmpty)
        for person in people {
            #expect(try await server.ask("POST", "/auth/login", json: person.login)?.status == 200, "\(person.email)")
        }
        #expect(try await server.ask("GET", "/readyz")?.status == 200)
        #expect(await server.stop() == .status(0))
        #expect(!Server.log(of: server.data).contains("damaged"))
    }

    private func killWhileStarting(_ data: String, after delay: UInt32) async throws {
        let child = try Server.spawn(data: data, ["--listen", "127.0.0.1:0"])
        try await pass(microseconds: delay)
        child.send(SIGKILL)
        _ = await child.outcome()
    }

    /// Comments until the server is gone, and returns what was acknowledged.
    private static func comment(on server: Server, _ path: String, _ token: String, label: String) async throws
        -> [String]
    {
        try await blocking { [port = server.port] in
            guard let connection = try? Connection(port: port) else { return [] }
            var acknowledged: [String] = []
            while true {
                let message = "\(label)-\(acknowledged.count)"
                let answer = connection.ask("POST", path, json: #"{"message":"\#(message)"}"#, token: token)
                guard let answer else { return acknowledged }
                guard answer.status == 201 else { throw Unexpected(answer: answer) }
                acknowledged.append(message)
            }
        }
    }

    private static func register(_ person: Person?, on server: Server) async throws -> Bool {
        guard let person else { return false }
        return try await blocking { [port = server.port] in
            guard let connection = try? Connection(port: port) else { return false }
            return connection.ask("POST", "/auth/register", json: person.registration)?.status == 201
        }
    }

    private static func person(_ number: Int) -> Person {
        Person(name: "Person \(number)", email: "person\(number)@example.com", password: "passphrase number \(number)")
    }

    struct Unexpected: Error {
        let answer: Answer
    }
}
