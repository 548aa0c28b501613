import Glibc
import KernelTesting
import Testing

/// `essential app` beside a server that takes connections and says nothing.
@Suite(.timeLimit(.minutes(5)))
struct SilentServerTests {
    private static let says = "The server takes too long to answer"

    @Test(.requirement("OFFLINE-01", "OFFLINE-03")) func eachPageComesFromWhatIsKeptAndSaysSo() async throws {
        let stage = try await Stage(), clock = ContinuousClock()
        _ = try await stage.client.logIn(as: .ana)
        let (app, link) = try await AppVisitor.start(stage.client), root = AppVisitor.root(of: link)
        let person = try await AppVisitor()
        _ = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        #expect(try await person.goes(to: root + "p/\(stage.picture)")["missing"]?.number == 0)
        stage.server.send(SIGSTOP)
        func goes(to path: String) async throws -> String? {
            var text: String?
            let time = try await clock.measure { text = try await person.goes(to: root + path)["text"]?.text }
            #expect(time < .seconds(8), "\(path) took \(time)")
            return text
        }
        #expect(try await goes(to: "")?.contains("as they were") == true)
        for path in ["account/devices", "account/notices"] {
            #expect(try await goes(to: path)?.contains(Self.says) == true, "\(path)")
        }
        #expect(try await goes(to: "p/\(stage.picture)")?.contains("These are the comments as they were") == true)
        let time = try await clock.measure {
            let said = try await person.does(
                #"""
                {"fill": {"message": "Said to nobody"}, "click": "text=Post the comment", \#
                "shows": "It is posted as soon as there is a connection"}
                """#)
            #expect(said["text"]?.text?.contains("Said to nobody") == true)
        }
        #expect(time < .seconds(8), "\(time)")
        #expect(try await goes(to: "queue")?.contains("Post a comment") == true)

        stage.server.send(SIGCONT)
        let sent = try await person.does(#"{"click": "text=Send now"}"#)
        #expect(sent["text"]?.text?.contains("Your comment is posted.") == true, "\(sent)")
        await person.leaves()
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))
        #expect(await stage.server.stop() == .status(0))
    }
}
