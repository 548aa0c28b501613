import Glibc
import KernelTesting
import Testing

/// Somebody writes in one window of `essential app` and logs out in another one.
@Suite(.timeLimit(.minutes(5)))
struct AppLeavingTests {
    /// What comes first, of all that happens when somebody logs out.
    enum Order: CaseIterable {
        /// The window in which they did has its answer before the others turn.
        case answer
        /// It waits for the server, which is held back until the others have turned.
        case turn
        /// A page that was made for the person comes when the others have turned.
        case latePage
    }

    /// A program, a server that can be held back, and somebody who is logged in.
    private struct Scene {
        let stage: Stage
        let relay: Relay
        let app: ChildProcess
        let root: String
        let person: AppVisitor

        init(runsScripts: Bool = true) async throws {
            stage = try await Stage()
            relay = try Relay(to: stage.server.port)
            let client = Client(home: stage.folder.path(of: "home"), address: "http://127.0.0.1:\(relay.port)")
            _ = try await client.logIn(as: .ana)
            let (app, link) = try await AppVisitor.start(client)
            (self.app, root) = (app, AppVisitor.root(of: link))
            person = try await AppVisitor(runsScripts: runsScripts)
            _ = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        }

        var picture: String { root + "p/" + stage.picture }

        func does(_ window: Int, _ order: String) async throws -> JSON {
            try await person.does(#"{"window": \#(window), \#(order)}"#)
        }

        /// Logs in, again where the page said that the login waits: a page has 2.5 s, and a machine that is busy
        /// with other tests may need longer.
        func logsIn(_ window: Int) async throws -> JSON {
            var page = JSON.null
            for _ in 1...5 {
                page = try await does(
                    window,
                    #"""
                    "fill": {"email": "\#(Person.ana.email)", "secret-password": "\#(Person.ana.password)"}, \#
                    "click": "main form button:not([type=button])"
                    """#)
                guard page["text"]?.text?.contains("Your login waits on this device") == true else { break }
            }
            return page
        }

        func leaves() async {
            await person.leaves()
            app.send(SIGINT)
            #expect(await app.outcome().exit == .status(0))
            _ = await stage.server.stop()
        }
    }

    private static let isKept = "What you wrote is kept meanwhile, and comes back."

    @Test(.requirement("LOGOUT-01", "NAV-04"), arguments: Order.allCases)
    func whatIsWrittenIsKeptAndSaidToBe(order: Order) async throws {
        let scene = try await Scene(), root = scene.root, turned = scene.picture + "/comments*"
        var written = "Half a thought"
        _ = try await scene.does(1, #""go": "\#(scene.picture)", "fill": {"message": "\#(written)"}"#)
        // The second time something is kept already.
        for isAgain in [false, true] {
            _ = try await scene.does(2, #""go": "\#(root)""#)
            _ = try await scene.does(0, #""go": "\#(root)sign-out""#)
            let kept: JSON
            switch order {
            case .answer:
                _ = try await scene.does(0, #""click": "main form button""#)
                kept = try await scene.does(1, #""until": "\#(turned)""#)
            case .turn:
                let hold = scene.relay.holdBack("POST /auth/logout")
                _ = try await scene.does(0, #""press": "main form button""#)
                kept = try await scene.does(1, #""until": "\#(turned)""#)
                hold.release()
            case .latePage:
                let hold = scene.relay.holdBack("GET /auth/me")
                _ = try await scene.does(2, #""begin": "\#(root)account""#)
                try await hold.first()
                _ = try await scene.does(0, #""click": "main form button""#)
                kept = try await scene.does(1, #""until": "\#(turned)""#)
                hold.release()
            }
            #expect(kept["text"]?.text?.contains(Self.isKept) == true, "\(kept)")
            // Nobody is left in front of a page of hers, and no other window takes that of the words along.
            _ = try await scene.does(0, #""until": "\#(root)""#)
            _ = try await scene.does(2, #""until": "\#(root)sign-in?ended=1*""#)
            let still = try await scene.does(1, #""until": "\#(turned)""#)
            #expect(still["text"]?.text?.contains(Self.isKept) == true, "\(still)")

            let back = try await scene.logsIn(1)
            #expect(back["text"]?.text?.contains("What you wrote is still here") == true, "\(back)")
            #expect(back["typed"]?.items.contains { $0.text == written } == true, "\(back)")
            // Also where somebody logs in who looks for it elsewhere.
            let all = try await scene.does(0, #""go": "\#(root)drafts""#)
            #expect(all["typed"]?.items.map(\.text) == [written], "\(all)")
            // What came back is kept again, also as it is.
            guard !isAgain, order != .answer else { continue }
            written = "A whole thought"
            _ = try await scene.does(1, #""fill": {"message": "\#(written)"}"#)
        }
        _ = try await scene.does(1, #""press": "text=Post the comment""#)
        let posted = try await scene.does(1, #""settles": true"#)
        #expect(posted["text"]?.text?.contains(written) == true, "\(posted)")
        let all = try await scene.does(0, #""go": "\#(root)drafts""#)
        #expect(all["text"]?.text?.contains("Nothing that you wrote here waits") == true, "\(all)")
        await scene.leaves()
    }

    /// Nothing turns there: the words are sent while somebody logs out, or afterwards.
    @Test(.requirement("LOGOUT-01", "NAV-04"), arguments: [true, false])
    func whatIsSentAfterwardsIsKeptWithoutScripts(beforeTheAnswer: Bool) async throws {
        let scene = try await Scene(runsScripts: false), root = scene.root
        _ = try await scene.does(1, #""go": "\#(scene.picture)", "fill": {"message": "Half a thought"}"#)
        _ = try await scene.does(0, #""go": "\#(root)sign-out""#)
        if beforeTheAnswer {
            let hold = scene.relay.holdBack("POST /auth/logout")
            _ = try await scene.does(0, #""press": "main form button""#)
            try await hold.first()
            try await keeps(scene)
            hold.release()
            _ = try await scene.does(0, #""until": "\#(root)""#)
        } else {
            _ = try await scene.does(0, #""click": "main form button""#)
            try await keeps(scene)
        }
        let back = try await scene.logsIn(1)
        #expect(back["text"]?.text?.contains("What you wrote is still here") == true, "\(back)")
        #expect(back["typed"]?.items.contains { $0.text == "Half a thought" } == true, "\(back)")
        await scene.leaves()
    }

    private func keeps(_ scene: Scene) async throws {
        let kept = try await scene.does(1, #""click": "text=Post the comment""#)
        #expect(kept["text"]?.text?.contains(Self.isKept) == true, "\(kept)")
    }
}
