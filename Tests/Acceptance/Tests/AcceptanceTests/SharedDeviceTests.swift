import FoundationEssentials
import KernelTesting
import PicturesTesting
import Testing

/// A device that several people use, one after the other.
struct SharedDeviceTests {
    @Test(.requirement("OFFLINE-10", "TOKEN-23"))
    func whatWaitsForOnePersonSurvivesAnotherOneAndIsSentForItsOwner() async throws {
        let stage = try await Stage()
        let client = stage.client, picture = stage.picture, ben = Person.ben
        let other = Client(home: stage.folder.path(of: "other"), address: client.address)
        _ = try await client.logIn(as: .ana)
        _ = try await other.logIn(as: .ana)
        try await other.object("sessions", "end-others", "--yes")
        let comment = try await client.run("comment", picture, "Written before Ben came.", "--json")
        #expect(comment.exit == .status(3), "\(comment.errorText)")
        #expect(comment.errorText.contains("waits on this device"))

        try await client.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        let queue = try await client.object("queue", "list")
        #expect(queue["items"]?.items == [] && queue["others"]?.number == 1)
        #expect(try await !client.run("queue", "list").outputText.contains(picture))
        _ = try await client.run("queue", "retry")
        try await client.object("queue", "drop", "--all")
        #expect(try await client.object("logout")["removed"] == nil, "nothing of Ben's")
        #expect(try await client.object("queue", "list")["others"]?.number == 1)

        let again = try await client.run(
            "login", "--email", Person.ana.email, "--password-stdin", input: Person.ana.password + "\n")
        #expect(again.exit == .status(0))
        _ = try await client.run("queue", "retry")
        let posted = try await client.object("comments", picture)["items"]?.items ?? []
        let mine = posted.filter { $0["message"]?.text == "Written before Ben came." }
        #expect(mine.map { $0["author"]?["username"]?.text } == ["Ana"], "once, and in her name")
        #expect(await stage.server.stop() == .status(0))
    }

    /// Somebody's session ends without a connection, another person comes and
    /// goes, and the picture is published in its author's name.
    @Test(.requirement("OFFLINE-10", "OFFLINE-03")) func aPictureThatWaitsIsPublishedForItsAuthorOnly() async throws {
        let stage = try await Stage()
        let client = stage.client, ben = Person.ben, path = stage.folder.path(of: "beach.jpg")
        let other = Client(home: stage.folder.path(of: "other"), address: client.address)
        _ = try await client.logIn(as: .ana)
        try SamplePicture.make().write(to: URL(filePath: path))
        #expect(await stage.server.stop() == .status(0))
        let post = try await client.run("post", path, "--description", "Ana's beach", "--json")
        #expect(post.exit == .status(4), "\(post.errorText)")

        let server = try await Server(data: stage.server.data, port: stage.server.port)
        _ = try await other.logIn(as: .ana)
        try await other.object("sessions", "end-others", "--yes")
        #expect(try await client.run("whoami").exit == .status(3), "the session is over")
        try await client.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        let queue = try await client.object("queue", "list")
        #expect(queue["items"]?.items == [] && queue["others"]?.number == 1)
        #expect(try await !client.run("queue", "list").outputText.contains("beach"))
        _ = try await client.run("queue", "retry")
        try await client.object("queue", "drop", "--all")
        try await client.object("logout")

        let again = try await client.run(
            "login", "--email", Person.ana.email, "--password-stdin", input: Person.ana.password + "\n")
        #expect(again.exit == .status(0))
        _ = try await client.run("queue", "retry")
        let feed = try await client.object("feed", "--limit", "50")["items"]?.items ?? []
        let hers = feed.filter { $0["description"]?.text == "Ana's beach" }
        #expect(hers.map { $0["author"]?["username"]?.text } == ["Ana"], "once, and in her name")
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("OFFLINE-10", "LOGOUT-01", "OFFLINE-03"))
    func whoLogsOutIsToldWhatGoes() async throws {
        let stage = try await Stage()
        let client = stage.client
        _ = try await client.logIn(as: .ana)
        #expect(await stage.server.stop() == .status(0))
        for number in 1...2 { _ = try await client.run("comment", stage.picture, "Number \(number)") }
        let refused = try await client.run("logout")
        #expect(refused.exit == .status(1) && refused.errorText.contains("comments: 2"))
        #expect(try await client.object("queue", "list")["items"]?.items.count == 2, "nothing went unasked")
        #expect(try await client.object("logout", "--drop-waiting")["removed"]?.number == 2)
        let waiting = try await client.object("queue", "list")
        #expect(waiting["items"]?.items.map { $0["kind"]?.text } == ["logout"] && waiting["others"]?.number == 0)
    }

    /// Somebody else was first to make a folder, and it leads to files that the
    /// program must not touch.
    @Test(arguments: ["profiles", "profiles/default", "profiles/default/servers", "own", "own/cache", "own/app/launch"])
    func aLinkInPlaceOfAFolderIsRefused(place: String) async throws {
        let stage = try await Stage()
        let client = stage.client, folder = stage.folder
        _ = try await client.logIn(as: .ana)
        try await client.object("image", stage.picture)
        let own = try #require(client.folder)
        let path = place.hasPrefix("own") ? own + place.dropFirst(3) : client.home + "/" + place
        let elsewhere = folder.path(of: "elsewhere")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
        let before = folder.files()
        for words in [["feed"], ["image", stage.picture], ["comment", stage.picture, "Hello."], ["logout"]] {
            for language in ["en", "es"] {
                let child = try client.spawn(words + ["--language", language])
                let outcome = await child.outcome()
                #expect(outcome.exit == .status(1), "\(words): \(outcome.outputText)")
                let texts = language == "en" ? ["isn't safe to use", "isn't a folder"] : ["no es seguro", "no es una"]
                #expect(texts.contains { outcome.errorText.contains($0) }, "\(words): \(outcome.errorText)")
            }
        }
        #expect(folder.files() == before, "nothing is written or deleted")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: elsewhere, toPath: path)
        #expect(try await client.object("whoami")["user"]?["name"]?.text == Person.ana.name)
    }

    /// Somebody else logs in at another terminal while a question stands.
    @Test(
        .requirement("SESS-16", "DATA-01", "COMM-01"),
        arguments: [("rename", "Ana Maria"), ("comment PICTURE", "Ana's own words")])
    func whatIsTypedForOnePersonIsDoneInNobodyElsesName(words: String, typed: String) async throws {
        let stage = try await Stage(), client = stage.client, ben = Person.ben
        _ = try await client.logIn(as: .ana)
        let terminal = try stage.terminal(words.replacing("PICTURE", with: stage.picture))
        _ = await terminal.readOutput(until: ": ")
        try await client.object("logout")
        try await client.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        terminal.provideInput(typed + "\n")
        let outcome = await terminal.outcome()
        #expect(outcome.exit != .status(0) && outcome.outputText.contains("Somebody else is logged in"))
        #expect(try await client.object("whoami")["user"]?["name"]?.text == ben.name)
        let comments = try await client.object("comments", stage.picture)["items"]?.items ?? []
        #expect(comments.allSatisfy { $0["message"]?.text != typed })
        #expect(try await client.object("queue", "list")["items"]?.items == [])
    }

    @Test func foldersThatOthersMayUseAreNarrowed() async throws {
        let stage = try await Stage()
        let client = stage.client
        try await client.object("feed")
        let own = try #require(client.folder)
        for path in [client.home + "/profiles", own, own + "/cache"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
        }
        try await client.object("feed")
        for path in [client.home + "/profiles", own, own + "/cache"] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o700, "\(path)")
        }
    }
}
