import ConsoleAPI
import ConsoleTesting
import KernelTesting
import Localization
import Testing

struct HelpTests {
    private let runner = CommandRunner(SampleProgram.commands, program: SampleProgram.description)

    @Test func explainsACommand() async {
        let run = await runner.run("help", "feed", on: TerminalSpy(width: 72))
        #expect(
            run.output == """
                sample feed – Show the feed

                Usage
                  sample feed [options]

                The newest first.

                Options
                  -n, --limit N   How many pictures to show (default: 10)
                  -t, --tag TEXT  Only with this tag (may be repeated)
                  -v, --verbose   Say more
                  -q, --quiet     Say less

                Examples
                  Twenty of them:
                    sample feed --limit 20

                Options of every command, such as --json: sample help

                """)
    }

    @Test func aProgramTellsOfTheStatusesThatItEndsWithAndWhatTheyMeanInIt() async {
        let summary = LocalizedText(en: "A sample", es: "Una muestra")
        let own = ProgramDescription(
            name: "sample", version: "1", summary: summary,
            meanings: [.usage: LocalizedText(en: "A setting is wrong.", es: "Un ajuste está mal.")],
            unused: [.notLoggedIn])
        let told = await CommandRunner([], program: own).run("--help").output
        #expect(told.contains("2    A setting is wrong.") && !told.contains("Nobody is logged in"), "\(told)")
        let usual = await runner.run("--help").output
        #expect(usual.contains("The call was not understood.") && usual.contains("Nobody is logged in."))
    }

    @Test(arguments: ["feed", "pictures"]) func whatACommandIsAboutLeadsToIt(word: String) async {
        let about = Command(
            "show", summary: LocalizedText(en: "Show the pictures", es: "Muestra las imágenes (feed)")
        ) { _, _ in
            CommandOutput()
        }
        let program = ProgramDescription(
            name: "sample", version: "1", summary: LocalizedText(en: "A sample", es: "Una muestra"))
        let run = await CommandRunner([about], program: program).run(word)
        #expect(run.exit == .usage && run.errors.contains("show"), "\(run.errors)")
    }

    @Test func listsCommandsByGroupTheGeneralOneLast() async throws {
        let run = await runner.run("--help", "--language", "es")
        let lines = run.output.split(separator: "\n").map(String.init)
        let headings = lines.filter { ["Novedades", "Cuenta", "General", "Opciones", "Estado de salida"].contains($0) }
        #expect(headings == ["Novedades", "Cuenta", "General", "Opciones", "Estado de salida"])
        #expect(lines.contains("  feed   Muestra las novedades"))
        #expect(lines.contains("  --tokens.access-lifetime TIEMPO  Cuánto dura"))
        #expect(lines.contains { $0.hasPrefix("  130  ") })
    }

    @Test func helpAfterACommandIsTheHelpOfTheCommand() async {
        let asked = await runner.run("help", "image").output
        #expect(await runner.run("image", "--help").output == asked)
        #expect(await runner.run("image", "42", "-h").output == asked)
        #expect(asked.contains("sample image [options] ID"))
        #expect(await runner.run("login", "--help").output.contains("sample login --email ADDRESS [options]"))
        #expect(await runner.run("vault", "--help").output.contains("vault rotate"))
    }

    @Test(.requirement("L10N-01")) func whatStandsForAValueIsInThePersonsLanguage() async {
        let login = await runner.run("login", "--help", "--language", "es").output
        #expect(login.contains("sample login --email DIRECCIÓN [opciones]"), "\(login)")
        let feed = await runner.run("feed", "--help", "--language", "es").output
        #expect(feed.contains("-t, --tag TEXTO") && feed.contains("-n, --limit N"), "\(feed)")
        let missing = await runner.run("login", "--language", "es").errors
        #expect(missing.contains("Falta la opción --email DIRECCIÓN."), "\(missing)")
        let manual = await runner.run("manual", "--language", "es").output
        #expect(manual.contains(#"\fB\-\-tag\fR \fITEXTO\fR"#))
        #expect(await runner.run("login").errors.contains("The option --email ADDRESS is missing."))
    }

    @Test func doesNotExplainWhatDoesNotExist() async {
        let run = await runner.run("help", "fed")
        #expect(run.exit == .usage)
        #expect(run.errors.contains("Did you mean feed?"))
    }

    @Test func tellsProgramsWhatThereIs() async throws {
        struct Document: Decodable {
            struct Command: Decodable {
                let name: String
                let usage: String
            }
            let name: String
            let commands: [Command]
        }
        let document: Document = try await runner.run("help", "--json").json()
        #expect(document.name == "sample")
        #expect(
            document.commands.map(\.name) == [
                "feed", "image", "login", "vault rotate", "echo", "fail", "help", "version", "completions", "manual",
            ])
        let command: Document.Command = try await runner.run("help", "--json", "image").json()
        #expect(command.usage == "sample image [options] ID")
    }

    @Test(arguments: ["en", "es"])
    func writesAManualPageWithoutWarnings(language: String) async throws {
        let folder = try TemporaryFolder()
        let page = await runner.run("manual", "--language", language).output
        try write(page, to: folder.path(of: "sample.1"))
        let check = try await ChildProcess.run("groff", ["-man", "-Tutf8", "-ww", "-z", folder.path(of: "sample.1")])
        #expect(check.exit == .status(0))
        #expect(check.errorText.isEmpty)
        let shown = try await ChildProcess.run(
            "groff", ["-man", "-Tascii", "-P-cbou", folder.path(of: "sample.1")])
        let text = shown.outputText
        #expect(text.contains("SAMPLE(1)"))
        // This device of groff leaves letters with accents out.
        #expect(
            text.contains("sample login --email " + (language == "en" ? "ADDRESS [options]" : "DIRECCIN [opciones]")))
        #expect(text.contains("--tokens.access-lifetime " + (language == "en" ? "TIME" : "TIEMPO")))
        #expect(text.contains("sample image 42 --output 'a b.jpg' > /dev/null"))
        // An example stands with its command, and not among those of all.
        let command = text.firstRange(of: "sample feed ["), next = text.firstRange(of: "sample image [")
        #expect(text[try #require(command).upperBound..<(try #require(next).lowerBound)].contains("feed --limit 20"))
        let titles = language == "en" ? ["FILES", "SIGNALS"] : ["ARCHIVOS", "SEALES"]
        #expect(titles.allSatisfy(text.contains) && text.contains("~/.sample") && text.contains("SIGHUP"))
        #expect(text.contains(language == "en" ? ".It begins with a dot, it's \\ tricky." : "'Empieza con comilla."))
    }

    /// What `man` reads is for no person.
    @Test(arguments: [("en", "explained by: sample help"), ("es", "explica con: sample help")])
    func aTerminalWithoutManIsToldHowToReadTheManualPage(language: String, words: String) async {
        let run = await runner.run(["manual", "--language", language], on: TerminalSpy(width: 200))
        #expect(run.exit == .success && run.output.contains(words) && !run.output.contains(".TH"), "\(run.output)")
    }

    @Test func theManualPageOpensInMan() async throws {
        let folder = try TemporaryFolder()
        try write(await runner.run("manual").output, to: folder.path(of: "sample.1"))
        let path = folder.path(of: "sample.1")
        let man = try await ChildProcess.run(
            "man", ["--warnings", "-l", path],
            environment: [
                "LC_ALL": "C.UTF-8", "MANPAGER": "cat", "MANWIDTH": "80", "PATH": "/usr/bin:/bin", "TERM": "dumb",
            ])
        #expect(man.exit == .status(0))
        #expect(man.errorText.isEmpty)
        #expect(man.outputText.contains("Shows pictures"))
    }
}
