import Glibc
import KernelTesting
import Testing

/// Connections on which nothing is asked, to the programs that listen.
@Suite(.timeLimit(.minutes(5)))
struct CrowdTests {
    @Test func aCrowdAtThePortOfTheAppShutsItsOwnerNotOut() async throws {
        let stage = try await Stage(), clock = ContinuousClock()
        let (app, link) = try await AppVisitor.start(stage.client), root = AppVisitor.root(of: link)
        let port = try #require(Int(root.split(separator: ":").last?.dropLast() ?? ""))
        let person = try await AppVisitor()
        _ = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        let crowd = try (1...300).map { _ in try Connection(port: port) }
        for one in crowd.prefix(200) { one.send(Array("GET / HTTP/1.1\r\nHo".utf8)) }
        var status: Int?
        let time = try await clock.measure { status = try await person.goes(to: root)["status"]?.number }
        #expect(status == 200)
        #expect(time < .seconds(5), "\(time)")
        withExtendedLifetime(crowd) {}
        await person.leaves()
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))
        _ = await stage.server.stop()
    }
}
