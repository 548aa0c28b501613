public import ConsoleAPI
import ConsoleEngine
import CoreModels
import FoundationEssentials
import Localization
public import Testing

/// Runs commands as a program does, from words to exit status, without a process.
public struct CommandRunner: Sendable {
    private let engine: ProgramEngine
    private let commands: [Command]
    private let environment: [String: String]

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - commands: The commands to run.
    ///   - program: The program they belong to; one called `essential` without options of its own if nil.
    ///   - environment: The environment's variables.
    public init(_ commands: [Command], program: ProgramDescription? = nil, environment: [String: String] = [:]) {
        let program =
            program
            ?? ProgramDescription(
                name: "essential", version: "0.0.0", summary: LocalizedText(en: "A test", es: "Una prueba"))
        engine = ProgramEngine(program)
        self.commands = commands
        self.environment = environment
    }

    /// Runs the command that the words call.
    public func run(_ words: [String], on terminal: TerminalSpy = TerminalSpy()) async -> CommandRun {
        let line = engine.parse(words, environment: environment)
        terminal.speak(line.language)
        let exit = await engine.run(line, commands: commands, on: terminal)
        return CommandRun(exit: exit, output: terminal.output, errors: terminal.errors)
    }

    /// Runs the command that the words call, `--json` among them.
    public func run(_ words: String..., on terminal: TerminalSpy = TerminalSpy()) async -> CommandRun {
        await run(words, on: terminal)
    }

    /// Expects that the commands are declared without a mistake: names are
    /// unique and proper, each has an example, the examples are understood, and
    /// every text says something in every language.
    public func expectWellFormed(sourceLocation: SourceLocation = #_sourceLocation) {
        let catalog = CommandCatalog(engine.program, commands)
        for problem in CatalogCheck.problems(in: catalog) {
            Issue.record("\(problem)", sourceLocation: sourceLocation)
        }
        for command in commands {
            #expect(!command.examples.isEmpty, "“\(command.name)” has no example", sourceLocation: sourceLocation)
            for example in command.examples {
                let line = engine.parse(ShellWords.words(of: example.line), environment: [:])
                let problem = CallCheck.problem(in: line, catalog)
                #expect(problem == nil, "“\(example.line)” isn't understood", sourceLocation: sourceLocation)
            }
            let texts =
                [command.summary, command.discussion].compactMap { $0 } + command.examples.map(\.summary)
                + command.parameters.map(\.definition.summary)
            for text in texts {
                #expect(
                    !text.english.isEmpty && !text.spanish.isEmpty, "“\(command.name)” has an empty text",
                    sourceLocation: sourceLocation)
            }
        }
    }
}

/// What came of a call.
public struct CommandRun: Sendable {
    /// The status with which the program would end.
    public let exit: ConsoleAPI.ExitStatus
    /// What stands on standard output.
    public let output: String
    /// What stands on standard error.
    public let errors: String

    /// The object that `--json` printed.
    public func json<Document: Decodable>(_ type: Document.Type = Document.self) throws -> Document {
        try WireCoding.decoder().decode(type, from: Data(output.utf8))
    }

    /// The code of the failure that `--json` printed.
    public func failureCode() throws -> String {
        struct Document: Decodable {
            struct Details: Decodable { let code: String }
            let error: Details
        }
        return try WireCoding.decoder().decode(Document.self, from: Data(errors.utf8)).error.code
    }
}

/// The words of an example as a shell would hand them over.
enum ShellWords {
    static func words(of line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " {
                if let finished = word { words.append(finished) }
                word = nil
            } else if "|><&;".contains(character), word == nil {
                return words
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
