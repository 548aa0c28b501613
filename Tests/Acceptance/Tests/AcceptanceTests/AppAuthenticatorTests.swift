import CryptographyAPI
import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// A vault that an authenticator opens in `essential app`, beside its pass phrase.
@Suite(.timeLimit(.minutes(5)))
struct AppAuthenticatorTests {
    private static let phrase = "unmistakable vault phrase 4417"
    private static let button = "Unlock by fingerprint"

    /// Somebody whose vault a stick opens, at the first page of the program.
    private func begun(
        _ client: Client, profile: String? = nil
    ) async throws -> (AppVisitor, ChildProcess, root: String) {
        _ = try await client.logIn(as: .ana)
        let (app, link) = try await AppVisitor.start(client), root = AppVisitor.root(of: link)
        let person = try await AppVisitor(profile: profile)
        let first = try await person.does(#"{"plug_in": "stick", "go": "\#(link)", "until": "\#(root)"}"#)
        #expect(first["status"]?.number == 200)
        let unprotected = try await person.goes(to: root + "vault")
        #expect(unprotected["text"]?.text?.contains("needs a pass phrase first") == true)
        let isProtected = try await person.does(
            #"""
            {"choose": {"with": "passphrase"}, "click": "text=Protect it this way", \#
            "fill": {"secret-passphrase": "\#(Self.phrase)", "secret-passphrase_again": "\#(Self.phrase)"}}
            """#)
        #expect(isProtected["text"]?.text?.contains("There is none yet.") == true)
        let added = try await setUp(person, root)
        #expect(added["text"]?.text?.contains("It is set up.") == true, "\(added)")
        return (person, app, root)
    }

    @discardableResult
    private func setUp(_ person: AppVisitor, _ root: String, _ button: String = "Set one up") async throws -> JSON {
        let asking = try await person.does(
            #"""
            {"go": "\#(root)vault", "write": {"#authenticator-passphrase": "\#(Self.phrase)"}, \#
            "click": "main form button:has-text('\#(button)')"}
            """#)
        #expect(asking["text"]?.text?.contains("Your browser asks you twice") == true, "\(asking)")
        return try await person.does(#"{"click": "text=Ask the authenticator"}"#)
    }

    private func lock(_ person: AppVisitor, _ root: String) async throws -> String {
        try await person.does(#"{"go": "\#(root)vault", "click": "text=Lock now"}"#)["text"]?.text ?? ""
    }

    private func press(_ person: AppVisitor) async throws -> JSON {
        try await person.does(#"{"click": "text=\#(Self.button)"}"#)
    }

    private func type(_ person: AppVisitor) async throws -> JSON {
        try await person.does(
            #"""
            {"write": {"#unlock-passphrase": "\#(Self.phrase)"}, "click": "main form button:text-is('Unlock')"}
            """#)
    }

    private func ended(_ app: ChildProcess) async {
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))
    }

    @Test(.requirement("BIO-01", "BIO-02", "BIO-05", "BIO-09", "D15"))
    func itOpensTheVaultAfterTheProgramWasStartedAnew() async throws {
        let stage = try await Stage(), client = stage.client
        let (person, app, _) = try await begun(client)
        #expect(try VaultOnDisk(of: client).format == 4)
        await ended(app)

        let (later, link) = try await AppVisitor.start(client), root = AppVisitor.root(of: link)
        let locked = try await person.does(#"{"go": "\#(link)", "until": "\#(root)unlock*"}"#)
        #expect(locked["text"]?.text?.contains(Self.button) == true)
        let opened = try await press(person)
        #expect(opened["text"]?.text?.contains("is locked") == false, "\(opened)")
        let devices = try await person.goes(to: root + "account")
        #expect(devices["text"]?.text?.contains("Ana") == true)
        // What was computed is in no file of this device.
        let computed = try #require(opened["computed"]?.text?.split(separator: " ").last)
        for file in stage.folder.files() {
            #expect(stage.folder.contents(of: file)?.holds(Array(computed.utf8)) != true, "\(file)")
        }
        // The terminal has none, and removes one without the pass phrase.
        let list = try await client.object("vault", "authenticators")
        #expect(list["items"]?[0]?["name"]?.text == "This device")
        _ = try await client.object("vault", "authenticators", "remove", "1", "--yes")
        #expect(try VaultOnDisk(of: client).format == 3)
        let still = try await person.goes(to: root + "account")
        #expect(still["text"]?.text?.contains("Ana") == true, "it stays open where it was")
        let removed = try await lock(person, root)
        #expect(removed.contains("Essential is locked") && !removed.contains(Self.button))
        #expect(try await type(person)["text"]?.text?.contains("is locked") == false)
        await person.leaves()
        await ended(later)
        _ = await stage.server.stop()
    }

    /// Browsers keep what a window sends to whom it can't reach, to send it once more.
    @Test(.requirement("BIO-05", "MEM-07")) func theBrowserKeepsNothingOfItWhereTheProgramDies() async throws {
        let stage = try await Stage(), profile = stage.folder.path(of: "profile")
        let (person, app, root) = try await begun(stage.client, profile: profile)
        _ = try await lock(person, root)
        let told = try await person.does(
            #"""
            {"kills": \#(app.pid), "click": "text=\#(Self.button)", "shows": "Essential doesn't answer any more."}
            """#)
        let computed = Array(try #require(told["computed"]?.text?.split(separator: " ").last).utf8)
        #expect(computed.count == 43 && told["address"]?.text?.hasPrefix(root + "unlock") == true, "\(told)")
        await person.leaves()
        _ = await app.outcome()
        let kept = stage.folder.files().filter { $0.hasPrefix("profile/") }
        #expect(kept.contains { $0.contains("Sessions/") })
        for file in kept { #expect(stage.folder.contents(of: file)?.holds(computed) != true, "\(file)") }
        _ = await stage.server.stop()
    }

    @Test(.requirement("BIO-03", "BIO-07", "BIO-08", "BIO-09"))
    func whoeverItDoesNotRecogniseTypesThePassphrase() async throws {
        let stage = try await Stage()
        let (person, app, root) = try await begun(stage.client)
        #expect(try await lock(person, root).contains(Self.button))
        // It verifies nobody; another one is there; it lost what it had.
        for order in [#"{"doubt": "stick"}"#, #"{"pull_out": "stick", "plug_in": "other"}"#] {
            _ = try await person.does(order)
            let refused = try await press(person)
            #expect(refused["text"]?.text?.contains("The authenticator didn't answer") == true, "\(refused)")
            #expect(refused["text"]?.text?.contains(Self.button) == true)
        }
        let third = try await press(person)
        #expect(third["text"]?.text?.contains("didn't open the vault three times") == true, "\(third)")
        #expect(third["text"]?.text?.contains(Self.button) == false)
        #expect(try await type(person)["text"]?.text?.contains("is locked") == false)
        #expect(try await lock(person, root).contains(Self.button), "it is asked again")
        await person.leaves()
        await ended(app)
        _ = await stage.server.stop()
    }

    @Test(.requirement("BIO-04", "BIO-10", "BIO-09")) func oneThatChangedOpensNothingAndIsSetUpAnew() async throws {
        let stage = try await Stage()
        let (person, app, root) = try await begun(stage.client)
        _ = try await lock(person, root)
        _ = try await person.does(#"{"pull_out": "stick"}"#)
        _ = try await person.does(#"{"plug_in": "stick"}"#)
        let silent = try await press(person)
        #expect(silent["text"]?.text?.contains("computed nothing this time") == true, "\(silent)")
        #expect(silent["text"]?.text?.contains(Self.button) == true, "nobody knows yet that it was changed")
        #expect(try await type(person)["text"]?.text?.contains("is locked") == false)
        // Another key voids it, as other bytes do.
        let shown = try await person.does(
            #"""
            {"go": "\#(root)vault", "choose": {"with": "passphrase"}, "click": "text=Protect it this way", \#
            "write": {"#protect-present_passphrase": "\#(Self.phrase)", "#protect-passphrase": "\#(Self.phrase)", \#
            "#protect-passphrase_again": "\#(Self.phrase)"}}
            """#)
        #expect(shown["text"]?.text?.contains("It opens nothing any more") == true)
        _ = try await person.does(#"{"forget": "stick"}"#)
        let anew = try await setUp(person, root, "Set it up anew")
        #expect(anew["text"]?.text?.contains("It is set up.") == true, "\(anew)")
        #expect(try await lock(person, root).contains(Self.button))
        #expect(try await press(person)["text"]?.text?.contains("is locked") == false)
        await person.leaves()
        await ended(app)
        _ = await stage.server.stop()
    }

    @Test(.requirement("BIO-03")) func withoutScriptsThePassphraseIsThere() async throws {
        let stage = try await Stage(), client = stage.client
        let (person, app, _) = try await begun(client)
        await person.leaves()
        await ended(app)
        let (later, link) = try await AppVisitor.start(client), root = AppVisitor.root(of: link)
        let plain = try await AppVisitor(runsScripts: false)
        _ = try await plain.goes(to: link)
        let locked = try await plain.goes(to: root + "unlock")
        #expect(locked["text"]?.text?.contains("no page can ask an authenticator without them") == true, "\(locked)")
        let refused = try await press(plain)
        #expect(refused["text"]?.text?.contains("since no script ran") == true, "\(refused)")
        #expect(try await type(plain)["text"]?.text?.contains("is locked") == false)
        await plain.leaves()
        await ended(later)
        _ = await stage.server.stop()
    }

    @Test(
        .requirement("BIO-05", "MEM-07", "STORE-28"),
        .enabled(if: ProcessMemory.isReadable, "reading the memory of others needs root"))
    func whatOpenedTheVaultLeavesMemoryWhenItIsLocked() async throws {
        let stage = try await Stage()
        var client = stage.client
        // Debug builds load the Swift runtime as libraries; see `MemoryTests`.
        client.environment["LD_BIND_NOW"] = "1"
        let (person, app, root) = try await begun(client)
        guard try !ProcessStatus(of: app.pid).isInstrumented else { return }
        _ = try await lock(person, root)
        let opened = try await press(person)
        #expect(opened["text"]?.text?.contains("is locked") == false, "\(opened)")
        let text = String(try #require(opened["computed"]?.text?.split(separator: " ").last))
        let output = try #require(Base64URL.decode(text))
        #expect(output.count == 32)
        let keys = try VaultOnDisk(of: client).keys(openedBy: output)
        let kept = [Array(output), Array(text.utf8)] + keys
        func found() throws -> [Int] {
            app.send(SIGSTOP)
            defer { app.send(SIGCONT) }
            let memory = try ProcessMemory(of: app.pid)
            return kept.indices.filter { memory.contains(Array(kept[$0].prefix(16))) }
        }
        let open = try found()
        #expect(open.contains(3), "the key of the records, while it is open: \(open)")
        _ = try await lock(person, root)
        await person.leaves()
        // The connections of the browser end after it.
        var left = try found()
        for _ in 1...50 where !left.isEmpty { left = try found() }
        #expect(left == [], "of \(kept.count)")
        await ended(app)
        _ = await stage.server.stop()
    }
}
