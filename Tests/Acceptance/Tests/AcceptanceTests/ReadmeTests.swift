import FoundationEssentials
import KernelTesting
import Testing

/// What the README tells a newcomer to type, in its order, in a shell of
/// somebody who has nothing yet.
struct ReadmeTests {
    private let folder: TemporaryFolder
    private let port = Ports.next()

    init() async throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path(of: "bin"), withIntermediateDirectories: false)
        for (name, path) in [("essential", try Programs.essential), ("essentiald", try Programs.essentiald)] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(of: "bin/" + name), withDestinationPath: path)
        }
    }

    /// The commands of each block of a part, without what is said of them.
    private func blocks(below title: String) throws -> [[String]] {
        let file = URL(fileURLWithPath: Programs.root + "/README.md")
        let readme = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let part = try #require(readme.split(separator: "\n## ").first { $0.hasPrefix(title + "\n") })
        let pieces = part.split(separator: "```", omittingEmptySubsequences: false)
        return pieces.indices.filter { $0 % 2 == 1 }.map { index in
            pieces[index].split(separator: "\n").map { String($0).replacing(#/\s+#.*/#, with: "") }
        }
    }

    /// Starts a shell on a terminal, which knows only what a new account does.
    private func shell() async throws -> ChildProcess {
        var variables = Surroundings.variables
        variables.merge([
            "HOME": folder.path, "TERM": "dumb", "PS1": "[$?]ready> ", "PASSWORD": Self.passwords[1],
            // Other tests may have taken the usual port.
            "ESSENTIAL_SERVER_LISTEN": "127.0.0.1:\(port)", "ESSENTIAL_SERVER": "http://127.0.0.1:\(port)",
        ]) { $1 }
        // A question that nobody expects would wait for ever.
        let bash = "stty rows 30 cols 110; exec bash --noprofile --norc --noediting -i"
        let shell = try ChildProcess(
            "timeout", ["600", "script", "-qec", bash, "/dev/null"], environment: variables, directory: folder.path)
        _ = await shell.readOutput(until: Self.ready)
        return shell
    }

    private static let ready = "]ready> "
    private static let email = "ana@example.com"
    private static let passwords = ["seven blue coffee cups", "eleven odd paper kites"]

    /// What a command asks, in its order, and what somebody answers.
    private static func answers(to command: String) -> [(question: String, answer: String)] {
        switch command {
        case "essential register":
            [("Name:", "Ana"), ("Email:", email), ("Password", passwords[0]), ("again:", passwords[0])]
        case "essential feed": [("[Y/n]", "n")]
        case "essential post delete 1": [("[y/N]", "y")]
        case "essential password":
            [("Current password:", passwords[0]), ("New password", passwords[1]), ("Password again:", passwords[1])]
        case "essential recover": [("Email:", email)]
        case "essential login": [("Email:", email), ("Password", passwords[1])]
        default: []
        }
    }

    /// Types a command, answers what it asks, and expects that it succeeds.
    private func type(_ command: String, into shell: ChildProcess) async throws {
        shell.type(command + "\n")
        for (question, answer) in Self.answers(to: command) {
            let shown = await shell.readOutput(until: question, Self.ready)
            try #require(shown.contains(question), "\(command): \(shown)")
            // One key is enough for the next page; a line end would be typed into the shell.
            shell.type(question == "[Y/n]" ? answer : answer + "\n")
        }
        let shown = await shell.readOutput(until: Self.ready)
        #expect(shown.hasSuffix("[0" + Self.ready), "\(command): \(shown)")
    }

    @Test func eachCommandDoesWhatItSays() async throws {
        let blocks = try blocks(below: "By hand"), first = try #require(blocks.first)
        #expect(first.first == "make build", "the programs under test stand for it")
        let server = try await shell(), serve = try #require(first.last)
        for command in first.dropFirst().dropLast() { try await type(command, into: server) }
        server.type(serve + "\n")
        let listening = await server.readOutput(until: "Ctrl-C", Self.ready)
        try #require(listening.contains("Ctrl-C"), "\(serve): \(listening)")
        // Nobody types as fast as this; the pictures come while the server answers.
        let filling = await server.readOutput(until: "the demo is complete", Self.ready)
        try #require(filling.contains("the demo is complete"), "\(serve): \(filling)")

        let client = try await shell(), outbox = Outbox(data: folder.path(of: ".local/share/essentiald"))
        for command in blocks.dropFirst().joined() {
            let code = command.contains("CODE") ? try await outbox.newestCode(for: Self.email) : ""
            try await type(command.replacing("CODE", with: code), into: client)
        }
        server.type("\u{3}")
        #expect(await server.readOutput(until: Self.ready).hasSuffix("[0" + Self.ready))
    }

    /// What `make run` and `make demo` show, into a file and on a terminal.
    @Test(arguments: [false, true]) func theTourHolds(onATerminal: Bool) async throws {
        let tour = Programs.root + "/Tools/demo/tour.sh"
        let programs = ["ESSENTIAL_PROGRAMS": folder.path(of: "bin"), "HOME": folder.path, "TERM": "dumb"]
        let command = onATerminal ? ["script", "-qec", tour, "/dev/null"] : [tour]
        let outcome = try await ChildProcess.run(
            "timeout", ["600"] + command, environment: Surroundings.variables.merging(programs) { $1 })
        #expect(outcome.exit == .status(0), "\(outcome.outputText)")
        #expect(outcome.outputText.contains("Every step held."))
        #expect(outcome.errorText == "")
    }
}
