import Glibc
import KernelTesting
import Testing

/// A server on which many people log in at once, which takes it the longest of
/// all that it does.
///
/// How much slower others are answered meanwhile is a time, and measured by
/// `make bench SUITE=logins`.
struct BusyServerTests {
    private static let logins = 32
    /// What the server may have in memory at most, in kilobytes.
    private static let memory = 150 * 1_024

    /// At 0.2 seconds for each password the last would be answered long after the
    /// signal: who waits is told to come again, who has begun is answered.
    @Test func whoeverLogsInWhileItStopsIsAnswered() async throws {
        var refused: [Answer] = []
        // On a busy machine the signal may come when all are answered.
        for _ in 0..<10 where refused.isEmpty { refused = try await refusedWhileItStops() }
        #expect(!refused.isEmpty, "nobody waited any more")
        #expect(refused.allSatisfy { $0.fields["retry-after"] != nil })
    }

    /// Stops a server at which twenty people log in.
    private func refusedWhileItStops() async throws -> [Answer] {
        let stage = try await Stage("--lockout.address-failures", "1000", "--lockout.captcha-after", "0")
        let port = stage.server.port
        let answers = try await blocking {
            let connections = try (0..<20).map { _ in try Connection(port: port) }
            for (number, connection) in connections.enumerated() {
                let person = Person(name: "", email: "user-\(number)@example.com", password: "wrong password")
                connection.send(request: "POST", "/auth/login", json: person.login)
            }
            // The first answer shows that passwords are being hashed.
            let first = connections[0].answer()
            stage.server.send(SIGTERM)
            return [first] + connections.dropFirst().map { $0.answer() }
        }
        #expect(answers.allSatisfy { [401, 503].contains($0?.status) }, "\(answers.map { $0?.status })")
        #expect(await stage.server.end() == .status(0))
        return answers.compactMap(\.self).filter { $0.status == 503 }
    }

    /// The memory of connections is given back, so that a burst of them costs
    /// nothing for good.
    @Test func connectionsGiveTheirMemoryBack() async throws {
        let count = 3_000
        let stage = try await Stage("--limits.connections", "4000", "--limits.connections-per-address", "4000")
        let port = stage.server.port
        let before = try ProcessStatus(of: stage.server.pid)
        try await blocking {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = limit.rlim_max
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            for round in 0..<2 {
                let connections = try (0..<count).map { _ in try Connection(port: port) }
                for connection in connections { connection.send("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") }
                #expect(connections.allSatisfy { $0.answer()?.status == 200 }, "round \(round)")
            }
            // The server has noticed that all have left when there is room again.
            for _ in 0..<200 { #expect(try Connection(port: port).ask("GET", "/healthz")?.status == 200) }
        }
        let after = try ProcessStatus(of: stage.server.pid)
        if !after.isInstrumented { #expect(after.resident - before.resident < 24 * 1_024) }
        #expect(await stage.server.stop() == .status(0))
    }

    /// That somebody leaves is no failure of the server, wherever in its work it
    /// was.
    @Test func whoLeavesIsNoErrorInTheLog() async throws {
        let stage = try await Stage("--lockout.address-failures", "1000", "--lockout.captcha-after", "0")
        let port = stage.server.port
        try await blocking {
            let paths = ["/auth/login", "/auth/register", "/auth/password/recovery", "/auth/password/reset"]
            for round in 0..<5 {
                let connections = try paths.map { path in
                    let connection = try Connection(port: port)
                    let members = #""name":"A","password":"four green tea pots","new_password":"four green tea pots""#
                    let json = #"{\#(members),"email":"left-\#(round)@example.com","code":"12345678"}"#
                    connection.send(request: "POST", path, json: json)
                    return connection
                }
                // They leave in the midst of it: there is but one hasher.
                #expect(try Connection(port: port).ask("GET", "/feed")?.status == 200)
                withExtendedLifetime(connections) {}
            }
        }
        // Passwords are hashed in the order in which they came: none waits any more.
        let person = Person(name: "", email: "last@example.com", password: "wrong password")
        #expect(try await stage.server.ask("POST", "/auth/login", json: person.login)?.status == 401)
        await stage.server.kill()
        #expect(Server.errors(of: stage.server.data) == [])
    }

    @Test func whoReadsIsAnsweredBeforeThoseWhoLogInAndTheMemoryStaysSmall() async throws {
        let stage = try await Stage("--lockout.address-failures", "1000", "--lockout.captcha-after", "0")
        let port = stage.server.port
        let (isReadFirst, statuses) = try await blocking {
            let others = try (0..<Self.logins).map { _ in try Connection(port: port) }
            for (number, connection) in others.enumerated() {
                // Each with an address of its own: those of one wait for each
                // other.
                let person = Person(name: "", email: "user-\(number)@example.com", password: "wrong password")
                connection.send(request: "POST", "/auth/login", json: person.login)
            }
            let reader = try Connection(port: port)
            for _ in 0..<10 { #expect(reader.ask("GET", "/feed")?.status == 200) }
            let isReadFirst = others.contains { $0.isSilent }
            return (isReadFirst, others.map { $0.answer()?.status })
        }
        #expect(isReadFirst, "nobody waited for all the others")
        #expect(statuses.allSatisfy { $0 == 401 }, "\(statuses)")
        let status = try ProcessStatus(of: stage.server.pid)
        if !status.isInstrumented { #expect(status.peakResident < Self.memory) }
        #expect(await stage.server.stop() == .status(0))
    }
}
