import ConsoleAPI
import ConsoleTesting
import KernelTesting
import Localization
import Testing

struct ParsingTests {
    private let runner = CommandRunner(SampleProgram.commands, program: SampleProgram.description)

    private func feed(_ words: String...) async throws -> SampleProgram.FeedAnswer {
        let run = await runner.run(["--json"] + words)
        try #require(run.exit == .success, "\(run.errors)")
        return try run.json()
    }

    @Test(arguments: [
        ["feed", "--limit", "20"], ["feed", "--limit=20"], ["feed", "-n", "20"], ["feed", "-n20"], ["feed", "-n=20"],
        ["feed", "-vn20"], ["feed", "--limit", "20", "--verbose"],
    ])
    func readsAnOptionInEverySpelling(words: [String]) async throws {
        let run = await runner.run(words + ["--json"])
        let answer: SampleProgram.FeedAnswer = try run.json()
        #expect(answer.limit == 20)
        #expect(answer.given)
        #expect(answer.verbose == words.contains { $0.hasPrefix("-v") || $0 == "--verbose" })
    }

    @Test func fallsBackToTheDefault() async throws {
        let answer = try await feed("feed")
        #expect(answer == .init(limit: 10, tags: [], verbose: false, server: "http://127.0.0.1:8080", given: false))
    }

    @Test func takesNumbersBelowZeroForValues() async throws {
        #expect(try await feed("feed", "--limit", "-5").limit == -5)
        #expect(try await feed("feed", "-n", "-5").limit == -5)
    }

    @Test func keepsTheOrderOfRepeatedOptions() async throws {
        #expect(try await feed("feed", "-t", "b", "--tag=a", "-tb").tags == ["b", "a", "b"])
    }

    @Test(arguments: [
        ["--server", "http://x", "feed"], ["feed", "--server=http://x"], ["feed", "-s", "http://x"],
        ["-shttp://x", "feed"], ["feed", "-v", "--server", "http://x", "-n", "3"],
    ])
    func findsTheProgramsOptionsAnywhere(words: [String]) async throws {
        let answer: SampleProgram.FeedAnswer = try await runner.run(words + ["--json"]).json()
        #expect(answer.server == "http://x")
    }

    @Test func takesEverythingAfterTwoDashesLiterally() async throws {
        let run = await runner.run("echo", "a", "--", "--json", "-v", "--", "b")
        #expect(run.output == "a|--json|-v|--|b\n")
    }

    @Test func takesASingleDashForAWord() async {
        #expect(await runner.run("echo", "-").output == "-\n")
    }

    @Test func readsVariablesWhereNoOptionIsGiven() async throws {
        let runner = CommandRunner(
            SampleProgram.commands, program: SampleProgram.description,
            environment: ["SAMPLE_SERVER": "http://env", "SAMPLE_PORT": ""])
        let fromVariable: SampleProgram.FeedAnswer = try await runner.run("feed", "--json").json()
        #expect(fromVariable.server == "http://env")
        let fromOption: SampleProgram.FeedAnswer = try await runner.run("feed", "--json", "-s", "http://y").json()
        #expect(fromOption.server == "http://y")
    }

    @Test(
        arguments: [
            ("50MB", 50_000_000), ("512KiB", 524_288), ("1gib", 1_073_741_824), ("0B", 0), ("50", nil), ("MB", nil),
            ("-1MB", nil), ("5.5MB", nil), ("9999999999999GB", nil), ("5 MB", nil), ("5XB", nil),
        ] as [(String, Int?)])
    func readsSizes(word: String, bytes: Int?) async throws {
        let size = Parameter<Int?>.optional(
            "size", .byteCount, summary: LocalizedText(en: "How much", es: "Cuánto"))
        let command = Command("keep", summary: LocalizedText(en: "Keep", es: "Guarda"), parameters: [size]) {
            invocation, _ in
            CommandOutput(json: [invocation[size]])
        }
        let run = await CommandRunner([command]).run("keep", "--json", "--size=\(word)")
        #expect(run.exit == (bytes == nil ? .usage : .success))
        if let bytes { #expect(run.output == "[\(bytes)]\n") }
    }

    @Test func namesTheVariableThatIsWrong() async {
        let runner = CommandRunner(
            SampleProgram.commands, program: SampleProgram.description, environment: ["SAMPLE_PORT": "70000"])
        let run = await runner.run("feed")
        #expect(run.exit == .usage)
        #expect(run.errors.contains("SAMPLE_PORT takes a whole number from 1 to 65535, not “70000”."))
    }

    @Test(arguments: [
        (["feed", "--limti", "3"], "There is no option --limti. Did you mean --limit?"),
        (["feed", "--sever", "3"], "There is no option --sever. Did you mean --server?"),
        (["feed", "--zzzzzz"], "There is no option --zzzzzz."),
        (["feed", "-z"], "There is no option -z."),
        (["feed", "-vz"], "There is no option -z."),
        (["fed"], "There is no command “fed”. Did you mean feed?"),
        (["imag", "1"], "There is no command “imag”. Did you mean image?"),
        (["qwerty"], "There is no command “qwerty”."),
        (["vault"], "After “vault” comes one of: rotate."),
        (["vault", "rotat"], "After “vault” comes one of: rotate."),
        (["--limit", "3", "feed"], "The option --limit belongs after the command."),
        (["--jsn", "feed"], "There is no option --jsn. Did you mean --json?"),
        (["feed", "--limit"], "The option --limit needs a value: --limit N."),
        (["feed", "--limit", "--verbose"], "The option --limit needs a value: --limit N."),
        (["feed", "--server", "--verbose"], "The option --server needs a value: --server URL."),
        (["feed", "-n"], "The option -n needs a value: -n N."),
        (["feed", "--verbose=yes"], "The option --verbose takes no value."),
        (["feed", "--language"], "The option --language needs a value: --language en|es."),
        (["feed", "--help=x"], "The option --help takes no value."),
        (["feed", "--limit", "3", "--limit", "4"], "The option --limit is given more than once."),
        (["feed", "--limit", "300"], "--limit takes a whole number from -5 to 100, not “300”."),
        (["feed", "--limit", "3x"], "--limit takes a whole number from -5 to 100, not “3x”."),
        (["feed", "--limit="], "--limit takes a whole number from -5 to 100, not “”."),
        (["feed", "surplus"], "The argument “surplus” is one too many."),
        (["image"], "The argument ID is missing."),
        (["image", "a", "b"], "The argument “b” is one too many."),
        (["login"], "The option --email ADDRESS is missing."),
        (["feed", "--language", "fr"], "--language takes one of en, es, not “fr”."),
        (["--tokens.access-lifetime"], "The option --tokens.access-lifetime needs a value"),
    ])
    func explainsWhatIsWrong(words: [String], message: String) async {
        let run = await runner.run(words)
        #expect(run.exit == .usage)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("sample: " + message), "\(run.errors)")
        #expect(run.errors.contains("“sample help"))
    }

    @Test(
        .requirement("SANIT-03"),
        arguments: [
            ["login", "--password", "hunter2"], ["login", "--password=hunter2"], ["login", "--new-password=hunter2"],
            ["--password", "hunter2", "login"], ["--passphrase=hunter2"], ["--PASSWORD=hunter2", "login"],
        ])
    func refusesPasswordsAsArgumentsWithoutRepeatingThem(words: [String]) async {
        let run = await runner.run(words)
        #expect(run.exit == .usage)
        #expect(run.errors.contains("Passwords are not taken from the command line"))
        #expect(run.errors.contains("Leave it out"))
        #expect(!run.errors.contains("hunter2"))
        #expect(run.errors.contains("--password-stdin") == (words[0] == "login"))
    }

    @Test func acceptsDynamicOptionsOnlyWhereTheProgramDoes() async {
        #expect(await runner.run("feed", "--tokens.access-lifetime", "300s", "--a.b=c").exit == .success)
        let other = CommandRunner(SampleProgram.commands.filter { $0.name == "fail" })
        let run = await other.run("fail", "--tokens.access-lifetime", "300s")
        #expect(run.errors.contains("There is no option --tokens.access-lifetime."))
    }

    @Test func speaksTheLanguageOfTheLocale() async {
        let runner = CommandRunner(
            SampleProgram.commands, program: SampleProgram.description, environment: ["LANG": "es_AR.UTF-8"])
        #expect(await runner.run("feed", "--limti").errors.hasPrefix("sample: No existe la opción --limti."))
        #expect(await runner.run("feed", "--limti", "--language", "en").errors.hasPrefix("sample: There is no"))
    }

    @Test func showsTheHelpWhateverElseIsWrong() async {
        for words in [["--help"], ["feed", "--limti", "--help"], ["-h", "feed", "--limit", "x"], ["help", "feed"]] {
            let run = await runner.run(words)
            #expect(run.exit == .success)
            #expect(run.errors.isEmpty)
        }
    }

    @Test func asksForACommandWhenThereIsNone() async {
        let run = await runner.run([])
        #expect(run.exit == .usage)
        #expect(run.errors.hasPrefix("sample: Say what to do."))
    }
}
