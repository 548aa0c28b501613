import ComposerFlows
import ConsoleAPI
import ConsoleTesting
import KernelTesting
import Localization
import Locking
import Testing

struct SignInOfferTests {
    private let calls = Locked<[String]>([])
    private static let id = Parameter.argument(
        "id", .text.called(en: "ID", es: "ID"), summary: LocalizedText(en: "A picture", es: "Una imagen"))
    private static let email = Parameter<String?>.optional(
        "email", .email, summary: LocalizedText(en: "An address", es: "Una dirección"))

    private func command(_ name: String, _ parameters: [any CommandParameter], _ body: @escaping Command.Body)
        -> Command
    {
        let text = LocalizedText(en: "A test", es: "Una prueba")
        return Command(
            name, summary: text, examples: [CommandExample("essential \(name)", text)], parameters: parameters,
            goesOnAfterLogin: name == "image", body: body)
    }

    /// Shows a picture to whoever is logged in.
    private func image(_ name: String = "image") -> Command {
        command(name, [Self.id]) { [calls] invocation, _ throws(CommandFailure) in
            calls.withLock { $0.append("\(name) \(invocation[Self.id])") }
            guard calls.current.contains("login") else {
                throw CommandFailure(
                    exit: .notLoggedIn, code: "not_logged_in", message: LocalizedText(en: "Log in.", es: "Entra."))
            }
            return CommandOutput(json: ["shown": true], .line(LocalizedText(en: "A lake.", es: "Un lago.")))
        }
    }

    private func login(failing failure: CommandFailure? = nil) -> Command {
        command("login", [Self.email]) { [calls] invocation, terminal throws(CommandFailure) in
            #expect(invocation[Self.email] == nil && !invocation.isGiven(Self.email))
            if let failure { throw failure }
            calls.withLock { $0.append("login") }
            return CommandOutput(
                json: ["in": true], .line(LocalizedText(en: "Welcome.", es: "Te damos la bienvenida.")))
        }
    }

    private func run(
        _ words: [String], on terminal: TerminalSpy, failing failure: CommandFailure? = nil
    ) async -> CommandRun {
        let offer = SignInOffer(login: login(failing: failure))
        return await CommandRunner(offer.extending([image(), image("other")])).run(words, on: terminal)
    }

    private func person(_ answers: String...) -> TerminalSpy {
        TerminalSpy(answers: answers.map { .text($0) }, width: 100)
    }

    @Test(
        .requirement("PUBFEED-03"),
        arguments: [("en", "Log in now?", "A lake."), ("es", "¿Iniciar sesión ahora?", "Un lago.")])
    func goesOnAfterTheLogin(language: String, question: String, text: String) async {
        let terminal = person("y")
        let run = await run(["image", "7", "--language", language], on: terminal)
        #expect(run.exit == .success)
        #expect(run.output == text + "\n", "and nothing of the login")
        #expect(terminal.questions.map(\.text) == [question])
        #expect(calls.current == ["image 7", "login", "image 7"])
    }

    @Test(.requirement("PUBFEED-03")) func whoDoesNotLogInIsToldWhatToDo() async {
        for terminal in [person("n"), person(), TerminalSpy()] {
            let run = await run(["image", "7"], on: terminal)
            #expect(run.exit == .notLoggedIn)
            #expect(run.errors.contains("Log in."))
        }
        #expect(!calls.current.contains("login"))
    }

    @Test(.requirement("PUBFEED-03")) func aScriptIsAskedNothing() async throws {
        let terminal = person("y")
        let run = await run(["image", "7", "--json"], on: terminal)
        #expect(try run.failureCode() == "not_logged_in")
        #expect(terminal.questions.isEmpty)
    }

    @Test func aLoginThatFailsIsWhatThePersonIsTold() async {
        let wrong = CommandFailure(
            exit: .notLoggedIn, code: "invalid_credentials", message: LocalizedText(en: "Wrong.", es: "Mal."))
        let run = await run(["image", "7"], on: person("y"), failing: wrong)
        #expect(run.exit == .notLoggedIn)
        #expect(run.errors.contains("Wrong."))
        #expect(calls.current == ["image 7"])
    }

    @Test func otherCommandsAreNotCalledTwice() async {
        let run = await run(["other", "7"], on: person("y"))
        #expect(run.exit == .notLoggedIn)
        #expect(calls.current == ["other 7"])
    }
}
