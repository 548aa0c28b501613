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
}
