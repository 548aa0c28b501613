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
import Testing

struct CommentsCommandsTests {
    private let image = ImageID("6F9619FF-8B86-D011-B42D-00CF4FC964FF")!
    private let comment = ImageComment(
        id: CommentID("00000000-0000-4000-8000-000000000001")!, message: "What a light!",
        createdAt: Date(timeIntervalSince1970: 1_589_973_899), username: "Ada")

    private func run(
        _ spy: CommentsSpy, _ words: String..., on terminal: TerminalSpy = TerminalSpy()
    ) async throws -> CommandRun {
        try await runner(spy).run(words, on: terminal)
    }

    private func runner(_ spy: CommentsSpy) throws -> CommandRunner {
        let host = PluginHost()
        try host.install(CommentsPresentationPlugin.self, .init(loading: spy, posting: spy))
        return CommandRunner(host.values(of: Commands.self))
    }

    @Test func areDeclaredWithoutAMistake() throws {
        try runner(CommentsSpy()).expectWellFormed()
    }

    @Test(.requirement("COMM-01")) func showsWhoSaidWhatAndWhen() async throws {
        let spy = CommentsSpy(comments: .success([comment]))
        let run = try await run(spy, "comments", "\(image)")
        #expect(run.exit == .success)
        for text in ["Ada", "2020-05-20T11:24:59Z", "What a light!"] { #expect(run.output.contains(text)) }
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

    @Test(arguments: [("en", "Nobody has said anything yet."), ("es", "Nadie ha dicho nada todavía.")])
    func saysThatThereAreNone(language: String, text: String) async throws {
        let run = try await run(CommentsSpy(), "comments", "\(image)", "--language", language)
        #expect(run.exit == .success)
        #expect(run.output.contains(text))
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

    private struct Posted: Decodable { let message: String }

    @Test(arguments: ["  ", "\u{200B}", "\u{1B}[2J", "a\u{202E}b", String(repeating: "a", count: 2_001)])
    func aMessageThatCannotBeACommentIsNotSent(text: String) async throws {
        let spy = CommentsSpy(posted: .success(comment))
        let run = try await run(spy, "comment", "\(image)", text)
        #expect(run.exit == .usage)
        #expect(run.errors.contains("Nothing was sent."))
        #expect(spy.calls == [])
    }

    @Test(
        .requirement("COMM-02", "COMM-11", "COMM-12", "D5"),
        arguments: [
            (CommentsError.connectivity(LocalizedText(en: "Off.", es: "Sin red.")), "no_connectivity", 4, "Sin red."),
            (.invalidData, "invalid_data", 1, "No se entiende"), (.imageNotFound, "image_not_found", 1, "No existe"),
            (.notLoggedIn, "not_logged_in", 3, "essential login"),
            (.emailNotVerified, "email_not_verified", 1, "essential verify"),
            (.refused(LocalizedText(verbatim: "Demasiado largo.")), "invalid_data", 1, "Demasiado largo."),
            (
                .impossible(code: "vault_wrong_key", LocalizedText(en: "Locked.", es: "Cerrada.")), "vault_wrong_key",
                1, "Cerrada."
            ),
            (.cancelled, "cancelled", 130, "Cancelado"),
        ])
    func eachFailureHasItsCodeStatusAndText(error: CommentsError, code: String, exit: Int32, text: String) async throws
    {
        for words in [["comments", "\(image)"], ["comment", "\(image)", "hi"]] {
            let spy = CommentsSpy(comments: .failure(error), posted: .failure(error))
            let json = try await runner(spy).run(words + ["--json"])
            #expect(json.exit.rawValue == exit)
            #expect(try json.failureCode() == code)
            let run = try await runner(spy).run(words + ["--language", "es"])
            #expect(run.errors.contains(text))
            #expect(run.output.isEmpty)
        }
    }

    @Test(arguments: [
        ["comments"], ["comments", "7"], ["comment"], ["comment", "6f9619ff-8b86-d011-b42d-00cf4fc964ff"],
    ])
    func refusesWhatItDoesNotUnderstand(words: [String]) async throws {
        let spy = CommentsSpy()
        #expect((try await runner(spy).run(words)).exit == .usage)
        #expect(spy.calls == [])
    }

    @Test(.requirement("SANIT-03")) func textOfStrangersCannotActOnTheTerminal() async throws {
        let nasty = ImageComment(
            id: comment.id, message: "\u{1B}]0;owned\u{7}\u{202E}gone", createdAt: comment.createdAt,
            username: "\u{9B}31mAda")
        let run = try await run(CommentsSpy(comments: .success([nasty])), "comments", "\(image)")
        #expect(!run.output.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}"].contains($0) })
        #expect(run.output.contains("gone"))
    }
}
