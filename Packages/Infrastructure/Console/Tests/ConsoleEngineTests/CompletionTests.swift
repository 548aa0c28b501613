import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import Testing

struct CompletionTests {
    private let runner = CommandRunner(SampleProgram.commands, program: SampleProgram.description)

    @Test(arguments: ["bash", "zsh", "fish"]) func theShellReadsItsScript(shell: String) async throws {
        let folder = try TemporaryFolder()
        try write(await runner.run("completions", shell).output, to: folder.path(of: "script"))
        let check = try await ChildProcess.run(shell, ["-n", folder.path(of: "script")])
        #expect(check.exit == .status(0) && check.errorText.isEmpty, "\(check.errorText)")
    }

    /// The lines of the answer to a shell, the first of which says what fits.
    private func answer(_ words: [String], shell: String = "bash", rows: [UUID] = []) async -> [String] {
        let terminal = TerminalSpy()
        terminal.remember(rows, of: .pictures)
        let run = await runner.run(["completions", shell, "--"] + words, on: terminal)
        #expect(run.exit == .success && run.errors.isEmpty)
        return run.output.split(separator: "\n").map(String.init)
    }

    private func offers(_ words: String..., rows: [UUID] = []) async -> [String] {
        let answer = await answer(words, rows: rows)
        #expect(answer.first == "words")
        return Array(answer.dropFirst())
    }

    @Test func offersCommands() async {
        #expect(
            await offers("") == [
                "feed", "image", "login", "vault", "echo", "fail", "help", "version", "completions", "manual",
            ])
        #expect(await offers("f") == ["feed", "fail"])
        #expect(await offers("vault", "") == ["rotate"])
        #expect(await offers("--server", "feed", "f") == ["feed", "fail"])
        #expect(await offers("--server", "=", "x", "f") == ["feed", "fail"])
        #expect(await offers("--server", "http", ":", "//x", ":", "80", "f") == ["feed", "fail"])
        #expect(await offers("nonsense", "") == [])
    }

    @Test func offersCommandsToExplain() async {
        #expect(await offers("help", "v") == ["vault", "version"])
        #expect(await offers("help", "vault", "") == ["rotate"])
    }

    @Test func offersTheOptionsOfTheCommandThatAreNotThereYet() async {
        #expect(
            await offers("feed", "--limit", "2", "--json", "--tag", "a", "-v", "--") == [
                "--tag", "--quiet", "--server", "--port", "--language", "--tokens.access-lifetime", "--help",
            ])
        #expect(await offers("feed", "--li") == ["--limit"])
        #expect(await offers("image", "1", "--ou") == ["--output"])
        #expect(await offers("image", "--", "--ou") == [])
    }

    @Test func offersValues() async {
        #expect(await offers("feed", "--language", "") == ["en", "es"])
        #expect(await offers("--language", "=", "e") == ["en", "es"])
        #expect(await offers("--language", "=") == ["en", "es"])
        #expect(await answer(["--language=e"], shell: "zsh") == ["words", "--language=en", "--language=es"])
        #expect(await offers("completions", "") == ["bash", "zsh", "fish"])
        #expect(await answer(["image", "1", "--output", "a"]) == ["files"])
        #expect(await answer(["image", "1", "-o", "a"]) == ["files"])
        #expect(await offers("feed", "--limit", "") == [])
        #expect(await offers("--tokens.access-lifetime", "") == [])
    }

    @Test func offersTheRowsThatWereShownLast() async throws {
        let rows = try ["1A000000-0000-4000-8000-000000000001", "2b000000-0000-4000-8000-000000000002"].map {
            try #require(UUID(uuidString: $0))
        }
        #expect(await offers("image", "") == [])
        #expect(await offers("image", "", rows: rows) == ["1", "2"])
        #expect(await offers("image", "1", rows: rows) == ["1", "1a000000-0000-4000-8000-000000000001"])
        #expect(await answer(["image", "2"], shell: "zsh", rows: rows).dropFirst().first == "2:2b000000")
    }

    @Test func saysWhatTheWordsAreForWhereTheShellShowsIt() async {
        #expect(await answer(["fe"], shell: "fish") == ["words", "feed\tShow the feed"])
        #expect(await answer(["--language", "es", "fe"], shell: "zsh") == ["words", "feed:Muestra las novedades"])
        #expect(await answer(["vau"], shell: "fish") == ["words", "vault\trotate"])
        #expect(await answer(["image", "--ou"], shell: "zsh") == ["words", "--output:Where it's [stored]: a file"])
    }

    @Test func aLineThatIsWrongSoFarIsNoError() async {
        #expect(await offers("--port", "nonsense", "--json", "fe") == ["feed"])
        #expect(await offers("feed", "--nonsense", "--li") == ["--limit"])
    }
}
