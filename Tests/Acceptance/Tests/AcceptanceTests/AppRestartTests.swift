import Glibc
import KernelTesting
import Testing

/// Pages of `essential app` that are open while the program ends, or lets nobody in
/// any more.
@Suite(.timeLimit(.minutes(5)))
struct AppRestartTests {
    @Test(.requirement("OFFLINE-03")) func whatIsWrittenOutlivesTheProgram() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        let (app, link) = try await AppVisitor.start(stage.client), root = AppVisitor.root(of: link)
        let person = try await AppVisitor(), picture = root + "p/\(stage.picture)"
        _ = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        _ = try await person.does(#"{"window": 1, "go": "\#(root)publish", "fill": {"description": "My beach"}}"#)
        _ = try await person.does(#"{"go": "\#(picture)", "fill": {"message": "Half a thought"}}"#)
        app.send(SIGKILL)
        _ = await app.outcome()

        // Nobody is there.
        let comment = #""click": "text=Post the comment""#, publish = #""click": "main form button:not([type])""#
        for (window, press, text) in [(0, comment, "Half a thought"), (1, publish, "My beach")] {
            let told = try await person.does(
                #"{"window": \#(window), \#(press), "shows": "Essential doesn't answer any more."}"#)
            #expect(told["typed"]?.items.contains { $0.text == text } == true, "\(told)")
        }

        // The next time it is found elsewhere; the page keeps what is in it.
        let (again, way) = try await AppVisitor.start(stage.client)
        let newRoot = AppVisitor.root(of: way)
        #expect(newRoot != root)
        _ = try await person.does(#"{"window": 2, "go": "\#(way)", "until": "\#(newRoot)"}"#)
        for (window, text) in [(0, "Half a thought"), (1, "My beach")] {
            let told = try await person.does(#"{"window": \#(window)}"#)
            #expect(told["text"]?.text?.contains("copy it into the new window") == true, "\(told)")
            #expect(told["typed"]?.items.contains { $0.text == text } == true, "\(told)")
        }
        await person.leaves()
        again.send(SIGINT)
        #expect(await again.outcome().exit == .status(0))
        _ = await stage.server.stop()
    }

    /// The program is killed while a comment is on its way, which the server gets or doesn't:
    /// the page knows nothing of it, and the comment is there once, also for who copies it.
    @Test(.requirement("OFFLINE-01", "OFFLINE-03"), arguments: [true, false])
    func whatWasOnItsWayIsSaidOnce(arrives: Bool) async throws {
        let stage = try await Stage(), text = "On its way when it ended"
        let relay = try Relay(to: stage.server.port)
        let client = Client(home: stage.folder.path(of: "home"), address: "http://127.0.0.1:\(relay.port)")
        _ = try await client.logIn(as: .ana)
        let (app, link) = try await AppVisitor.start(client), root = AppVisitor.root(of: link)
        let person = try await AppVisitor(), picture = "p/\(stage.picture)"
        _ = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        let hold = relay.holdBack("POST /image/\(stage.picture)/comments", forGood: !arrives)
        let killing = Task {
            try await hold.first()
            app.send(SIGKILL)
        }
        _ = try await person.does(
            #"{"go": "\#(root)\#(picture)", "fill": {"message": "\#(text)"}, "press": "text=Post the comment"}"#)
        try await killing.value
        _ = await app.outcome()
        hold.release()
        let told = try await person.does(#"{"shows": "it may have been sent"}"#)
        #expect(told["text"]?.text?.contains("copy it into the new window") == false, "\(told)")
        #expect(told["typed"]?.items.contains { $0.text == text } == true, "\(told)")

        let (again, way) = try await AppVisitor.start(client), newRoot = AppVisitor.root(of: way)
        _ = try await person.does(#"{"window": 1, "go": "\#(way)", "until": "\#(newRoot)"}"#)
        // Whoever doesn't look says it again.
        _ = try await person.does(
            #"""
            {"window": 1, "go": "\#(newRoot)\#(picture)", "fill": {"message": "\#(text)"}, \#
            "press": "text=Post the comment"}
            """#)
        let said = try await person.does(#"{"window": 1, "settles": true}"#)
        #expect(said["text"]?.text?.contains(text) == true, "\(said)")
        await person.leaves()
        again.send(SIGINT)
        #expect(await again.outcome().exit == .status(0))
        #expect(try await client.runUntilNothingWaits("whoami").last.exit == .status(0))
        let comments = try await stage.server.ask("GET", "/image/\(stage.picture)/comments")
        #expect(comments?.text.ranges(of: text).count == 1)
        _ = await stage.server.stop()
    }
}
