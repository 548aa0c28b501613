import Foundation

/// Answers questions about the monorepo, checks its rules, and writes what is
/// derived from it.
@main
struct Repo {
    private static let commands: [any Command.Type] = [
        APICommand.self,
        AffectedCommand.self,
        CoverageCommand.self,
        DoctorCommand.self,
        GraphCommand.self,
        LintCommand.self,
        MutantsCommand.self,
        NewFeatureCommand.self,
        TestCommand.self,
        TraceabilityCommand.self,
        UmbrellaCommand.self,
        WhyCommand.self,
    ]

    static func main() async {
        let words = CommandLine.arguments.dropFirst().filter { $0 != "help" }
        let wantsHelp =
            words.count < CommandLine.arguments.count - 1 || words.contains("--help") || words.contains("-h")
        guard let command = commands.first(where: { $0.name == words.first }) else {
            end(wantsHelp ? 0 : 2, saying: usage)
        }
        if wantsHelp { end(0, saying: command.usage + "\n") }
        do {
            let arguments = try Arguments(words.dropFirst(), options: command.options, flags: command.flags)
            exit(try await command.run(arguments))
        } catch let error as UsageError {
            end(2, saying: "repo \(command.name): \(error)\n\(command.usage)\n")
        } catch {
            end(1, saying: "repo \(command.name): \(error)\n")
        }
    }

    private static var usage: String {
        let width = commands.map { $0.name.count }.max() ?? 0
        let rows = commands.map { command in
            "  \(command.name.padding(toLength: width, withPad: " ", startingAt: 0))   \(command.summary)"
        }
        return """
            usage: repo COMMAND [ARGUMENTS] [--root FOLDER]

            \(rows.joined(separator: "\n"))

            `repo COMMAND --help` says more about one of them.

            """
    }

    /// Says it on standard output when all is well, on standard error otherwise.
    private static func end(_ status: Int32, saying text: String) -> Never {
        FileHandle(fileDescriptor: status == 0 ? 1 : 2).write(Data(text.utf8))
        exit(status)
    }
}
