import FoundationEssentials
import KernelTesting
import Testing

/// What there is without a connection, and what is said of the rest.
struct OfflineTests {
    /// The identifiers on the pages from the start to the end, as somebody scrolls.
    private func scroll(_ client: Client, from source: String) async throws -> [String] {
        var seen: [String] = [], next: String?
        repeat {
            let arguments = ["feed", "--limit", "7", "--json"] + (next.map { ["--after", $0] } ?? [])
            let outcome = await (try client.spawn(arguments)).outcome()
            #expect(outcome.exit == .status(0), "\(outcome.errorText)")
            let page = try JSON(parsing: outcome.outputText)
            #expect(page["source"]?.text == source)
            seen += page["items"]?.items.compactMap { $0["id"]?.text } ?? []
            next = page["next"]?.text
        } while next != nil
        return seen
    }

    @Test(.requirement("FEED-01", "FEED-03", "PUBFEED-04", "PUBFEED-05"))
    func whatWasSeenCanBeReadAndScrolled() async throws {
        let stage = try await Stage()
        let client = stage.client
        _ = try await client.logIn(as: .ana)
        let whole = try await scroll(client, from: "remote")
        #expect(whole.count >= 24 && Set(whole).count == whole.count)
        try await client.object("image", stage.picture)
        #expect(await stage.server.stop() == .status(0))

        #expect(try await scroll(client, from: "cache") == whole)
        let feed = try await client.run("feed", "--all")
        #expect(feed.exit == .status(0))
        #expect(feed.errorText.contains("can't be reached"))
        #expect(feed.outputText.contains("all that is kept on this device"))
        #expect(try await client.run("image", stage.picture).exit == .status(0))

        let server = try await Server(data: stage.server.data, port: stage.server.port)
        #expect(try await scroll(client, from: "remote") == whole)
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("COMM-01", "COMM-02")) func commentsThatWereSeenAreThereAsTheyWere() async throws {
        let stage = try await Stage()
        let client = stage.client, picture = stage.picture
        let feed = try await client.object("feed")["items"]?.items ?? []
        let other = try #require(feed.compactMap { $0["id"]?.text }.first { $0 != picture })
        _ = try await client.logIn(as: .ana)
        _ = try await client.object("comment", picture, "Seen before.")
        let seen = try await client.object("comments", picture)
        #expect(await stage.server.stop() == .status(0))

        let kept = try await client.object("comments", picture)
        #expect(kept["items"]?.items == seen["items"]?.items && kept["saved_at"]?.text != nil)
        let read = try await client.run("comments", picture)
        #expect(read.exit == .status(0) && read.outputText.contains("Seen before."))
        #expect(
            read.errorText.contains("See whether it runs. These are the comments as they were"), "\(read.errorText)")
        let never = try await client.run("comments", other)
        #expect(never.exit == .status(4) && never.errorText.contains("can't be reached. See whether it runs"))
    }

    @Test(.requirement("COMM-01", "COMM-02", "OFFLINE-01"))
    func aCommentIsShownAtOncePostedLaterAndTakenBack() async throws {
        let stage = try await Stage()
        let client = stage.client, picture = stage.picture
        _ = try await client.logIn(as: .ana)
        #expect(await stage.server.stop() == .status(0))

        let comment = try await client.run("comment", picture, "Seen from afar.")
        #expect(comment.exit == .status(4))
        #expect(comment.outputText.contains("waits on this device") && comment.outputText.contains("Seen from afar."))
        let offline = try await client.run("comments", picture)
        #expect(offline.exit == .status(4))
        #expect(offline.outputText.contains("Seen from afar."))

        let server = try await Server(data: stage.server.data, port: stage.server.port)
        _ = try await client.run("queue", "retry")
        let posted = try await client.object("comments", picture)
        #expect(posted["waiting"] == nil)
        let mine = posted["items"]?.items.filter { $0["message"]?.text == "Seen from afar." } ?? []
        let id = try #require(mine.first?["id"]?.text)
        #expect(mine.count == 1)
        #expect(try await client.object("comments", "delete", picture, id)["deleted"]?.text == id)
        let again = try await client.run("comments", "delete", picture, id, "--json")
        #expect(again.exit == .status(1) && again.errorCode == "comment_not_found")
        let others = posted["items"]?.items.filter { $0["id"]?.text != id } ?? []
        #expect(try await client.object("comments", picture)["items"]?.items == others)
        if let other = others.first?["id"]?.text {
            let outcome = try await client.run("comments", "delete", picture, other, "--json")
            #expect(outcome.exit == .status(1) && outcome.errorCode == "not_the_author")
        }
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("FEED-05", "IMG-13", "COMM-02", "OFFLINE-02", "PUBFEED-04"))
    func whatCannotBeDoneIsSaidPlainly() async throws {
        let stage = try await Stage()
        let client = stage.client, nobody = "00000000-0000-4000-8000-000000000000"
        _ = try await client.logIn(as: .ana)
        #expect(await stage.server.stop() == .status(0))
        let commands = [
            ["feed"], ["image", stage.picture], ["comments", stage.picture],
            ["comments", "delete", stage.picture, nobody], ["sessions"],
        ]
        for command in commands {
            let outcome = await (try client.spawn(command + ["--json"])).outcome()
            #expect(outcome.exit == .status(4) && outcome.errorCode == "no_connectivity", "\(command)")
            let text = await (try client.spawn(command + ["--language", "es"])).outcome()
            #expect(text.exit == .status(4) && text.errorText.contains("servidor"), "\(command): \(text.errorText)")
        }
        #expect(try await client.object("queue", "list")["items"]?.items == [], "nothing of it waits")
    }

    @Test(.requirement("D4", "FEED-03", "FEED-04", "FEED-22"))
    func whatWasKeptIsShownForSevenDaysAndNotASecondLonger() async throws {
        let clock = try await ShiftedClock()
        let stage = try await Stage(clock: clock)
        let client = stage.client
        try await client.object("feed", "--limit", "3")
        #expect(await stage.server.stop() == .status(0))
        // Each command takes a moment, too.
        try clock.pass(seconds: 7 * 86_400 - 120)
        #expect(try await client.object("feed")["source"]?.text == "cache")
        try clock.pass(seconds: 120)
        let late = try await client.run("feed", "--json")
        #expect(late.exit == .status(4) && late.errorCode == "no_connectivity", "\(late.errorText)")
    }

    @Test(.requirement("D4")) func whatWasKeptInTheFutureIsNotShown() async throws {
        let clock = try await ShiftedClock()
        let stage = try await Stage(clock: clock)
        try await stage.client.object("feed", "--limit", "3")
        #expect(await stage.server.stop() == .status(0))
        try clock.setTimeOfDay(yearsOff: -1)
        let early = try await stage.client.run("feed", "--json")
        #expect(early.exit == .status(4) && early.errorCode == "no_connectivity", "\(early.errorText)")
    }

    @Test func anAdministratorHidesAPictureBesideTheServer() async throws {
        let stage = try await Stage()
        let client = stage.client, picture = stage.picture
        #expect(try await client.object("feed", "--limit", "1")["items"]?[0]?["id"]?.text == picture)
        let hidden = try await administrate(stage, "hide", picture)
        #expect(hidden == (try JSON(parsing: #"{"id":"\#(picture)","hidden":true}"#)))
        #expect(try await client.object("feed", "--limit", "1")["items"]?[0]?["id"]?.text != picture)
        let image = try await client.run("comments", picture, "--json")
        #expect(image.exit == .status(3) && image.errorCode == "not_logged_in", "strangers learn nothing of it")
        #expect(try await administrate(stage, "hidden")["items"]?[0]?["id"]?.text == picture)
        _ = try await administrate(stage, "show", picture)
        #expect(try await client.object("feed", "--limit", "1")["items"]?[0]?["id"]?.text == picture)
        #expect(try await administrate(stage, "hidden")["items"]?.items == [])
    }

    private func administrate(_ stage: Stage, _ words: String...) async throws -> JSON {
        var variables = Surroundings.variables
        variables["HOME"] = stage.folder.path
        let outcome = try await ChildProcess.run(
            Programs.essentiald, ["feed"] + words + ["--server.data", stage.server.data, "--json"],
            environment: variables)
        guard outcome.exit == .status(0) else { throw CommandFailed(arguments: words, outcome: outcome) }
        return try JSON(parsing: outcome.outputText)
    }
}
