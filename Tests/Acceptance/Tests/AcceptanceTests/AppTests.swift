import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// `essential app`: the screens in the person's own browser.
@Suite(.timeLimit(.minutes(5)))
struct AppTests {
    @Test(.requirement("PUBFEED-04", "PUBFEED-05", "LOGIN-11", "OFFLINE-01"))
    func theFeedIsThereWithoutAConnection() async throws {
        let stage = try await Stage()
        let (app, link) = try await AppVisitor.start(stage.client), root = AppVisitor.root(of: link)
        let person = try await AppVisitor()
        let stranger = try await person.goes(to: root)
        #expect(stranger["status"]?.number == 403)
        let feed = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        #expect(feed["status"]?.number == 200 && (feed["pictures"]?.number ?? 0) > 10 && feed["missing"]?.number == 0)
        #expect(feed["text"]?.text?.contains("can't be reached") == false)

        #expect(await stage.server.stop() == .status(0))
        let kept = try await person.goes(to: root)
        #expect(kept["text"]?.text?.contains("can't be reached. See whether it runs. These are the pictures") == true)
        #expect(kept["pictures"]?.number == feed["pictures"]?.number && kept["missing"]?.number == 0)

        _ = try await person.goes(to: root + "sign-in")
        let login = try await person.does(
            #"{"fill": {"email": "ana@example.com", "secret-password": "correct horse battery"}, "click": "main form button:not([type=button])"}"#
        )
        #expect(login["text"]?.text?.contains("waits on this device") == true)
        let queue = try await person.goes(to: root + "queue")
        #expect(queue["text"]?.text?.contains("ana@example.com") == true)
        #expect(queue["text"]?.text?.contains("Waiting · 1") == true, "\(queue)")

        // The person comes by the same link once more, and then somebody else who found it.
        let again = try await person.does(#"{"window": 1, "go": "\#(link)", "until": "\#(root)"}"#)
        #expect(again["status"]?.number == 200 && (again["pictures"]?.number ?? 0) > 10)
        let thief = try await AppVisitor()
        let caught = try await thief.does(#"{"go": "\#(link)", "until": "\#(root)open?again=*"}"#)
        #expect(caught["status"]?.number == 403 && caught["text"]?.text?.contains("came in this way before") == true)
        #expect(try await person.goes(to: root)["status"]?.number == 403)
        await thief.leaves()
        await person.leaves()
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))
    }

    /// A terminal keeps what is said of pictures, and not the pictures.
    @Test(.requirement("PUBFEED-04")) func inThePlaceOfAPictureThatIsNotKeptStandsWhy() async throws {
        let stage = try await Stage()
        try await stage.client.object("feed")
        #expect(await stage.server.stop() == .status(0))
        let (app, link) = try await AppVisitor.start(stage.client), root = AppVisitor.root(of: link)
        let person = try await AppVisitor()
        let feed = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        #expect(feed["text"]?.text?.contains("device come when there is a connection") == true)
        #expect((feed["pictures"]?.number ?? 0) > 10 && feed["missing"]?.number == 0, "there is something to see")
        await person.leaves()
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))
    }

    @Test(.requirement("OFFLINE-01", "OFFLINE-03"))
    func whatIsSaidWithoutAConnectionWaitsBelowItsPicture() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        let (app, link) = try await AppVisitor.start(stage.client), root = AppVisitor.root(of: link)
        let person = try await AppVisitor()
        _ = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        let account = try await person.goes(to: root + "account")
        #expect(account["text"]?.text?.contains("Your devices") == true)
        // A page that is open when the connection goes.
        let picture = try await person.goes(to: root + "p/\(stage.picture)")
        #expect(picture["status"]?.number == 200)
        #expect(await stage.server.stop() == .status(0))
        let said = try await person.does(
            #"""
            {"fill": {"message": "Said offline"}, "click": "text=Post the comment", \#
            "shows": "It is posted as soon as there is a connection"}
            """#)
        #expect(said["text"]?.text?.contains("Said offline") == true)
        let known = try await person.goes(to: root + "account")
        #expect(known["text"]?.text?.contains("This is what was known when you logged in.") == true)
        let queue = try await person.goes(to: root + "queue")
        #expect(queue["text"]?.text?.contains("Post a comment") == true)
        let server = try await Server(data: stage.server.data, port: stage.server.port)
        let sent = try await person.does(#"{"click": "text=Send now"}"#)
        #expect(sent["text"]?.text?.contains("Your comment is posted.") == true)
        await person.leaves()
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("STORE-28")) func aVaultWithAPassphraseIsLockedAndOpenedInTheBrowser() async throws {
        let stage = try await Stage(), phrase = "unmistakable vault phrase 4417"
        _ = try await stage.client.logIn(as: .ana)
        let (app, link) = try await AppVisitor.start(stage.client), root = AppVisitor.root(of: link)
        let person = try await AppVisitor()
        _ = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        let isProtected = try await person.does(
            #"""
            {"go": "\#(root)vault", "choose": {"with": "passphrase"}, "click": "text=Protect it this way", \#
            "fill": {"secret-passphrase": "\#(phrase)", "secret-passphrase_again": "\#(phrase)"}}
            """#)
        #expect(isProtected["text"]?.text?.contains("Your pass phrase protects the vault.") == true)
        // No other program opens it.
        let other = try await stage.client.run("whoami")
        #expect(other.exit == .status(1) && other.errorText.contains("locked by a pass phrase"))

        let locked = try await person.does(#"{"click": "text=Lock now"}"#)
        #expect(locked["text"]?.text?.contains("Essential is locked") == true)
        let account = try await person.goes(to: root + "account")
        #expect(account["address"]?.text == root + "unlock?then=%2Faccount")
        func open(with phrase: String) async throws -> JSON {
            try await person.does(
                #"{"fill": {"secret-passphrase": "\#(phrase)"}, "click": "main form button:has-text('Unlock')"}"#)
        }
        #expect(try await open(with: "another phrase")["text"]?.text?.contains("isn't the pass phrase") == true)
        let opened = try await open(with: phrase)
        #expect(
            opened["address"]?.text == root + "account" && opened["text"]?.text?.contains("Here since") == true)
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))

        // Where no terminal can ask, the browser does.
        let (again, way) = try await AppVisitor.start(stage.client)
        let asked = try await person.does(#"{"go": "\#(way)", "until": "\#(AppVisitor.root(of: way))unlock?then=%2F"}"#)
        #expect(asked["text"]?.text?.contains("Essential is locked") == true)
        #expect(try await open(with: phrase)["text"]?.text?.contains("Your account") == true)
        await person.leaves()
        again.send(SIGINT)
        _ = await again.outcome()
        _ = await stage.server.stop()
    }

    @Test func aSecondCallLeadsToTheFirst() async throws {
        let stage = try await Stage()
        let (app, link) = try await AppVisitor.start(stage.client)
        let second = try await stage.client.run("app", "--no-open")
        #expect(second.exit == .status(0) && second.outputText.contains("runs already"))
        #expect(second.outputText.contains(String(link.prefix { $0 != "?" })))
        let third = try await stage.client.run("app", "--no-open", "--port", "1024")
        #expect(third.exit == .status(0) && third.errorText.contains("It stays at port"))
        app.send(SIGTERM)
        #expect(await app.outcome().exit == .status(0))
        // Whoever listens there meanwhile has nothing of the next time.
        let (again, other) = try await AppVisitor.start(stage.client)
        #expect(other.prefix { $0 != "?" } != link.prefix { $0 != "?" })
        again.send(SIGINT)
        _ = await again.outcome()
        _ = await stage.server.stop()
    }

    /// Browsers ask one address of the machine and then the other: who had one of
    /// them would get what is meant for the program.
    @Test(arguments: ["127.0.0.1", "::1"])
    func aPortThatSomebodyElseHasIsRefused(host: String) async throws {
        let stage = try await Stage(), port = Ports.next()
        let script =
            "import socket,sys; f=socket.AF_INET6 if ':' in sys.argv[1] else socket.AF_INET; "
            + "s=socket.create_server((sys.argv[1], int(sys.argv[2])), family=f); "
            + "print('listening', flush=True); sys.stdin.read()"
        let other = try ChildProcess("/usr/bin/python3", ["-c", script, host, "\(port)"])
        _ = await other.readOutput(until: "listening")
        let refused = try await stage.client.run("app", "--no-open", "--port", "\(port)", "--json")
        #expect(
            refused.exit == .status(1) && refused.errorText.contains(#""code":"port_taken""#), "\(refused.errorText)")
        other.send(SIGKILL)
        _ = await other.outcome()
        _ = await stage.server.stop()
    }
}
