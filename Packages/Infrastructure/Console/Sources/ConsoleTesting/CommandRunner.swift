public import ConsoleAPI
import ConsoleEngine
import CoreModels
import FoundationEssentials
import Localization
public import PluginKit
public import Presenting
public import Testing

/// Runs commands as a program does, from words to exit status, without a process.
public struct CommandRunner: Sendable {
    private let engine: ProgramEngine
    private let commands: [Command]
    private let places: [NextStepPlace]
    private let environment: [String: String]

    /// Creates a runner of the commands that plugins contribute, in a program
    /// called `essential`.
    ///
    /// - Parameter steps: Words that other plugins would have for next steps.
    public init(_ composition: Composition, offering steps: [NextStep: String] = [:]) {
        self.init(
            composition.values(of: Commands.self),
            places: composition.values(of: NextStepPlaces.self)
                + steps.map { NextStepPlace($0.key, LocalizedText(verbatim: $0.value)) })
    }

    /// Creates a runner of a program without options of its own.
    public init(_ commands: [Command], ofProgram name: String) {
        self.init(
            commands,
            program: ProgramDescription(
                name: name, version: "0.0.0", summary: LocalizedText(en: "A test", es: "Una prueba")))
    }

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - commands: The commands to run.
    ///   - program: The program they belong to; one called `essential` without options of its own if nil.
    ///   - places: The words that the program has for next steps.
    ///   - environment: The environment's variables.
    public init(
        _ commands: [Command], program: ProgramDescription? = nil, places: [NextStepPlace] = [],
        environment: [String: String] = [:]
    ) {
        let program =
            program
            ?? ProgramDescription(
                name: "essential", version: "0.0.0", summary: LocalizedText(en: "A test", es: "Una prueba"))
        engine = ProgramEngine(program)
        self.commands = commands
        self.places = places
        self.environment = environment
    }

    /// Runs the command that the words call.
    public func run(_ words: [String], on terminal: TerminalSpy = TerminalSpy()) async -> CommandRun {
        let line = engine.parse(words, environment: environment)
        terminal.speak(line.language)
        let exit = await engine.run(line, commands: commands, places: places, on: terminal)
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
        for problem in problems() { Issue.record("\(problem)", sourceLocation: sourceLocation) }
    }

    /// A sentence about each mistake.
    package func problems() -> [String] {
        let catalog = CommandCatalog(engine.program, commands)
        var problems = CatalogCheck.problems(in: catalog)
        for command in commands {
            if command.examples.isEmpty { problems.append("“\(command.name)” has no example") }
            problems += command.examples.filter { !understands($0, catalog) }.map {
                "The example “\($0.line)” isn't understood"
            }
            let texts =
                [command.summary, command.discussion].compactMap { $0 } + command.examples.map(\.summary)
                + command.parameters.map(\.definition.summary)
            if texts.contains(where: { $0.english.isEmpty || $0.spanish.isEmpty }) {
                problems.append("“\(command.name)” has an empty text")
            }
        }
        for place in places where place.words.english.isEmpty || place.words.spanish.isEmpty {
            problems.append("The step “\(place.step.name)” has an empty text")
        }
        return problems
    }

    private func understands(_ example: CommandExample, _ catalog: CommandCatalog) -> Bool {
        let calls = ShellWords.commands(in: example.line).filter { $0.first == engine.program.name }
        return !calls.isEmpty
            && calls.allSatisfy { call in
                CallCheck.problem(in: engine.parse(Array(call.dropFirst()), environment: [:]), catalog) == nil
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

/// An example's line as a shell takes it apart.
enum ShellWords {
    /// The words of each command in the line, redirections left out.
    static func commands(in line: String) -> [[String]] {
        var commands: [[String]] = [[]]
        var isRedirection = false
        for word in words(of: line) {
            switch word {
            case .operator(let text) where text.allSatisfy { $0 == "<" || $0 == ">" }: isRedirection = true
            case .operator: commands.append([])
            case .plain where isRedirection: isRedirection = false
            case .plain(let text): commands[commands.count - 1].append(text)
            }
        }
        return commands
    }

    private enum Word {
        case plain(String)
        case `operator`(String)
    }

    private static func words(of line: String) -> [Word] {
        var words: [Word] = []
        var word: String?
        var quote: Character?
        func finish() {
            if let text = word { words.append(.plain(text)) }
            word = nil
        }
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " {
                finish()
            } else if "|><&;".contains(character) {
                finish()
                if case .operator(let text)? = words.last, text.last == character {
                    words[words.count - 1] = .operator(text + String(character))
                } else {
                    words.append(.operator(String(character)))
                }
            } else {
                word = (word ?? "") + String(character)
            }
        }
        finish()
        return words
    }
}
