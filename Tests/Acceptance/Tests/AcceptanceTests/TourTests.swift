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
        let comments = try await client.run("comments", stage.picture, "--json")
        #expect(comments.exit == .status(4) && comments.errorCode == "no_connectivity")
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
        #expect(status["vault"]?["records"]?.number == 1, "what says that the device is known")
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
}
