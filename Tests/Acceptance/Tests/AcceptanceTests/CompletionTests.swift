import FoundationEssentials
import KernelTesting
import Testing

/// What the shells make of a line when somebody presses Tab.
struct CompletionTests {
    private enum Shell: String, CaseIterable {
        case bash, zsh, fish

        /// Writes what the shell reads at its start, and gives its arguments.
        ///
        /// The programs are functions that print their words, unless they are
        /// asked what could follow.
        func prepare(_ folder: String) throws -> String {
            let programs = [("essential", try Programs.essential), ("essentiald", try Programs.essentiald)]
            let scripts = programs.map { name, path in
                switch self {
                case .bash, .zsh:
                    """
                    \(name)() { if [ "$1" = completions ]; then '\(path)' "$@"; else printf '<%s>' "$@"; echo ' run'; fi; }
                    source <(\(name) completions \(rawValue))
                    """
                case .fish:
                    """
                    function \(name)
                        if test "$argv[1]" = completions
                            \(path) $argv
                        else
                            printf '<%s>' $argv; echo ' run'
                        end
                    end
                    \(name) completions fish | source
                    """
                }
            }
            let (file, start, prompt): (String, String, String) =
                switch self {
                case .bash: ("start", "bash --noprofile --rcfile start -i", "PS1='ready> '")
                case .zsh:
                    (
                        ".zshrc", "zsh -i",
                        "autoload -U compinit; compinit -u -D; unsetopt zle_bracketed_paste; PS1='ready> '"
                    )
                case .fish:
                    (
                        "start", "fish --no-config --private -i -C 'source start'",
                        "function fish_prompt; echo 'ready> '; end"
                    )
                }
            let text = ([prompt] + scripts).joined(separator: "\n") + "\n"
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + file))
            return start
        }
    }

    /// What the program is called with after the keys and Enter.
    private func words(after keys: String, _ shell: Shell, home: String, in folder: String) async throws -> String {
        let start = try shell.prepare(folder)
        var variables = Surroundings.variables
        variables.merge(["HOME": folder, "ZDOTDIR": folder, "ESSENTIAL_HOME": home, "TERM": "xterm"]) { $1 }
        variables["INPUTRC"] = "/dev/null"
        let child = try ChildProcess(
            "script", ["-qec", "stty rows 30 cols 200; exec \(start)", "/dev/null"], environment: variables,
            directory: folder)
        _ = await child.readOutput(until: "ready>")
        child.provideInput(keys + "\r")
        let shown = await child.readOutput(until: " run")
        child.send(9)
        let lines = shown.replacing(/\u{1B}\[[0-9;?]*[a-zA-Z]/, with: "").split(whereSeparator: \.isNewline)
        return lines.last { $0.hasSuffix(" run") }.map { String($0.dropLast(4)) } ?? shown
    }

    /// A folder with a picture, and the home of somebody with two profiles to
    /// whom one picture was shown.
    private func prepare() async throws -> (stage: Stage, folder: String) {
        let stage = try await Stage()
        var client = stage.client
        try await client.object("feed", "--limit", "1")
        _ = try await client.run("feed", "--limit", "1")
        client.environment["ESSENTIAL_PROFILE"] = "workshop"
        try await client.object("feed", "--limit", "1")
        let folder = stage.folder.path(of: "desk")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["a heron.jpg", "plain.jpg"] {
            try Data().write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        return (stage, folder)
    }

    @Test(.timeLimit(.minutes(5)), arguments: Shell.allCases) private func tabCompletes(shell: Shell) async throws {
        let (stage, folder) = try await prepare()
        for (keys, words) in [
            ("essential whoa\t", "<whoami>"),
            ("essential post pl\t", "<post><plain.jpg>"),
            ("essential post a\t", "<post><a heron.jpg>"),
            ("essential image 1 --output=pl\t", "<image><1><--output=plain.jpg>"),
            ("essential help compl\t", "<help><completions>"),
            ("essential help vault rot\t", "<help><vault><rotate>"),
            ("essential --profile wo\t whoami", "<--profile><workshop><whoami>"),
            ("essential --profile=wo\t whoami", "<--profile=workshop><whoami>"),
            ("essential image \t", "<image><1>"),
            ("essential feed --lim\t", "<feed><--limit>"),
            ("essentiald plugins --plugins.disabled com\t", "<plugins><--plugins.disabled><comments>"),
            ("essentiald plugins --plugins.disabled feed,com\t", "<plugins><--plugins.disabled><feed,comments>"),
        ] {
            let found = try await self.words(after: keys, shell, home: stage.client.home, in: folder)
            #expect(found == words, "\(shell), \(keys)")
        }
    }

    @Test func askingTouchesNothing() async throws {
        let folder = try TemporaryFolder()
        let client = Client(home: folder.path(of: "home"), address: "http://127.0.0.1:9")
        for words in [["image", ""], ["--profile", ""], ["--server", "http://127.0.0.1:8", "feed", "--"]] {
            let outcome = await (try client.spawn(["completions", "fish", "--"] + words)).outcome()
            #expect(outcome.exit == .status(0) && outcome.outputText.hasPrefix("words") && outcome.errorText.isEmpty)
        }
        #expect(folder.files().isEmpty)
    }
}
