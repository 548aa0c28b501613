import FoundationEssentials
import Glibc
import KernelTesting
import PicturesTesting
import Testing

/// People who come and go in a terminal beside `essential app`.
@Suite(.timeLimit(.minutes(5)))
struct AppPeopleTests {
    @Test(.requirement("LOGOUT-01", "OFFLINE-10", "PUBFEED-04"))
    func nothingOfOnePersonIsThereForTheNext() async throws {
        let stage = try await Stage(), client = stage.client, ben = Person.ben
        let path = stage.folder.path(of: "beach.jpg")
        try SamplePicture.make().write(to: URL(filePath: path))
        _ = try await client.logIn(as: .ana)
        let post = try await client.object("post", path, "--description", "Only for members")
        let picture = try #require(post["image"]?["id"]?.text ?? post["id"]?.text, "\(post)")
        let (app, link) = try await AppVisitor.start(client), root = AppVisitor.root(of: link)
        let person = try await AppVisitor()
        let hers = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        #expect(hers["pictures"]?.number ?? 0 > 10 && hers["missing"]?.number == 0)
        #expect(try await person.goes(to: root + "p/\(picture)")["text"]?.text?.contains("Only for members") == true)
        _ = try await person.does(
            #"{"window": 1, "go": "\#(root)p/\#(picture)", "fill": {"message": "Hers alone"}}"#)

        try await client.object("logout")
        // A page that is open leads away by itself, and keeps what was written for her.
        let turned = try await person.does(#"{"window": 1, "until": "\#(root)p/\#(picture)/comments*"}"#)
        #expect(turned["text"]?.text?.contains("Log in to go on.") == true, "\(turned)")
        let gone = try await person.goes(to: root + "p/\(picture)")
        #expect(gone["text"]?.text?.contains("Only for members") == false && gone["pictures"]?.number == 0, "\(gone)")

        try await client.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        let his = try await person.goes(to: root)
        #expect(his["text"]?.text?.contains("Ana") == true || his["pictures"]?.number ?? 0 > 10)
        #expect(try await person.goes(to: root + "account")["text"]?.text?.contains(ben.name) == true)
        for window in [0, 1] {
            let feed = try await person.does(#"{"window": \#(window), "go": "\#(root)"}"#)
            #expect(feed["text"]?.text?.contains("Hers alone") == false)
            #expect(feed["text"]?.text?.contains("What you wrote before") == false)
        }
        // What he sees is kept for him.
        #expect(await stage.server.stop() == .status(0))
        let kept = try await person.goes(to: root)
        #expect(kept["text"]?.text?.contains("These are the pictures as they were") == true, "\(kept)")
        #expect(kept["pictures"]?.number == his["pictures"]?.number && kept["missing"]?.number == 0)
        await person.leaves()
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))
    }

    /// No server tells it, and the pages turn all the same.
    @Test(.requirement("LOGOUT-01", "OFFLINE-10")) func whoLogsOutWithoutAConnectionLeavesNoPageBehind() async throws {
        let stage = try await Stage(), client = stage.client
        _ = try await client.logIn(as: .ana)
        let (app, link) = try await AppVisitor.start(client), root = AppVisitor.root(of: link)
        let person = try await AppVisitor(), picture = "p/\(stage.picture)"
        _ = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        #expect(try await person.goes(to: root + "account")["text"]?.text?.contains("Ana") == true)
        _ = try await person.does(
            #"{"window": 1, "go": "\#(root)\#(picture)", "fill": {"message": "Hers alone"}}"#)
        #expect(await stage.server.stop() == .status(0))
        try await client.object("logout")
        let account = try await person.does(#"{"window": 0, "until": "\#(root)sign-in?ended=1*"}"#)
        #expect(account["text"]?.text?.contains("Your session here was ended.") == true, "\(account)")
        let picturePage = try await person.does(#"{"window": 1, "until": "\#(root)\#(picture)/comments*"}"#)
        #expect(picturePage["text"]?.text?.contains("Log in to go on.") == true, "\(picturePage)")
        await person.leaves()
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))
    }
}
