import FoundationEssentials
import KernelTesting
import Testing

/// Who reads the feed learns who, when and for whom, and names things as people
/// do.
struct PeoplesHandsTests {
    private let stage: Stage
    private var client: Client { stage.client }

    init() async throws {
        stage = try await Stage()
    }

    /// Publishes a picture of the demo as Ana's.
    private func post(_ title: String) async throws -> String {
        _ = try await client.logIn(as: .ana)
        let file = stage.folder.path(of: "picture")
        try await client.object("image", stage.picture, "-o", file)
        return try #require(
            try await client.object("post", file, "--description", title, "--public")["id"]?.text)
    }

    private func lines(_ text: String) -> [String] {
        text.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test(.requirement("FEED-01", "FEED-50", "FEED-51")) func atEightyColumnsTheTitleHasTheRoom() async throws {
        let title = "A heron at the lake that nobody else has seen there this year"
        let id = try await post(title)
        try await client.object("comment", id, "What a light!")
        let table = lines(try await stage.shown("feed"))
        let row = try #require(table.first { $0.contains("heron") })
        #expect(row.contains(title.prefix(40)) && row.count <= 80, "\(row)")
        #expect(row.contains(id.prefix(8)) && !row.contains(id.prefix(9)) && row.hasSuffix(String(id.prefix(8))))
        #expect(row.contains("(you)") || row.contains("Ana"))
        let wide = lines(try await stage.shown("feed", columns: 200))
        #expect(wide.contains { $0.contains(title) && $0.contains("Ana") && $0.contains(" 1 ") && $0.contains(id) })
        let item = try await client.object("feed", "--limit", "1")["items"]?[0]
        #expect(item?["author"]?["username"]?.text == "Ana" && item?["is_mine"] == .bool(true))
        #expect(item?["comment_count"]?.number == 1 && item?["visibility"]?.text == "public")
        #expect(item?["tint"]?.text?.wholeMatch(of: /#[0-9a-f]{6}/) != nil)
        #expect(item?["width"]?.number != nil && item?["height"]?.number != nil)
    }

    @Test(.requirement("PUBFEED-02")) func aStrangerIsToldWhatIsForStrangers() async throws {
        let items = try #require(try await client.object("feed", "--limit", "100")["items"]?.items)
        #expect(items.allSatisfy { $0["is_mine"] == nil && $0["visibility"]?.text == "public" })
        let answer = try await stage.server.ask("GET", "/feed/\(stage.picture)")
        #expect(answer?.status == 200 && answer?.json?["is_mine"] == nil && answer?.json?["author"] != nil)
    }

    @Test(.requirement("FEED-01", "COMM-20", "COMM-21")) func nobodyCopiesAnIdentifier() async throws {
        _ = try await client.logIn(as: .ana)
        _ = try await client.run("feed", "--limit", "3")
        let items = try #require(try await client.object("feed", "--limit", "3")["items"]?.items)
        let second = try #require(items[1]["id"]?.text)
        #expect(try await client.object("image", "2")["id"]?.text == second)
        #expect(try await client.object("image", String(second.prefix(8)))["id"]?.text == second)
        #expect(try await client.object("image", "\(second.prefix(8))…")["id"]?.text == second)
        let comment = try await client.object("comment", "2", "By number")["id"]?.text
        let listed = try await client.run("comments", "2", "--all")
        #expect(listed.outputText.contains("By number"))
        let number = try #require(
            lines(listed.outputText).last { $0.contains(comment ?? "?") }?.split(separator: " ").first.map(String.init))
        #expect(try await client.object("comments", "delete", "2", number)["deleted"]?.text == comment)
        let after = try await client.object("feed", "--limit", "1", "--after", "2")["items"]?[0]
        #expect(after?["id"]?.text == items[2]["id"]?.text)
        // What the list doesn't have is an error that says where to look.
        let unknown = try await client.run("image", "99")
        #expect(unknown.exit == .status(1) && unknown.errorText.contains("essential feed"))
    }

    @Test(.requirement("SESS-04")) func aSessionIsEndedByItsNumber() async throws {
        _ = try await client.logIn(as: .ana)
        _ = try await stage.token()
        let before = try #require(try await client.object("sessions")["items"]?.items.count)
        let table = lines(try await client.run("sessions").outputText)
        let other = try #require(table.dropFirst().first { !$0.contains("this device") })
        let number = try #require(other.split(separator: " ").first.map(String.init))
        let ended = try await client.run("sessions", "end", number)
        #expect(ended.exit == .status(0) && ended.outputText.contains("The session is over"), "\(ended.outputText)")
        #expect(try await client.object("sessions")["items"]?.items.count == before - 1)
    }

    @Test(.requirement("OFFLINE-01")) func whatWaitsIsDroppedByItsNumber() async throws {
        _ = try await client.logIn(as: .ana)
        _ = await stage.server.stop()
        _ = try await client.run("comment", stage.picture, "later")
        #expect(try await client.run("queue", "list").outputText.contains("in 23 h"))
        #expect(try await client.run("queue", "drop", "1").exit == .status(0))
        #expect(try await client.object("queue", "list")["items"]?.items == [])
    }

    @Test(.requirement("LOGOUT-01")) func afterTheSessionNothingIsLeftOfTheLists() async throws {
        _ = try await client.logIn(as: .ana)
        _ = try await client.run("sessions")
        #expect(stage.folder.files().contains { $0.hasSuffix("/rows.json") })
        _ = try await client.run("logout")
        #expect(!stage.folder.files().contains { $0.hasSuffix("/rows.json") })
    }

    /// Scripts get ISO 8601, people their own time.
    @Test(
        .requirement("L10N-01"),
        arguments: [
            ("UTC", "C.UTF-8", "14 Nov 2023, 22:13"), ("COT5", "en_GB.UTF-8", "14 Nov 2023, 17:13"),
            ("UTC", "en_US.UTF-8", "Nov 14, 2023, 10:13 PM"), ("COT5", "es_ES.UTF-8", "14 nov 2023, 17:13"),
        ])
    func timesAreThoseOfThePerson(zone: String, locale: String, moment: String) async throws {
        _ = try await client.logIn(as: .ana)
        let database = stage.server.data + "/essentiald.sqlite"
        _ = try await ChildProcess.run(
            "sqlite3",
            [
                "-cmd", ".timeout 30000", database,
                "UPDATE images SET created_at = 1700000000000 WHERE id = '\(stage.picture)'",
            ])
        var here = client
        here.environment = ["TZ": zone, "LC_ALL": locale]
        #expect(try await stage.shown("image \(stage.picture)", here.environment).contains(moment))
        #expect(try await here.object("image", stage.picture)["created_at"]?.text == "2023-11-14T22:13:20Z")
        for words in [["feed"], ["comments", "1"], ["sessions"], ["whoami"], ["status"], ["queue", "list"]] {
            let child = try here.spawn(words), outcome = await child.outcome()
            #expect(outcome.exit == .status(0), "\(words): \(outcome.errorText)")
            let text = outcome.outputText + outcome.errorText
            #expect(text.firstMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) == nil, "\(words): \(text)")
        }
    }

    @Test(.requirement("FEED-50", "COMM-01", "IMG-10")) func aPictureIsShownWithAllThereIsToSay() async throws {
        let id = try await post("A heron")
        try await client.object("comment", id, "What a light!")
        _ = try await client.run("feed")
        let shown = try await stage.shown("image \(id.prefix(8))", ["ESSENTIAL_PICTURES": "blocks"])
        for part in ["▀", "A heron", "Ana", "just now", "everyone", "×", "What a light!", id] {
            #expect(shown.contains(part), "\(part)")
        }
        let spanish = try await stage.shown("image \(id) --language es")
        #expect(spanish.contains("todo el mundo") && spanish.contains("ahora mismo"))
    }

    @Test(.requirement("NAV-08"), arguments: [("en", "not logged in"), ("es", "sin iniciar")])
    func theProgramAloneSaysWhereOneStandsAndWhatToDo(language: String, state: String) async throws {
        let stranger = try await client.run("--language", language)
        #expect(stranger.exit == .status(0) && stranger.errorText.isEmpty)
        for part in [stage.server.address, state, "essential register", "essential login", "essential feed"] {
            #expect(stranger.outputText.contains(part), "\(part)")
        }
        _ = try await client.logIn(as: .ana)
        let member = try await client.run("--language", language).outputText
        #expect(member.contains("Ana") && member.contains("essential post") && !member.contains("essential register"))
        _ = await stage.server.stop()
        #expect(try await client.run().exit == .status(0), "also without a server")
    }

    @Test(.requirement("OFFLINE-01"), arguments: [("en", "Nothing waits"), ("es", "Nada espera")])
    func theQueueAloneLists(language: String, text: String) async throws {
        let outcome = try await client.run("queue", "--language", language)
        #expect(outcome.exit == .status(0) && outcome.outputText.contains(text))
    }

    @Test(arguments: [
        (["login"], "--email EMAIL"), (["login", "--email", "ana@example.com"], "--password-stdin"),
        (["register"], "--name NAME"), (["sessions", "end-others"], "--yes"),
    ])
    func whereNobodyCanBeAskedTheOptionIsNamed(words: [String], option: String) async throws {
        let outcome = await (try client.spawn(words)).outcome()
        #expect(outcome.exit == .status(2) && outcome.errorText.contains("Add \(option) to the command."))
    }

    @Test(arguments: ["q", "\u{1B}", "\u{4}"]) func thePagerIsLeftAsPeopleLeavePagers(key: String) async throws {
        let terminal = try stage.terminal("feed")
        #expect(await terminal.readOutput(until: "Show more?").contains("Show more?"))
        terminal.provideInput(key)
        let outcome = await terminal.outcome()
        #expect(outcome.exit == .status(0), "\(outcome.outputText)")
    }

    @Test func noLogLinesWithoutBeingVerbose() async throws {
        _ = try await client.logIn(as: .ana)
        _ = await stage.server.stop()
        for words in [["whoami"], ["feed"], ["comment", stage.picture, "later"], ["status"], ["queue"]] {
            let text = await (try client.spawn(words)).outcome().errorText
            #expect(text.firstMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T/) == nil, "\(words): \(text)")
        }
    }

    @Test(
        .requirement("OFFLINE-03"),
        arguments: [
            (
                "en",
                "Your comment waits on this device, sealed, and goes with the first connection that is found "
                    + "within 24 h.\n  See what waits with: essential queue"
            ),
            (
                "es",
                "Tu comentario espera en este dispositivo, bajo sello, y sale con la primera conexión que se "
                    + "encuentre en 24 h.\n  Mira lo que espera con: essential queue"
            ),
        ])
    func whatIsKeptIsOneSentence(language: String, sentence: String) async throws {
        _ = try await client.logIn(as: .ana)
        _ = await stage.server.stop()
        let comment = try await client.run("comment", stage.picture, "later", "--language", language)
        #expect(comment.exit == .status(4) && comment.errorText.contains(". " + sentence), "\(comment.errorText)")
        #expect(comment.errorText.contains("127.0.0.1:\(stage.server.port)"))
        let queue = try await client.run("queue", "--language", language)
        #expect(queue.outputText.contains("essential queue notify"))
    }

    enum Trouble: CaseIterable {
        case locked, damaged, keyless
    }

    @Test(.requirement("STORE-20"), arguments: Trouble.allCases)
    func aVaultThatCannotBeOpenedIsOneSentenceAndItsNextSteps(trouble: Trouble) async throws {
        _ = try await client.logIn(as: .ana)
        let vault = try #require(client.folder) + "/vault"
        let words: String, step: String
        switch trouble {
        case .locked:
            let file = stage.folder.path(of: "passphrase")
            #expect(
                FileManager.default.createFile(
                    atPath: file, contents: Data("unmistakable vault phrase 4417\n".utf8),
                    attributes: [.posixPermissions: 0o600]))
            try await client.object("vault", "protect", "--with", "passphrase", "--passphrase-file", file)
            (words, step) = ("locked by a pass phrase", "--passphrase-file FILE")
        case .damaged:
            try Data("no header".utf8).write(to: URL(filePath: vault + "/header"))
            (words, step) = ("is damaged", "essential vault reset")
        case .keyless:
            for name in try FileManager.default.contentsOfDirectory(atPath: vault) where name.hasPrefix("key") {
                try FileManager.default.removeItem(atPath: vault + "/" + name)
            }
            (words, step) = ("is gone from", "essential vault reset")
        }
        let commands = [["whoami"], ["feed"], ["comment", stage.picture, "hello"], ["sessions"], ["queue"]]
        for command in commands {
            let outcome = await (try client.spawn(command)).outcome(), text = outcome.errorText
            #expect(outcome.exit == .status(1) && text.contains(words) && text.contains(step), "\(command): \(text)")
            #expect((2...3).contains(text.split(separator: /\.\s+/).count), "\(command): \(text)")
        }
        let status = try await client.run("status")
        #expect(status.exit == .status(0) && status.errorText.isEmpty)
        #expect(status.outputText.contains(words) && status.outputText.contains(step), "\(status.outputText)")
    }

    @Test(.requirement("REG-08")) func scriptsGetTheFieldsOfAFormApart() async throws {
        let child = try client.spawn(["register", "--name", " ", "--email", "x", "--password-stdin", "--json"])
        child.provideInput("short\n")
        let outcome = await child.outcome()
        let errors = try JSON(parsing: outcome.errorText)["error"]?["errors"]?.items
        #expect(outcome.exit == .status(2))
        #expect(errors?.map { $0["pointer"]?.text } == ["/name", "/email", "/password"])
        #expect(errors?.allSatisfy { $0["message"]?.text?.isEmpty == false } == true)
    }

    /// A blank pattern, a mark without a letter, a filler: drawn as nothing.
    @Test(.requirement("SANIT-02"), arguments: ["\u{2800}", "\u{301}\u{308}", "\u{3164} \u{200B}"])
    func whatNobodyCanSeeIsNoText(text: String) async throws {
        let file = stage.folder.path(of: "picture")
        _ = try await client.logIn(as: .ana)
        try await client.object("image", stage.picture, "-o", file)
        let comment = try await client.run("comment", stage.picture, text, "--json")
        #expect(comment.exit == .status(2) && comment.errorCode == "invalid_data", "\(comment.errorText)")
        let post = try await client.run("post", file, "--description", text, "--json")
        #expect(post.exit == .status(1), "\(post.outputText)")
        let name = try await client.run(
            "register", "--name", text, "--email", Person.ben.email, "--password-stdin", "--json",
            input: Person.ben.password + "\n")
        #expect(name.exit == .status(2) && name.errorText.contains("/name"), "\(name.errorText)")
        // The server relies on no client.
        let raw = try await stage.server.ask(
            "POST", "/image/\(stage.picture)/comments", json: #"{"message":"\#(text)"}"#, token: stage.token())
        #expect(raw?.status == 422)
        let form = #"{"name":"\#(text)","email":"x@example.com","password":"\#(Person.ben.password)"}"#
        #expect(try await stage.server.ask("POST", "/auth/register", json: form)?.status == 422)
    }

    @Test(.requirement("COMM-20")) func aCommentThatWasPostedIsNotSaidToHaveFailed() async throws {
        _ = try await client.logIn(as: .ana)
        for (language, words) in [("en", "did its work"), ("es", "hizo su trabajo")] {
            let outcome = try await ChildProcess.run(
                "sh",
                ["-c", "exec \"$@\" > /dev/full", "sh", Programs.essential]
                    + ["comment", stage.picture, "Said once, \(language).", "--language", language],
                environment: client.variables)
            #expect(outcome.exit == .status(1) && outcome.errorText.contains(words), "\(outcome.errorText)")
        }
        let said = try await client.object("comments", stage.picture)["items"]?.items.compactMap { $0["message"]?.text }
        #expect(said?.filter { $0.hasPrefix("Said once") } == ["Said once, en.", "Said once, es."])
    }
}
