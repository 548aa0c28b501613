import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// A server with default configuration, a picture with more long comments than
/// a client takes in one answer, and readers that ask for them and don't read.
///
/// How fast a member is answered meanwhile is a time, and isn't judged here.
struct UnreadAnswersTests {
    /// Enough for 17 MB in one answer, where a client takes 16 MiB: each costs it a
    /// hundredth of a second to write on a terminal.
    private static let comments = 2_100
    /// What the server may have in memory at most, in kilobytes.
    private static let memory = 150 * 1_024

    /// Writes the longest comments there can be, of 2000 characters of four bytes
    /// each: as many people may have written them as it takes.
    private static func fill(_ picture: String, in data: String) async throws -> [String] {
        let id = "lower(printf('%08x-0000-4000-8000-000000000000', i))"
        let statement = """
            WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < \(comments))
            INSERT INTO comments (position, id, image_id, author_id, message, created_at)
            SELECT (SELECT COALESCE(MAX(position), 0) FROM comments) + i, \(id), '\(picture)',
                'c3d2b348-d060-478d-b12f-8df7060bcc0f', replace(hex(zeroblob(2000)), '00', char(127956)), i
            FROM numbers;
            """
        let outcome = try await ChildProcess.run(
            "sqlite3", ["-cmd", ".timeout 30000", data + "/essentiald.sqlite", statement])
        guard outcome.exit == .status(0) else { throw NoComments(reason: outcome.errorText) }
        return (0..<comments).map { String($0 + 1, radix: 16) }.map { number in
            String(repeating: "0", count: 8 - number.count) + number + "-0000-4000-8000-000000000000"
        }
    }

    struct NoComments: Error {
        let reason: String
    }

    @Test(.requirement("FEED-62"), arguments: [100, 1_000])
    func readersThatDoNotReadTakeLittleMemoryAndShutNobodyOut(readers: Int) async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, 8_192)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let stage = try await Stage()
        let path = "/image/\(stage.picture)/comments"
        let ids = try await Self.fill(stage.picture, in: stage.server.data)
        let port = stage.server.port
        let (login, page) = try await blocking {
            // All ask for other pages, so that none is there for two.
            let connections = try (0..<readers).map { number in
                let connection = try Connection(port: port, isNarrow: true)
                let place = ids[number * ids.count / readers]
                connection.send(request: "GET", number == 0 ? path : path + "?after_id=\(place)")
                return connection
            }
            for connection in connections { #expect(connection.awaitAnswer()) }
            let member = try Connection(port: port)
            let login = member.ask("POST", "/auth/login", json: Person.ana.login)
            let token = login?.json?["token"]?["access_token"]?.text
            let page = member.ask("GET", "/feed", token: token)
            withExtendedLifetime(connections) {}
            return (login, page)
        }
        #expect(login?.status == 200 && page?.status == 200)
        let status = try ProcessStatus(of: stage.server.pid)
        if !status.isInstrumented { #expect(status.peakResident < Self.memory) }
        #expect(await stage.server.stop() == .status(0))
    }

    /// What was one answer of 17 MB, which no client took.
    @Test(.requirement("FEED-62")) func theClientReadsAllOfThemPageByPage() async throws {
        let stage = try await Stage()
        let ids = try await Self.fill(stage.picture, in: stage.server.data)
        let first = try await stage.client.object("comments", stage.picture, "--limit", "3")
        #expect(first["items"]?[2] != nil && first["items"]?[3] == nil && first["next"] != nil)
        let last = try await stage.client.object("comments", stage.picture, "--after", ids[ids.count - 3])
        #expect(last["items"]?[1]?["id"]?.text == ids.last && last["next"] == nil)
        let all = try await stage.client.run("comments", stage.picture, "--all", "--json")
        #expect(all.exit == .status(0) && all.outputText.contains(ids.last ?? "-"))
        #expect(await stage.server.stop() == .status(0))
    }
}
