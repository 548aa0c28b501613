import FoundationEssentials
import Glibc
import KernelTesting
import PicturesTesting
import Testing

/// What somebody typed and sent into a network that swallows it.
struct InterruptedSendingTests {
    @Test(.requirement("OFFLINE-01", "OFFLINE-03"), arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
    func whatIsInterruptedWhileItIsSentArrivesOnce(signal: Int32) async throws {
        let stage = try await Stage()
        let port = stage.server.port, text = "a typed comment", title = "A typed title"
        let other = Client(home: stage.folder.path(of: "other"), address: stage.client.address)
        for client in [stage.client, other] { _ = try await client.logIn(as: .ana) }
        let path = stage.folder.path(of: "beach.jpg")
        try SamplePicture.make().write(to: URL(filePath: path))
        #expect(await stage.server.stop() == .status(0))
        let commands = [
            (stage.client, ["comment", stage.picture, text]), (other, ["post", path, "--description", title]),
        ]
        for (client, words) in commands {
            let silent = try BrokenServer(port: port, answering: nil)
            let child = try client.spawn(words)
            try await silent.firstRequest()
            child.send(signal)
            let outcome = await child.outcome()
            #expect(outcome.exit == .signal(signal))
            if [SIGINT, SIGTERM].contains(signal) {
                #expect(outcome.errorText.contains("is kept on this device") && outcome.errorText.contains("queue"))
            }
            silent.stop()
            let waiting = try await client.object("queue", "list")["items"]?.items ?? []
            #expect(waiting.map { $0["kind"]?.text } == [words[0]])
        }

        let server = try await Server(data: stage.server.data, port: port)
        for (client, told) in [(stage.client, "Your comment is posted"), (other, "Your picture is published")] {
            #expect(try await client.runUntilNothingWaits("whoami").errors.contains(told))
        }
        #expect(try await posted(other, stage.picture).filter { $0 == text }.count == 1)
        let feed = try await other.object("feed", "--limit", "50")["items"]?.items ?? []
        #expect(feed.count { $0["description"]?.text == title } == 1)
        #expect(await server.stop() == .status(0))
    }

    /// Some are killed as they send, and others send what those left meanwhile.
    @Test(.requirement("OFFLINE-01", "OFFLINE-03")) func processesThatSendAtOnceSendEachCommentOnce() async throws {
        let stage = try await Stage()
        let client = stage.client
        _ = try await client.logIn(as: .ana)
        var generator = SeededGenerator(seed: 0x5EA1)
        var sent: Set<String> = []
        for round in 0..<12 {
            let texts = (0..<3).map { "comment \(round) of \($0)" }
            let children = try texts.map { try client.spawn(["comment", stage.picture, $0]) }
            let others = try [["queue", "retry"], ["whoami"]].map(client.spawn)
            try await pass(microseconds: UInt32.random(in: 10_000..<250_000, using: &generator))
            children[round % 3].send(SIGKILL)
            for (text, child) in zip(texts, children) where await child.outcome().exit == .status(0) {
                sent.insert(text)
            }
            for other in others { _ = await other.outcome() }
        }
        _ = try await client.run("queue", "retry")
        // One that was killed before it was kept leaves its place for a minute.
        let clock = try await ShiftedClock()
        try clock.pass(seconds: 70)
        let later = Client(home: client.home, address: client.address, clock: clock)
        _ = try await later.run("queue", "retry")
        #expect(try await later.object("queue", "list")["items"]?.items == [])
        let arrived = try await posted(client, stage.picture).filter { $0.hasPrefix("comment ") }
        #expect(Set(arrived).count == arrived.count, "none twice")
        #expect(sent.isSubset(of: arrived) && sent.count >= 24)
    }

    private func posted(_ client: Client, _ picture: String) async throws -> [String] {
        try await client.object("comments", picture, "--limit", "100")["items"]?.items
            .compactMap { $0["message"]?.text } ?? []
    }
}
