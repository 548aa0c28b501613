import Glibc
import KernelTesting
import Testing

/// Somebody else of the machine takes the port of `essential app` after it ended, while
/// its pages are still open (ADR 0050).
@Suite(.timeLimit(.minutes(5)))
struct AppRogueTests {
    private static let words = "Essential doesn't answer any more."

    /// Two windows in which something was typed, and whoever listens when the program has
    /// ended.
    private func pages(
        endedBy signal: Int32, _ body: (_ stage: Stage, _ person: AppVisitor, _ root: String) async throws -> Void
    ) async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        let (app, link) = try await AppVisitor.start(stage.client), root = AppVisitor.root(of: link)
        let port = try #require(root.split(separator: ":").last?.dropLast())
        let person = try await AppVisitor()
        _ = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        _ = try await person.does(#"{"window": 1, "go": "\#(root)publish", "fill": {"description": "My beach"}}"#)
        _ = try await person.does(
            #"{"go": "\#(root)p/\#(stage.picture)", "fill": {"message": "Half a thought"}}"#)
        app.send(signal)
        _ = await app.outcome()
        let rogue = try ChildProcess(
            "/usr/bin/python3", [Programs.root + "/Tests/Acceptance/Support/rogue.py", String(port)])
        _ = await rogue.readOutput(until: "listening\n")
        try await body(stage, person, root)
        await person.leaves()
        rogue.send(SIGKILL)
        let heard = await rogue.outcome().outputText
        #expect(!heard.contains("thought") && !heard.contains("beach") && !heard.contains("POST"), "\(heard)")
        if signal == SIGTERM { #expect(heard.isEmpty, "\(heard)") }
        _ = await stage.server.stop()
    }

    /// Nothing that is done on a page reaches whoever is there.
    private func tries(_ person: AppVisitor, _ root: String, _ picture: String) async throws {
        let comment = #""click": "text=Post the comment""#, publish = #""click": "main form button:not([type])""#
        let way = #""click": "nav a""#
        for (window, press, place, text) in [
            (0, comment, "p/\(picture)", "Half a thought"), (1, publish, "publish", "My beach"),
            (0, way, "p/\(picture)", "Half a thought"), (1, way, "publish", "My beach"),
        ] {
            let told = try await person.does(#"{"window": \#(window), \#(press), "shows": "\#(Self.words)"}"#)
            #expect(told["address"]?.text == root + place, "\(told)")
            #expect(told["typed"]?.items.contains { $0.text == text } == true, "\(told)")
            #expect(told["text"]?.text?.contains("Go on here") == false)
        }
    }

    @Test(.requirement("OFFLINE-03")) func nothingTypedArrivesThereAndNothingItSaysIsBelieved() async throws {
        try await pages(endedBy: SIGKILL) { stage, person, root in
            for window in [0, 1] {
                _ = try await person.does(#"{"window": \#(window), "click": "h1", "shows": "\#(Self.words)"}"#)
            }
            try await tries(person, root, stage.picture)
            let (again, link) = try await AppVisitor.start(stage.client), other = AppVisitor.root(of: link)
            #expect(other.split(separator: ":")[1] != root.split(separator: ":")[1], "\(other)")
            _ = try await person.does(#"{"window": 2, "go": "\#(link)", "until": "\#(other)"}"#)
            again.send(SIGINT)
            _ = await again.outcome()
        }
    }

    @Test(.requirement("OFFLINE-03")) func whoIsToldThatItEndsDoesNotAskAgain() async throws {
        try await pages(endedBy: SIGTERM) { stage, person, root in
            try await tries(person, root, stage.picture)
        }
    }
}
