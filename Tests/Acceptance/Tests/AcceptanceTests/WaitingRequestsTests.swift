import FoundationEssentials
import Glibc
import KernelTesting
import PicturesTesting
import Testing

/// What is asked for without a connection, or as the session turns out to be
/// over, is kept sealed and done once.
struct WaitingRequestsTests {
    @Test(.requirement("OFFLINE-01", "OFFLINE-03"))
    func commentsWaitAndAreSentOnceWhateverIsKilled() async throws {
        let stage = try await Stage()
        let client = stage.client, picture = stage.picture
        _ = try await client.logIn(as: .ana)
        #expect(await stage.server.stop() == .status(0))
        let messages = (1...12).map { "comment number \($0)" }
        for message in messages {
            let outcome = try await client.run("comment", picture, message, "--json")
            #expect(outcome.exit == .status(4))
            #expect(outcome.errorCode == "no_connectivity")
            #expect(outcome.errorText.contains("waits on this device"))
        }
        let waiting = try await client.object("status")["waiting"]?.items ?? []
        #expect(waiting.map { $0["kind"]?.text } == messages.map { _ in "comment" })
        #expect(Set(waiting.map { $0["subject"]?.text }) == [picture])
        #expect(try await client.run("status").outputText.contains("comments: 12"))
        #expect(try Self.contents(of: client.home).allSatisfy { !$0.contains("comment number") }, "sealed")

        var server = try await Server(data: stage.server.data, port: stage.server.port)
        var generator = SeededGenerator(seed: 0xC0FFEE)
        for round in 0..<24 {
            let child = try client.spawn(["queue", "retry"])
            let delay = UInt32.random(in: 20_000..<300_000, using: &generator)
            try await pass(microseconds: delay)
            if round % 6 == 5 {
                await server.kill()
                server = try await Server(data: stage.server.data, port: stage.server.port)
            }
            child.send(SIGKILL)
            _ = await child.outcome()
        }
        _ = try await client.run("queue", "retry")
        #expect(try await client.object("status")["waiting"]?.items == [])
        let posted = try await client.object("comments", picture)["items"]?.items.compactMap { $0["message"]?.text }
        #expect(posted?.filter { $0.hasPrefix("comment number") } == messages, "each once, in order")
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("OFFLINE-01", "OFFLINE-03", "IMG-43"))
    func picturesWaitAndArePublishedOnceWhateverIsKilled() async throws {
        let stage = try await Stage()
        let client = stage.client, titles = (1...4).map { "Picture number \($0)" }
        _ = try await client.logIn(as: .ana)
        #expect(await stage.server.stop() == .status(0))
        let path = stage.folder.path(of: "beach.jpg")
        try SamplePicture.phoneJPEG(width: 900, height: 700).write(to: URL(filePath: path))
        for title in titles {
            let outcome = try await client.run("post", path, "--description", title, "--public", "--json")
            #expect(outcome.exit == .status(4) && outcome.errorCode == "no_connectivity")
            #expect(outcome.errorText.contains("Your picture waits on this device, sealed, and goes with the first"))
        }
        try FileManager.default.removeItem(atPath: path)
        let waiting = try await client.object("queue", "list")["items"]?.items ?? []
        #expect(waiting.map { $0["kind"]?.text } == titles.map { _ in "post" })
        #expect(waiting.map { $0["subject"]?.text } == titles)
        #expect(try await client.run("queue", "list").outputText.contains(titles[0]))
        let spanish = try await client.run("status", "--language", "es")
        #expect(spanish.outputText.contains("imágenes: 4"))
        for trace in [titles[0], SamplePicture.camera] {
            #expect(try Self.contents(of: client.home).allSatisfy { !$0.contains(trace) }, "sealed")
        }

        var server = try await Server(data: stage.server.data, port: stage.server.port)
        var generator = SeededGenerator(seed: 0xBEAC4)
        for round in 0..<12 {
            let child = try client.spawn(["queue", "retry"])
            try await pass(microseconds: UInt32.random(in: 20_000..<500_000, using: &generator))
            if round % 6 == 5 {
                await server.kill()
                server = try await Server(data: stage.server.data, port: stage.server.port)
            }
            child.send(SIGKILL)
            _ = await child.outcome()
        }
        _ = try await client.run("queue", "retry")
        #expect(try await client.object("status")["waiting"]?.items == [])
        let feed = try await client.object("feed", "--limit", "50")["items"]?.items ?? []
        let published = feed.compactMap { $0["description"]?.text }.filter { titles.contains($0) }
        #expect(Array(published.reversed()) == titles, "each once, in order")
        #expect(try Self.contents(of: client.home).allSatisfy { !$0.contains(SamplePicture.camera) })
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("OFFLINE-03"), arguments: [false, true])
    func whatGoesByItselfIsToldInOneLineButToNoProgram(isProgram: Bool) async throws {
        let stage = try await Stage()
        let client = stage.client
        _ = try await client.logIn(as: .ana)
        #expect(await stage.server.stop() == .status(0))
        #expect(try await client.run("comment", stage.picture, "later").exit == .status(4))
        let server = try await Server(data: stage.server.data, port: stage.server.port)
        // A busy machine may take longer than the command waits for it.
        for _ in 0..<20 {
            let run = try await (isProgram ? client.run("whoami", "--json") : client.run("whoami"))
            let lines = run.errorText.split(separator: "\n").filter { $0.contains("Your comment is posted.") }
            if try await client.object("queue", "list")["items"]?.items == [] {
                #expect(lines.count == (isProgram ? 0 : 1) && !run.outputText.contains("posted"))
                break
            }
        }
        #expect(try await client.run("whoami").errorText.isEmpty, "and once only")
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("OFFLINE-03")) func aPictureThatIsTooLargeToWaitIsSaidToBe() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        #expect(await stage.server.stop() == .status(0))
        let path = stage.folder.path(of: "large.jpg")
        try (SamplePicture.make() + Data(count: 16 << 20)).write(to: URL(filePath: path))
        let outcome = try await stage.client.run("post", path, "--json")
        #expect(outcome.exit == .status(4) && outcome.errorCode == "no_connectivity")
        #expect(outcome.errorText.contains("can't wait") && outcome.errorText.contains("Post the same again"))
        #expect(try await stage.client.object("queue", "list")["items"]?.items == [])
    }

    @Test(.requirement("LOGIN-11", "LOGIN-12", "LOGIN-13", "LOGIN-10", "LOGIN-28", "D9"))
    func aLoginWithoutTheServerIsDoneByTheCommandsThatFollow() async throws {
        let stage = try await Stage()
        let client = stage.client, ana = Person.ana
        #expect(await stage.server.stop() == .status(0))
        let outcome = try await client.run(
            "login", "--email", ana.email, "--password-stdin", "--json", input: ana.password + "\n")
        #expect(outcome.exit == .status(4) && outcome.errorCode == "no_connectivity")
        let told = try await client.run(
            "login", "--email", ana.email, "--password-stdin", "--verbose", input: ana.password + "\n")
        #expect(told.errorText.contains("LoginFailed"), "who follows logins hears of it")
        let remembered = "home/profiles/default/server"
        #expect(try await client.object("queue", "notify")["count"]?.number == 1)
        #expect(try Self.contents(of: client.home).allSatisfy { !$0.contains(ana.password) }, "sealed")
        #expect(try await client.run("whoami").exit == .status(3))

        let server = try await Server(data: stage.server.data, port: stage.server.port)
        let who = try await client.runUntilNothingWaits("whoami")
        #expect(who.last.outputText.contains(ana.email))
        #expect(who.errors.contains("you are logged in as Ana"))
        #expect(stage.folder.contents(of: remembered) != nil, "its server is remembered, though nobody was there")
        #expect(try await client.object("queue", "list")["items"]?.items == [])
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("REG-19", "REG-20", "REG-21", "REG-24", "REG-26", "D9"))
    func aRegistrationWithoutTheServerIsDoneAndTold() async throws {
        let stage = try await Stage()
        let client = stage.client, ben = Person.ben
        #expect(await stage.server.stop() == .status(0))
        let outcome = try await client.run(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", "--json",
            input: ben.password + "\n")
        #expect(outcome.exit == .status(4) && outcome.errorCode == "no_connectivity")
        #expect(outcome.errorText.contains("waits on this device, sealed"))
        #expect(try await client.run("queue").outputText.contains("essential queue notify"))
        try await client.object("queue", "notify")
        #expect(try Self.contents(of: client.home).allSatisfy { !$0.contains(ben.password) }, "sealed")

        let server = try await Server(data: stage.server.data, port: stage.server.port)
        let who = try await client.runUntilNothingWaits("whoami")
        #expect(who.last.outputText.contains(ben.email))
        #expect(who.errors.contains("\(ben.email): Your account is made"))
        #expect(try await client.object("status")["waiting"]?.items == [])
        #expect(await server.stop() == .status(0))
    }

    /// The server has moved, say, and the person logs in where it is now.
    @Test(.requirement("OFFLINE-03")) func whatWaitsForAnotherAddressIsNotForgotten() async throws {
        let stage = try await Stage()
        let client = stage.client, elsewhere = "http://127.0.0.1:9"
        _ = try await client.logIn(as: .ana)
        #expect(await stage.server.stop() == .status(0))
        _ = try await client.run("comment", stage.picture, "later")
        let known = "essential queue --server \(client.address)"
        for command in ["status", "queue"] {
            let run = try await client.run(command, "--server", elsewhere)
            #expect(run.outputText.contains("wait for \(client.address), and go there alone: 1."), "\(run.outputText)")
            #expect(run.outputText.contains(known), "\(run.outputText)")
            #expect(try await !client.run(command).outputText.contains("go there alone"), "it is said by its own list")
        }
        // A pass phrase is asked for by whom it concerns.
        let phrase = stage.folder.path(of: "phrase")
        try Data("three green frogs".utf8).write(to: URL(filePath: phrase))
        #expect(chmod(phrase, 0o600) == 0)
        let locked = try await client.run("vault", "protect", "--with", "passphrase", "--passphrase-file", phrase)
        #expect(locked.exit == .status(0), "\(locked.errorText)")
        let silent = try await client.run("status", "--server", elsewhere)
        #expect(silent.exit == .status(0) && !silent.outputText.contains("go there alone"))
    }

    @Test(.requirement("TOKEN-23", "LOGIN-17"))
    func whatMetTheEndOfTheSessionIsDoneAfterTheNextLogin() async throws {
        let stage = try await Stage()
        let client = stage.client, picture = stage.picture
        let other = Client(home: stage.folder.path(of: "other"), address: client.address)
        _ = try await client.logIn(as: .ana)
        _ = try await other.logIn(as: .ana)
        let sessions = try await client.object("sessions")["items"]?.items ?? []
        let id = try #require(sessions.first { $0["current"] == .bool(true) }?["id"]?.text)
        _ = try await other.run("sessions", "end", id)

        let outcome = try await client.run("comment", picture, "interrupted", "--json")
        #expect(outcome.exit == .status(3) && outcome.errorCode == "not_logged_in")
        #expect(outcome.errorText.contains("posted when you log in again"))
        #expect(try await client.run("whoami").exit == .status(3))
        let status = try await client.object("status")
        #expect(status["waiting"]?.items == [] && status["others_waiting"]?.number == 1, "nobody sees whose it is")

        let login = try await client.run(
            "login", "--email", Person.ana.email, "--password-stdin", input: Person.ana.password + "\n")
        #expect(login.exit == .status(0))
        #expect(login.errorText.contains("Your comment is posted"))
        let posted = try await client.object("comments", picture)["items"]?.items.compactMap { $0["message"]?.text }
        #expect(posted?.filter { $0 == "interrupted" }.count == 1)
        #expect(try await client.object("status")["waiting"]?.items == [])
    }

    @Test(.requirement("OFFLINE-03", "LOGOUT-01")) func loggingOutWipesWhatWaits() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        #expect(await stage.server.stop() == .status(0))
        _ = try await stage.client.run("comment", stage.picture, "never mind")
        let path = stage.folder.path(of: "beach.jpg")
        try SamplePicture.make().write(to: URL(filePath: path))
        _ = try await stage.client.run("post", path)
        #expect(try await stage.client.object("queue", "list")["items"]?.items.count == 2)
        try await stage.client.object("logout", "--drop-waiting")
        let waiting = try await stage.client.object("status")["waiting"]?.items ?? []
        #expect(waiting.map { $0["kind"]?.text } == ["logout"])
    }

    /// The contents of all files below a folder, as far as they are text.
    private static func contents(of folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).compactMap { path in
            FileManager.default.contents(atPath: folder + "/" + path).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
