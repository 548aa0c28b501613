import FoundationEssentials
import KernelTesting
import Testing

/// What a new person does, from the first command to the last.
struct TourTests {
    @Test(
        .requirement(
            "REG-09", "LOGIN-04", "FEED-01", "FEED-02", "FEED-03", "IMG-20", "COMM-01", "COMM-02", "PUBFEED-01"))
    func aNewPersonComesLooksWritesAndLeaves() async throws {
        let stage = try await Stage()
        let client = stage.client, ben = Person.ben
        let publicItems = try await client.object("feed", "--limit", "100")["items"]?.items ?? []
        #expect(publicItems.count >= 6)
        #expect(try await client.run("whoami").exit == .status(3))

        let registered = try await client.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        #expect(registered["next"]?.text == "confirmation")
        #expect(registered["user"]?["email_verified"] == .bool(false))
        let early = try await client.run("comment", stage.picture, "too early", "--json")
        #expect(early.exit == .status(1) && early.errorCode == "email_not_verified")
        let code = try await Outbox(data: stage.server.data).newestCode(for: ben.email)
        #expect(try await client.object("verify", code)["user"]?["email_verified"] == .bool(true))

        let members = try await client.object("feed", "--limit", "100")["items"]?.items ?? []
        #expect(members.count >= 24 && members.count > publicItems.count)
        try await client.object("image", stage.picture)
        let posted = try await client.object("comment", stage.picture, "What", "a", "light!")
        #expect(posted["message"]?.text == "What a light!")
        #expect(posted["author"]?["username"]?.text == ben.name)
        #expect(try await client.object("comments", stage.picture)["items"]?.items.last == posted)

        #expect(await stage.server.stop() == .status(0))
        let kept = try await client.object("feed", "--limit", "100")
        #expect(kept["source"]?.text == "cache" && kept["saved_at"] != nil)
        #expect(kept["items"]?.items == members)
        #expect(try await client.object("image", stage.picture)["type"]?.text == "image/jpeg")
        let comments = try await client.object("comments", stage.picture)
        #expect(comments["saved_at"] != nil && comments["items"]?.items.last == posted)
    }

    @Test(.requirement("FEED-05")) func loggingOutLeavesNothingBehind() async throws {
        let stage = try await Stage()
        let client = stage.client
        _ = try await client.logIn(as: .ana)
        try await client.object("feed")
        try await client.object("image", stage.picture)
        let session = try #require(try await client.object("status")["session"])
        #expect(session["state"]?.text == "logged_in")

        #expect(try await client.object("logout") == JSON(parsing: #"{"logged_out":true,"server_told":true}"#))
        let status = try await client.object("status")
        #expect(status["session"]?["state"]?.text == "logged_out")
        #expect(try await client.vault().records == 1, "what says that the device is known")
        #expect(status["feed"] == nil)
        // What is left is the vault, and the server's address.
        let left = stage.folder.files().filter { $0.hasPrefix("home/") && !$0.contains("/vault/") }
        #expect(left == ["home/profiles/default/server"])
        #expect(try await client.object("logout") == JSON(parsing: #"{"logged_out":false,"server_told":false}"#))
        #expect(await stage.server.stop() == .status(0))
        #expect(try await client.run("feed").exit == .status(4))
        #expect(try await client.run("image", stage.picture).exit == .status(4))
    }

    @Test func loggingOutWorksWithoutTheServer() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        #expect(await stage.server.stop() == .status(0))
        let outcome = try await stage.client.object("logout")
        #expect(outcome == (try JSON(parsing: #"{"logged_out":true,"server_told":false}"#)))
        #expect(try await stage.client.run("whoami").exit == .status(3))
    }

    @Test func aPictureGoesIntoAFile() async throws {
        let stage = try await Stage()
        let file = stage.folder.path(of: "picture.jpg")
        let image = try await stage.client.object("image", stage.picture, "--output", file)
        let bytes = try #require(stage.folder.contents(of: "picture.jpg"))
        #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(image["bytes"]?.number == bytes.count)
        #expect(image["file"]?.text == file)
    }

    @Test func theServerIsRememberedByTheProfile() async throws {
        let stage = try await Stage()
        var client = stage.client
        _ = try await client.logIn(as: .ana)
        client.environment = ["ESSENTIAL_SERVER": ""]
        let arguments = ["-u", "ESSENTIAL_SERVER", try Programs.essential, "whoami", "--json"]
        var variables = Surroundings.variables
        variables["ESSENTIAL_HOME"] = client.home
        let outcome = try await ChildProcess.run("/usr/bin/env", arguments, environment: variables)
        #expect(try JSON(parsing: outcome.outputText)["user"]?["email"]?.text == Person.ana.email)
    }

    @Test(.requirement("IMG-10")) func aPictureGoesWhereItIsSentAndCostsNoOtherFile() async throws {
        let stage = try await Stage()
        let id = stage.picture, folder = stage.folder
        func sh(_ script: String) async throws -> ChildProcess.Outcome {
            let line = "set -o pipefail; cd '\(folder.path)'; e() { '\(try Programs.essential)' \"$@\"; }; \(script)"
            return try await ChildProcess.run("bash", ["-c", line], environment: stage.client.variables)
        }
        let saved = try await sh("e image \(id) --output saved.jpg")
        #expect(saved.exit == .status(0), "\(saved.errorText)")
        let picture = try #require(folder.contents(of: "saved.jpg"))
        #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]))
        for script in ["e image \(id) > got", "e image \(id) -o - > got", "e image \(id) --output - | cat > got"] {
            let outcome = try await sh(script)
            #expect(outcome.exit == .status(0) && outcome.errors.isEmpty, "\(script): \(outcome.errorText)")
            #expect(folder.contents(of: "got") == picture, "\(script)")
        }
        #expect(!folder.files().contains("-"))

        let kept = try await sh("echo mine > mine; e image \(id) -o mine")
        #expect(kept.exit == .status(1) && kept.errorText.contains("mine") && kept.errorText.contains("--force"))
        #expect(folder.contents(of: "mine") == Array("mine\n".utf8))
        #expect(try await sh("e image \(id) -o mine --force").exit == .status(0))
        #expect(folder.contents(of: "mine") == picture)

        // Whoever reads has seen enough: no failure. A disk that is full is one.
        let enough = try await sh("e image \(id) | head -c 3")
        #expect(enough.exit == .status(0) && enough.output.count == 3 && enough.errors.isEmpty, "\(enough.errorText)")
        for script in ["e image \(id) > /dev/full", "e image \(id) -o - --language es > /dev/full"] {
            let full = try await sh(script)
            #expect(full.exit == .status(1), "\(script)")
            #expect(full.errorText.contains(script.contains("es >") ? "disco está lleno" : "disk is full"), "\(full)")
        }
        let device = try await sh("e image \(id) -o /dev/full")
        #expect(device.exit == .status(1) && device.errorText.contains("/dev/full"), "\(device.errorText)")
        // Nothing that is opened later takes the place of a stream that is closed.
        let closed = try await sh("e image \(id) >&-")
        #expect(closed.exit == .status(1) && closed.errorText.contains("could not be written"), "\(closed.errorText)")
        #expect(try await stage.client.vault().problem == nil)
        let terminal = await (try stage.terminal("image \(id) -o -")).outcome()
        #expect(terminal.exit == .status(2) && terminal.outputText.contains("> FILE"), "\(terminal.outputText)")
    }
}
