import ConsoleAPI
import ConsoleEngine
import ConsoleTesting
import CoreModels
import KernelTesting
import Localization
import Testing

struct ProgramTests {
    private let runner = CommandRunner(SampleProgram.commands, program: SampleProgram.description)

    @Test func printsTextForPeople() async {
        let run = await runner.run("echo", "a", "b")
        #expect(run.output == "a|b\n")
        #expect(run.exit == .success)
    }

    @Test(.requirement("NAV-08")) func withoutAnyWordsTheStartRuns() async {
        let summary = LocalizedText(en: "A sample", es: "Una muestra")
        let program = ProgramDescription(name: "sample", version: "1", summary: summary, start: "echo")
        let started = CommandRunner([SampleProgram.echo], program: program)
        #expect(await started.run([]).exit == .success)
        #expect(await started.run(["--json"]).output == #"{"names":[]}"# + "\n")
        #expect(await started.run(["--nonsense"]).exit == .usage)
        #expect(await runner.run([]).exit == .usage, "a program without one says how it is called")
    }

    @Test func printsExactlyOneObjectForPrograms() async {
        let run = await runner.run("--json", "feed", "-n3")
        #expect(
            run.output
                == #"{"given":true,"limit":3,"server":"http://127.0.0.1:8080","tags":[],"verbose":false}"# + "\n")
        #expect(run.errors.isEmpty)
    }

    @Test func tellsFailuresOnStandardErrorWithWhatToDo() async {
        let run = await runner.run("fail")
        #expect(run.exit == .noConnectivity)
        #expect(run.output.isEmpty)
        #expect(run.errors == "a note\nsample: The server does not answer.\n  Try again later.\n")
    }

    @Test func tellsFailuresAsAnObject() async throws {
        let run = await runner.run("fail", "--json", "--language=es")
        #expect(run.exit == .noConnectivity)
        #expect(run.output.isEmpty)
        #expect(
            run.errors
                == #"{"error":{"code":"no_connectivity","message":"El servidor no responde.","next":"Prueba más tarde."}}"#
                + "\n")
        #expect(try run.failureCode() == "no_connectivity")
    }

    @Test func tellsUsageErrorsAsAnObjectToo() async throws {
        let run = await runner.run("feed", "--limti", "--json")
        #expect(run.exit == .usage)
        #expect(try run.failureCode() == "usage")
    }

    @Test(.requirement("SANIT-03")) func escapesWhatCouldActOnATerminal() async {
        let hostile = "a\u{1B}[2Jb\u{9B}31mc\rd\u{202E}e\n\u{7F}"
        let text = await runner.run("echo", hostile).output
        #expect(text == "a\\u{1b}[2Jb\\u{9b}31mc d\\u{202e}e \\u{7f}\n")
        let json = await runner.run("echo", hostile, "--json").output
        #expect(json == #"{"names":["a\u001b[2Jb\u009b31mc\rd\u202ee\n\u007f"]}"# + "\n")
        let complaint = await runner.run("feed", hostile).errors
        #expect(!complaint.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x9B })
    }

    @Test func readsThePasswordFromStandardInput() async throws {
        let terminal = TerminalSpy(input: ["correct horse"])
        let run = await runner.run("login", "--email", "a@b.c", "--password-stdin", "--json", on: terminal)
        #expect(try run.json([String: String].self) == ["email": "a@b.c", "length": "13"])
        #expect(terminal.questions.isEmpty)
    }

    @Test func asksForThePassword() async {
        let terminal = TerminalSpy(answers: [.text("secret")])
        let run = await runner.run("login", "--email", "a@b.c", "--language", "es", on: terminal)
        #expect(run.exit == .success)
        #expect(terminal.questions == [.init(text: "Contraseña", isSecret: true)])
    }

    @Test func saysWhatToDoWhereNobodyCanBeAsked() async {
        let run = await runner.run("login", "--email", "a@b.c")
        #expect(run.exit == .usage)
        #expect(run.errors.contains("--password-stdin"))
    }

    private static let name = Parameter<String?>.optional(
        "name", .name, summary: LocalizedText(en: "A name", es: "Un nombre"))
    private static let yes = Parameter.flag("yes", summary: LocalizedText(en: "Yes", es: "Sí"))

    /// Prints a name and whether one agrees to it.
    private static let greet = Command(
        "greet", summary: LocalizedText(en: "Greet", es: "Saluda"), parameters: [name, yes]
    ) { invocation, terminal throws(CommandFailure) in
        let question = LocalizedText(en: "Name", es: "Nombre")
        let answer = try await terminal.answer(to: name, of: invocation, asking: question)
        let agrees = try await terminal.agreement(to: yes, of: invocation, asking: question)
        return CommandOutput(.line(StyledText(verbatim: "\(answer) \(agrees)")))
    }

    @Test func asksOnlyForWhatWasNotGiven() async {
        let runner = CommandRunner([Self.greet])
        let silent = TerminalSpy(answers: [])
        #expect(await runner.run("greet", "--name", "Eva", "--yes", on: silent).output == "Eva true\n")
        #expect(silent.questions.isEmpty)
        let person = TerminalSpy(answers: [.text("Ana"), .text("y")])
        #expect(await runner.run("greet", on: person).output == "Ana true\n")
        let interrupted = await runner.run("greet", on: TerminalSpy(answers: [.failure(.interrupted)]))
        #expect(interrupted.exit == .interrupted)
    }

    /// A script learns what to add.
    @Test func whereThereIsNobodyToAskTheOptionIsNamed() async {
        let runner = CommandRunner([Self.greet])
        let nameless = await runner.run("greet")
        #expect(nameless.exit == .usage && nameless.errors.contains("Add --name NAME to the command."))
        #expect(await runner.run("greet", "--name", "Eva").errors.contains("Add --yes to the command."))
    }

    @Test func asksTwiceForANewPassword() async {
        let command = Command(
            "new", summary: LocalizedText(en: "New", es: "Nueva"),
            parameters: [StandardParameters.passwordFromStandardInput]
        ) { invocation, terminal throws(CommandFailure) in
            let question = LocalizedText(en: "Password", es: "Contraseña")
            let secret = try await terminal.newPassword(for: invocation, asking: question, again: question)
            return CommandOutput(.line(StyledText(verbatim: "\(secret.count)")))
        }
        let runner = CommandRunner([command])
        #expect(await runner.run("new", on: TerminalSpy(answers: [.text("abc"), .text("abc")])).output == "3\n")
        let person = TerminalSpy(answers: [.text("abc"), .text("abd"), .text("abcd"), .text("abcd")])
        let differing = await runner.run("new", on: person)
        #expect(differing.output == "4\n" && differing.errors.contains("differ"))
        let script = await runner.run("new", "--json", on: TerminalSpy(answers: [.text("abc"), .text("abd")]))
        #expect(script.exit == .failure && script.errors.contains("passwords_differ"))
        #expect(await runner.run("new", "--password-stdin", on: TerminalSpy(input: ["abcd"])).output == "4\n")
    }

    /// An answer that won't do is asked for again, with the reason, and nobody
    /// types twice a password that won't do.
    @Test func asksAgainForWhatWillNotDo() async {
        let command = Command(
            "new", summary: LocalizedText(en: "New", es: "Nueva"),
            parameters: [Self.name, StandardParameters.passwordFromStandardInput]
        ) { invocation, terminal throws(CommandFailure) in
            let name = try await terminal.answer(
                to: Self.name, of: invocation, asking: LocalizedText(en: "Name", es: "Nombre")
            ) { $0.count > 3 ? LocalizedText(en: "Too long.", es: "Demasiado largo.") : nil }
            let password = try await terminal.newPassword(
                for: invocation, asking: LocalizedText(en: "One", es: "Una"),
                again: LocalizedText(en: "Two", es: "Otra")
            ) { $0.count < 3 ? LocalizedText(en: "Too short.", es: "Demasiado corta.") : nil }
            return CommandOutput(.line(StyledText(verbatim: "\(name) \(password.count)")))
        }
        let runner = CommandRunner([command])
        let person = TerminalSpy(answers: [
            .text("Anabel"), .failure(.tooLong(limit: 4)), .text("Ana"), .text("12"), .text("123"), .text("123"),
        ])
        let run = await runner.run("new", on: person)
        #expect(run.output == "Ana 3\n")
        #expect(person.questions.map(\.text) == ["Name", "Name", "Name", "One", "One", "Two"])
        #expect(run.errors.split(separator: "\n").count == 3 && run.errors.hasPrefix("Too long."))
        // A program is told by the command itself, and what was given isn't looked at here.
        let script = TerminalSpy(answers: [.text("12"), .text("12")])
        #expect(await runner.run("new", "--name", "Anabel", "--json", on: script).exit == .success)
    }

    /// The footer stands where the help helps.
    @Test func aFailureOfTheCommandItselfDoesNotPointToTheHelp() async {
        let command = Command("new", summary: LocalizedText(en: "New", es: "Nueva")) {
            _, _ throws(CommandFailure) in
            throw .usage(LocalizedText(en: "Either this or that.", es: "O esto o aquello."))
        }
        let runner = CommandRunner([command])
        #expect(await !runner.run("new").errors.contains("help"))
        #expect(await runner.run("new", "--nonsense").errors.contains("help new"))
        #expect(await runner.run("--nonsense").errors.contains("help"))
    }

    @Test func showsVersionAsTextAndAsAnObject() async {
        for words in [["--version"], ["version"]] {
            #expect(await runner.run(words).output == "sample 1.2.3\n")
            #expect(await runner.run(words + ["--json"]).output == #"{"name":"sample","version":"1.2.3"}"# + "\n")
        }
    }

    @Test func prefersTheProgramsOwnCommandOfAName() async {
        let own = Command("version", summary: LocalizedText(en: "Own", es: "Propia")) { _, _ in
            CommandOutput(.line(StyledText(verbatim: "own")))
        }
        #expect(await CommandRunner([own]).run("version").output == "own\n")
    }

    @Test func endsWellWhenTheReaderHasSeenEnough() async {
        let terminal = TerminalSpy()
        terminal.outputState = .closed
        let run = await runner.run("echo", "a", on: terminal)
        #expect(run.exit == .success)
        #expect(run.errors.isEmpty)
    }

    @Test func failsWhenTheOutputCannotBeWritten() async {
        let terminal = TerminalSpy()
        terminal.outputState = .failed(code: 28)
        let run = await runner.run("echo", "a", on: terminal)
        #expect(run.exit == .failure)
        // Whoever reads that it failed must not do it twice.
        #expect(run.errors.contains("did its work") && run.errors.contains("The disk is full"), "\(run.errors)")
    }

    @Test func sampleCommandsAreWellFormed() {
        runner.expectWellFormed()
    }

    @Test(arguments: [
        "other feed", "feed", "sample fed", "sample echo 'a", "sample feed --limit 500", "sample feed; sample x",
    ])
    func findsExamplesThatDoNotWork(line: String) {
        let text = LocalizedText(en: "x", es: "x")
        let command = Command("feed", summary: text, examples: [CommandExample(line, text)]) { _, _ in CommandOutput() }
        let problems = CommandRunner([command], program: SampleProgram.description).problems()
        #expect(problems == ["The example “\(line)” isn't understood"])
    }

    @Test func findsMistakesInDeclarations() {
        let text = LocalizedText(en: "x", es: "x")
        let many = Parameter.arguments("many", .text, summary: text)
        let bad = Command(
            "Bad", summary: text,
            parameters: [
                Parameter.required("password", .text, summary: text), Parameter.flag("json", summary: text), many,
                SampleProgram.id,
            ]
        ) { _, _ in CommandOutput() }
        let catalog = CommandCatalog(SampleProgram.description, [bad, SampleProgram.feed, SampleProgram.feed])
        let problems = CatalogCheck.problems(in: catalog)
        #expect(
            problems == [
                "Two commands are called “feed”", "The command “Bad” has no proper name",
                "“Bad” takes a secret as an argument: --password", "“Bad” declares --json, which is taken",
                "“Bad” has an argument after “many”, which takes all",
                "“Bad” requires “id” after one that may be left out",
            ])
    }

    @Test func readsGlobalOptionsBeforeThereAreCommands() {
        let engine = ProgramEngine(SampleProgram.description)
        let line = engine.parse(
            ["feed", "--tokens.access-lifetime", "300s", "-n", "3", "--a.b=c", "-s", "http://x", "--port", "no"],
            environment: [:])
        #expect(line.invocation[SampleProgram.server] == "http://x")
        #expect(line.invocation[SampleProgram.port] == nil)
        #expect(line.failure != nil)
        #expect(
            line.dynamicOptions == [
                DynamicOption(name: "tokens.access-lifetime", value: "300s"), DynamicOption(name: "a.b", value: "c"),
            ])
    }
}
