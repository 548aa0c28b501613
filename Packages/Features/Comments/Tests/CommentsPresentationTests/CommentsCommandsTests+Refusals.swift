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

/// What is refused, and how it is said.
extension CommentsCommandsTests {
    @Test(arguments: ["  ", "\u{200B}", "\u{1B}[2J", "a\u{202E}b", String(repeating: "a", count: 2_001)])
    func aMessageThatCannotBeACommentIsNotSent(text: String) async throws {
        let spy = CommentsSpy(posted: .success(comment))
        let run = try await run(spy, "comment", "\(image)", text)
        #expect(run.exit == .usage)
        #expect(run.errors.contains("Nothing was sent.") && !run.errors.contains("essential help"))
        #expect(spy.calls == [])
    }

    @Test func aCommentThatIsLeftOutIsAskedForUntilItWillDo() async throws {
        let spy = CommentsSpy(posted: .success(comment))
        let terminal = TerminalSpy(answers: [.text("\u{200B}"), .text("What a light!")])
        let run = try await run(spy, "comment", "\(image)", on: terminal)
        #expect(run.exit == .success && run.errors.contains("1 to 2000 characters"))
        #expect(terminal.questions.map(\.text) == ["Comment", "Comment"])
        #expect(try await self.run(spy, "comment", "\(image)").errors.contains("Add MESSAGE to the command."))
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
                .impossible(Obstacle(code: "vault_wrong_key", LocalizedText(en: "Locked.", es: "Cerrada."))),
                "vault_wrong_key",
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
        ["comments"], ["comments", "x7"], ["comments", "delete"], ["comments", "delete", "7"], ["comment"],
        ["comment", "6f9619ff-8b86-d011-b42d-00cf4fc964ff"],
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
