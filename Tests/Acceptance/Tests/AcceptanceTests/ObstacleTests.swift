import FoundationEssentials
import KernelTesting
import Testing

/// What stands in the way to the server and answers in its place, or not at
/// all: nobody is logged out by it, and what is on the device is shown.
struct ObstacleTests {
    private static let proxy = """
        HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="proxy"\r\nContent-Length: 0\r\n\
        Connection: close\r\n\r\n
        """
    private static let unknownProblem = """
        HTTP/1.1 401 Unauthorized\r\nContent-Type: application/problem+json\r\nWWW-Authenticate: Bearer\r\n\
        Content-Length: 16\r\nConnection: close\r\n\r\n{"code":"other"}
        """
    private static let portal = """
        HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 20\r\nConnection: close\r\n\r\n\
        <html>Sign in</html>
        """
    private static let redirect = """
        HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n
        """
    private static let busy = """
        HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\nContent-Length: 0\r\nConnection: close\r\n\r\n
        """

    /// A client that is logged in and has seen the feed, and something else
    /// where its server was.
    private func obstructed(by bytes: String?) async throws -> (stage: Stage, obstacle: BrokenServer) {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        try await stage.client.object("feed")
        #expect(await stage.server.stop() == .status(0))
        return (stage, try BrokenServer(port: stage.server.port, answering: bytes))
    }

    @Test(
        .requirement("D17", "FEED-03", "OFFLINE-01"), .timeLimit(.minutes(5)),
        arguments: [proxy, unknownProblem, portal, redirect, busy])
    func whatAnswersInPlaceOfTheServerEndsNoSession(bytes: String) async throws {
        let (stage, obstacle) = try await obstructed(by: bytes)
        let client = stage.client
        #expect(try await client.object("feed")["source"]?.text == "cache")
        #expect(try await client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
        for command in [["sessions"], ["comments", stage.picture], ["image", stage.picture], ["passkeys"]] {
            let outcome = await (try client.spawn(command + ["--json"])).outcome()
            #expect(outcome.exit != .status(3), "\(command): \(outcome.errorText)")
            #expect(outcome.errorText.contains("HTTP ") || outcome.errorText.contains("30 s"), "\(command): \(outcome)")
        }
        let comment = try await client.run("comment", stage.picture, "Later.", "--json")
        #expect(comment.exit == .status(4) && comment.errorText.contains("waits on this device"))
        #expect(!comment.errorText.lowercased().contains("try again"), "what waits tries again by itself")
        let waiting = try await client.object("queue", "list")["items"]?.items.filter {
            $0["kind"]?.text == "comment"
        }
        #expect(waiting?.count == 1)
        if bytes == Self.busy { #expect(waiting?.first?["not_before"]?.text != nil, "as long as it asks") }
        #expect(try await client.object("logout", "--drop-waiting")["server_told"] == (try JSON(parsing: "false")))
        obstacle.stop()
        let server = try await Server(data: stage.server.data, port: stage.server.port)
        _ = try await client.run("queue", "retry")
        #expect(try await client.object("queue", "list")["items"]?.items == [], "the session is ended in the end")
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("FEED-03", "LOGOUT-04", "D12"), .timeLimit(.minutes(5)))
    func aSilentServerKeepsNobodyFromWhatIsOnTheDevice() async throws {
        let (stage, obstacle) = try await obstructed(by: nil)
        let clock = ContinuousClock()
        var feed: JSON?
        #expect(try await clock.measure { feed = try await stage.client.object("feed") } < .seconds(40))
        #expect(feed?["source"]?.text == "cache")
        var loggedOut: JSON?
        #expect(try await clock.measure { loggedOut = try await stage.client.object("logout") } < .seconds(40))
        #expect(loggedOut == (try JSON(parsing: #"{"logged_out":true,"server_told":false}"#)))
        obstacle.stop()
    }
}
