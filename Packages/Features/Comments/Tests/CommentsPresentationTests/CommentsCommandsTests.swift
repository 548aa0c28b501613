import CommentsAPI
import CommentsPresentation
import CommentsTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Presenting
import Testing

struct CommentsCommandsTests {
    let image = ImageID("6F9619FF-8B86-D011-B42D-00CF4FC964FF")!
    let comment = ImageComment(
        id: CommentID("00000000-0000-4000-8000-000000000001")!, message: "What a light!",
        createdAt: Date(timeIntervalSince1970: 1_589_973_899), username: "Ada")

    func run(
        _ spy: CommentsSpy, _ words: String..., on terminal: TerminalSpy = TerminalSpy()
    ) async throws -> CommandRun {
        try await runner(spy).run(words, on: terminal)
    }

    func runner(_ spy: CommentsSpy, waiting: [CommentMessage] = []) throws -> CommandRunner {
        var host = PluginHost()
        let time = comment.createdAt.addingTimeInterval(3 * 3_600)
        try host.install(
            CommentsPresentationPlugin.self,
            .init(
                loading: spy, posting: spy, deleting: spy, waiting: WaitingCommentsStub(messages: waiting),
                now: { time }))
        return CommandRunner(
            try host.composed(), offering: [.logIn: "essential login", .verify: "essential verify CODE"])
    }

    @Test func areDeclaredWithoutAMistake() throws {
        try runner(CommentsSpy()).expectWellFormed()
    }

    @Test(.requirement("COMM-01"), arguments: [("en", "3 h ago"), ("es", "hace 3 h")])
    func showsWhoSaidWhatAndWhen(language: String, time: String) async throws {
        let spy = CommentsSpy(comments: .success([comment]))
        let run = try await run(spy, "comments", "\(image)", "--language", language)
        #expect(run.exit == .success)
        for text in ["Ada", time, "What a light!", "\(comment.id)"] { #expect(run.output.contains(text)) }
        #expect(spy.calls == [.load(image)])
    }

    @Test(.requirement("COMM-01", "COMM-21")) func givesScriptsTheNamesOfTheWire() async throws {
        let run = try await run(CommentsSpy(comments: .success([comment])), "comments", "\(image)", "--json")
        #expect(
            run.output == """
                {"items":[{"author":{"username":"Ada"},"created_at":"2020-05-20T11:24:59Z",\
                "id":"00000000-0000-4000-8000-000000000001","message":"What a light!"}]}\n
                """)
    }

    /// A name stands behind the mark, and so does whatever it says of itself.
    @Test(.requirement("COMM-22")) func noNameStandsWhereTheAuthorsMarkDoes() async throws {
        let comments = [("Ada", true), ("Ada  \u{FF08}author\u{FF09}", false)].map { name, isOfAuthor in
            ImageComment(
                id: CommentID(UUID()), message: "Mine.", createdAt: comment.createdAt, username: name,
                isOfAuthor: isOfAuthor)
        }
        let run = try await run(CommentsSpy(comments: .success(comments)), "comments", "\(image)", "--language", "en")
        let lines = run.output.split(separator: "\n").filter { $0.contains("Ada") }
        #expect(lines.map { $0.contains("(author)  Ada") } == [true, false], "\(lines)")
    }

    @Test(
        .requirement("REG-44"),
        arguments: [
            ("Ana", nil), ("\u{410}na", "(letters of several scripts)"), ("Ａｎａ", "(letters of another form)"),
        ] as [(String, String?)])
    func aNameThatIsMadeToLookLikeAnotherIsMarked(name: String, mark: String?) async throws {
        let comments = [
            ImageComment(id: CommentID(UUID()), message: "Mine.", createdAt: comment.createdAt, username: name)
        ]
        let run = try await run(CommentsSpy(comments: .success(comments)), "comments", "\(image)", "--language", "en")
        #expect(run.output.contains("(letters of") == (mark != nil))
        if let mark { #expect(run.output.contains("\(name)  \(mark)")) }
    }

    @Test(arguments: [("en", "Nobody has said anything yet."), ("es", "Nadie ha dicho nada todavía.")])
    func saysThatThereAreNone(language: String, text: String) async throws {
        let run = try await run(CommentsSpy(), "comments", "\(image)", "--language", language)
        #expect(run.exit == .success)
        #expect(run.output.contains(text))
    }

    private func comments(_ count: Int) -> [ImageComment] {
        (1...count).map { number in
            ImageComment(
                id: CommentID(UUID()), message: "number \(number).", createdAt: comment.createdAt, username: "Ada")
        }
    }

    @Test(.requirement("FEED-62")) func scriptsGetAPageAndAreToldWhereItGoesOn() async throws {
        let all = comments(5), spy = CommentsSpy(comments: .success(all))
        let run = try await run(spy, "comments", "\(image)", "--limit", "2", "--json")
        #expect(run.output.contains(#""next":"\#(all[1].id)""#) && !run.output.contains("number 3."))
        #expect(spy.calls == [.load(image)])
        let rest = try await self.run(spy, "comments", "\(image)", "--after", "\(all[1].id)", "--json")
        #expect(rest.output.contains("number 5.") && !rest.output.contains("next"))
        let whole = try await self.run(spy, "comments", "\(image)", "--limit", "2", "--all", "--json")
        #expect(whole.output.contains("number 1.") && whole.output.contains("number 5."))
    }

    @Test(.requirement("FEED-62"), arguments: [("en", "There are more"), ("es", "Hay más")])
    func aPipeGetsAPageAndIsToldWhereItGoesOn(language: String, text: String) async throws {
        let all = comments(3)
        let run = try await runner(CommentsSpy(comments: .success(all)), waiting: [CommentMessage("Mine.")!])
            .run("comments", "\(image)", "--limit", "2", "--language", language)
        #expect(run.output.contains("number 2.") && !run.output.contains("number 3."))
        #expect(run.output.contains("\(text): essential comments \("\(image)".prefix(8)) --after 2"))
        #expect(run.output.contains("Mine."))
    }

    @Test(.requirement("FEED-62")) func whoWantsMoreIsShownTheNextPageAndWhatWaitsLast() async throws {
        let all = comments(5), spy = CommentsSpy(comments: .success(all))
        let terminal = TerminalSpy(answers: [.text("y"), .text("n")], width: 100)
        let run = try await runner(spy, waiting: [CommentMessage("Mine.")!])
            .run("comments", "\(image)", "--limit", "2", on: terminal)
        #expect(spy.calls == [.load(image), .load(image, after: all[1].id)])
        let order = ["number 1.", "number 4.", "Mine."].map { run.output.firstRange(of: $0)?.lowerBound }
        #expect(!order.contains(nil) && order.compactMap(\.self) == order.compactMap(\.self).sorted())
        #expect(!run.output.contains("number 5."))
    }

    @Test(.requirement("FEED-62", "COMM-02")) func whatWasShownStaysWhenTheNextPageCannotBeLoaded() async throws {
        let all = comments(4), spy = CommentsSpy(comments: .success(all), failsAfter: all[1].id)
        let run = try await runner(spy, waiting: [CommentMessage("Mine.")!])
            .run("comments", "\(image)", "--limit", "2", "--all")
        #expect(run.exit == .noConnectivity && run.errors.contains("Off."))
        #expect(run.output.contains("number 2.") && run.output.contains("Mine."))
    }

    @Test(.requirement("FEED-63"), arguments: [("en", "in 10 min"), ("es", "en 10 min")])
    func whoHasWrittenEnoughIsToldWhenToGoOn(language: String, text: String) async throws {
        let spy = CommentsSpy(posted: .failure(.tooMany(retryAfter: .seconds(599))))
        let run = try await run(spy, "comment", "\(image)", "hi", "--language", language)
        #expect(run.exit != .success && run.errors.contains(text))
        let json = try await self.run(spy, "comment", "\(image)", "hi", "--json")
        #expect(try json.failureCode() == "too_many_comments")
    }

    @Test func postsAllTheWordsAsOneMessage() async throws {
        let spy = CommentsSpy(posted: .success(comment))
        let run = try await run(spy, "comment", "\(image)", "What", "a", "light!")
        #expect(run.exit == .success)
        #expect(spy.calls == [.post(CommentMessage("What a light!")!, on: image)])
        #expect(run.output.contains("Your comment is posted.") && run.output.contains("Ada"))
        let json = try await self.run(CommentsSpy(posted: .success(comment)), "comment", "\(image)", "x", "--json")
        #expect(try json.json(Posted.self).message == "What a light!")
    }

    @Test(
        .requirement("OFFLINE-01"), arguments: [("en", "waits on this device"), ("es", "espera en este dispositivo")])
    func whatWaitsIsShownBehindTheOthersAndMarked(language: String, mark: String) async throws {
        let spy = CommentsSpy(comments: .success([comment]))
        let waiting = [CommentMessage("Mine.")!, CommentMessage("Mine, too.")!]
        let run = try await runner(spy, waiting: waiting).run("comments", "\(image)", "--language", language)
        let lines = run.output.split(separator: "\n").map { $0.trimmingPrefix(while: { $0 == " " }) }
        let places = ["What a light!", "Mine.", "Mine, too."].map { text in lines.firstIndex { $0 == text } }
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted() && !places.contains(nil))
        #expect(run.output.split(separator: mark).count == 3)
        #expect(run.output.contains("essential queue"))
        let json = try await runner(spy, waiting: waiting).run("comments", "\(image)", "--json")
        #expect(json.output.contains(#""waiting":[{"message":"Mine."},{"message":"Mine, too."}]"#))
    }

    @Test(.requirement("COMM-02", "OFFLINE-01")) func withoutAConnectionWhatWaitsIsShownWithTheError() async throws {
        let spy = CommentsSpy(comments: .failure(.connectivity(LocalizedText(en: "Off.", es: "Sin red."))))
        let run = try await runner(spy, waiting: [CommentMessage("Mine.")!]).run("comments", "\(image)")
        #expect(run.exit == .noConnectivity)
        #expect(run.output.contains("Mine.") && run.output.contains("waits on this device"))
        #expect(run.errors.contains("Off."))
    }

    @Test(.requirement("COMM-02"), arguments: [("en", "as they were 2 h ago"), ("es", "Así estaban")])
    func whatIsKeptIsShownWithTheTimeSinceWhen(language: String, text: String) async throws {
        let spy = CommentsSpy(comments: .success(comments(3)), savedAt: comment.createdAt.addingTimeInterval(3_600))
        let run = try await run(spy, "comments", "\(image)", "--limit", "2", "--all", "--language", language)
        #expect(run.exit == .success && run.output.contains("number 3."))
        #expect(run.errors.split(separator: text).count == 2, "once: \(run.errors)")
        let json = try await self.run(spy, "comments", "\(image)", "--json")
        #expect(json.output.contains(#""saved_at":"2020-05-20T12:24:59Z""#))
    }

    @Test(
        .requirement("OFFLINE-01"),
        arguments: [
            CommentsError.waiting(LocalizedText(en: "It waits.", es: "Espera.")),
            .interrupted(LocalizedText(en: "It waits.", es: "Espera.")),
            .postponed(LocalizedText(en: "It waits.", es: "Espera.")),
        ])
    func aCommentThatHasToWaitIsShownAtOnceAndMarked(error: CommentsError) async throws {
        let run = try await run(CommentsSpy(posted: .failure(error)), "comment", "\(image)", "Mine.")
        #expect(run.exit != .success)
        #expect(run.output.contains("You (waits on this device)") && run.output.contains("Mine."))
        #expect(run.errors.contains("It waits."))
    }

    @Test func whatIsNotKeptIsNotShownAsWaiting() async throws {
        let error = CommentsError.connectivity(LocalizedText(en: "Off.", es: "Sin red."))
        let run = try await run(CommentsSpy(posted: .failure(error)), "comment", "\(image)", "Mine.")
        #expect(run.output.isEmpty)
    }

    @Test(arguments: [("en", "Your comment is deleted."), ("es", "Tu comentario está borrado.")])
    func deletesAComment(language: String, text: String) async throws {
        let spy = CommentsSpy()
        let run = try await run(
            spy, "comments", "delete", "\(image)", "\(comment.id)", "--language", language)
        #expect(run.exit == .success && run.output.contains(text))
        #expect(spy.calls == [.delete(comment.id, on: image)])
        let json = try await self.run(spy, "comments", "delete", "\(image)", "\(comment.id)", "--json")
        #expect(json.output == "{\"deleted\":\"\(comment.id)\"}\n")
    }

    @Test(arguments: [
        (CommentsError.notTheAuthor, "not_the_author", "Somebody else"),
        (.commentNotFound, "comment_not_found", "no such"),
        (.connectivity(LocalizedText(en: "Off.", es: "Sin red.")), "no_connectivity", "Off."),
    ])
    func aCommentThatCannotBeDeletedSaysWhy(error: CommentsError, code: String, text: String) async throws {
        let spy = CommentsSpy(deleted: .failure(error))
        let words = ["comments", "delete", "\(image)", "\(comment.id)"]
        #expect(try await runner(spy).run(words).errors.contains(text))
        #expect(try await runner(spy).run(words + ["--json"]).failureCode() == code)
    }

    private struct Posted: Decodable { let message: String }
}

/// Says what waits on every picture.
private struct WaitingCommentsStub: WaitingCommentsReading {
    let messages: [CommentMessage]

    func waitingComments(on image: ImageID) async -> [CommentMessage] { messages }
    func waitingComment(_ name: UUID) async -> CommentMessage? { messages.first }
    func waitingCounts() async -> [ImageID: Int] { [:] }
}
