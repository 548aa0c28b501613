import FoundationEssentials
import KernelTesting
import Testing

/// What is asked for without a connection is done when there is one.
struct OfflineQueueTests {
    @Test(.requirement("LOGOUT-02", "LOGOUT-04", "OFFLINE-03"))
    func aLogoutWithoutTheServerReachesItWithTheNextCommand() async throws {
        let stage = try await Stage()
        let client = stage.client
        let other = Client(home: stage.folder.path(of: "other"), address: client.address)
        _ = try await client.logIn(as: .ana)
        _ = try await other.logIn(as: .ana)
        let sessions = try await other.object("sessions", "list")["items"]?.items.count ?? 0

        #expect(await stage.server.stop() == .status(0))
        let loggedOut = try await client.object("logout")
        #expect(loggedOut == (try JSON(parsing: #"{"logged_out":true,"server_told":false}"#)))
        let waiting = try await client.object("queue", "list")["items"]?.items ?? []
        #expect(waiting.map { $0["kind"]?.text } == ["logout"])
        #expect(waiting.first?["subject"]?.text == "", "nothing tells who it was")
        // Still no server: the command goes on, and the revocation waits on.
        #expect(try await client.run("whoami").exit == .status(3))
        #expect(try await client.run("queue", "retry").exit == .status(4))

        let server = try await Server(data: stage.server.data, port: stage.server.port)
        #expect(try await client.runUntilNothingWaits("whoami").last.exit == .status(3))
        #expect(try await client.object("queue", "list")["items"]?.items == [])
        #expect(try await client.vault().records == 1, "the device's token")
        #expect(try await other.object("sessions", "list")["items"]?.items.count == sessions - 1)
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("LOGIN-12", "OFFLINE-03"))
    func waitingForTheServerEndsWhenItIsBack() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        #expect(await stage.server.stop() == .status(0))
        try await stage.client.object("logout")
        let waiting = try stage.client.spawn(["queue", "retry", "--wait"])
        let server = try await Server(data: stage.server.data, port: stage.server.port)
        let outcome = await waiting.outcome()
        #expect(outcome.exit == .status(0))
        #expect(outcome.outputText.contains("Nothing waits any more"))
        #expect(try await stage.client.vault().records == 1, "the device's token")
        _ = server
    }

    @Test func whatWaitsCanBeDropped() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        #expect(await stage.server.stop() == .status(0))
        try await stage.client.object("logout")
        let id = try #require(try await stage.client.object("queue", "list")["items"]?[0]?["id"]?.text)
        try await stage.client.object("queue", "drop", id)
        #expect(try await stage.client.run("queue", "drop", id).exit == .status(1))
        #expect(try await stage.client.vault().records == 1, "the device's token")
    }
}
