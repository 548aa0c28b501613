import ConsoleTesting
import KernelTesting
import Testing

struct CompletionTests {
    private let runner = CommandRunner(SampleProgram.commands, program: SampleProgram.description)

    private func script(_ shell: String, language: String = "en") async -> String {
        await runner.run("completions", shell, "--language", language).output
    }

    @Test(arguments: ["en", "es"])
    func bashReadsItsCompletions(language: String) async throws {
        let folder = try TemporaryFolder()
        try write(await script("bash", language: language), to: folder.path(of: "script"))
        let check = try await ChildProcess.run("bash", ["-n", folder.path(of: "script")])
        #expect(check.exit == .status(0))
        #expect(check.errorText.isEmpty)
    }

    @Test(.enabled(if: isInstalled("zsh"), "zsh isn't installed"), arguments: ["en", "es"])
    func zshReadsItsCompletions(language: String) async throws {
        let folder = try TemporaryFolder()
        try write(await script("zsh", language: language), to: folder.path(of: "_sample"))
        let check = try await ChildProcess.run("zsh", ["-n", folder.path(of: "_sample")])
        #expect(check.exit == .status(0))
        #expect(check.errorText.isEmpty)
    }

    @Test(.enabled(if: isInstalled("fish"), "fish isn't installed"), arguments: ["en", "es"])
    func fishReadsItsCompletions(language: String) async throws {
        let folder = try TemporaryFolder()
        try write(await script("fish", language: language), to: folder.path(of: "sample.fish"))
        let check = try await ChildProcess.run("fish", ["--no-execute", folder.path(of: "sample.fish")])
        #expect(check.exit == .status(0))
        #expect(check.errorText.isEmpty)
    }

    @Test(
        .enabled(if: isInstalled("fish"), "fish isn't installed"),
        arguments: [
            ("sample fe", "feed\tShow the feed\n"), ("sample vault ", "rotate\tChange the key\n"),
            ("sample --server x vau", "vault\trotate\n"), ("sample completions f", "fish\n"),
            ("sample image --outp", "--output\tWhere it's [stored]: a file\n"),
        ])
    func fishOffersWhatFits(line: String, offers: String) async throws {
        let folder = try TemporaryFolder()
        try write(await script("fish"), to: folder.path(of: "sample.fish"))
        let run = try await ChildProcess.run(
            "fish", ["--no-config", "-c", "source sample.fish; complete -C '\(line)'"], directory: folder.path)
        #expect(run.outputText == offers)
        #expect(run.errorText.isEmpty)
    }

    /// What bash really offers after these words, the last one being completed.
    private func offers(_ words: [String]) async throws -> Set<String> {
        let folder = try TemporaryFolder()
        try write(await script("bash"), to: folder.path(of: "script"))
        try write("", to: folder.path(of: "a picture.jpg"))
        // compopt works only within a real completion; here it has nothing to act on.
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let program = """
            compopt() { :; }
            source ./script
            COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1)
            _sample
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try await ChildProcess.run(
            "bash", ["--norc", "-c", program], directory: folder.path)
        #expect(run.errorText.isEmpty)
        return Set(run.outputText.split(separator: "\n").map(String.init))
    }

    @Test func offersCommands() async throws {
        #expect(
            try await offers(["sample", ""]) == [
                "feed", "image", "login", "vault", "echo", "fail", "help", "version", "completions", "manual",
            ])
        #expect(try await offers(["sample", "f"]) == ["feed", "fail"])
        #expect(try await offers(["sample", "vault", ""]) == ["rotate"])
        #expect(try await offers(["sample", "--server", "feed", "f"]) == ["feed", "fail"])
        #expect(try await offers(["sample", "--server", "=", "x", "f"]) == ["feed", "fail"])
    }

    @Test func offersTheOptionsOfTheCommand() async throws {
        #expect(
            try await offers(["sample", "feed", "--"]) == [
                "--limit", "--tag", "--verbose", "--quiet", "--server", "--port", "--json", "--language", "--help",
                "--tokens.access-lifetime",
            ])
        #expect(try await offers(["sample", "feed", "--li"]) == ["--limit"])
        #expect(try await offers(["sample", "image", "1", "--ou"]) == ["--output"])
    }

    @Test func offersValues() async throws {
        #expect(try await offers(["sample", "feed", "--language", ""]) == ["en", "es"])
        #expect(try await offers(["sample", "--language", "=", "e"]) == ["en", "es"])
        #expect(try await offers(["sample", "--language", "="]) == ["en", "es"])
        #expect(try await offers(["sample", "completions", ""]) == ["bash", "zsh", "fish"])
        #expect(try await offers(["sample", "image", "1", "--output", "a"]) == ["a picture.jpg"])
        #expect(try await offers(["sample", "feed", "--limit", ""]) == [])
    }
}
