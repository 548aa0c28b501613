public import ConsoleAPI
import ConsoleEngine
public import Localization

/// Runs a program from its command line.
///
/// A command line is read twice: first what holds for every command, which says
/// how to compose the program (where its home is, which server, which
/// language), then, with the commands that the composition brought, the rest.
///
/// ```swift
/// let program = CommandLineProgram(description)
/// let request = program.parse(Array(CommandLine.arguments.dropFirst()), environment: environment)
/// let commands = request.needsCommands ? try compose(home: request[home]).values(of: Commands.self) : []
/// exit(await program.run(request, commands: commands).rawValue)
/// ```
public struct CommandLineProgram: Sendable {
    /// A command line after its first reading.
    public struct Request: Sendable {
        let line: GlobalLine

        /// The language of all texts: `--language`, else the locale.
        public var language: Language { line.language }
        /// Whether answers are JSON objects.
        public var isJSON: Bool { line.isJSON }
        /// The options known by their form, in the order in which they were given.
        public var dynamicOptions: [DynamicOption] { line.dynamicOptions }
        /// The first word of the command, whether there is such a command or not.
        public var firstWord: String? { line.firstWord }
        /// Whether commands are needed to answer; if not, as after a mistake or
        /// with `--version`, the program needn't be composed.
        public var needsCommands: Bool { line.wantsHelp || (line.failure == nil && !line.wantsVersion) }
        /// Whether the program is asked about itself alone: by `--help`, or by a
        /// command that every program has.
        ///
        /// Nothing has to be started for that.
        public var concernsProgram: Bool {
            line.wantsHelp || line.firstWord.map(BuiltInCommands.names.contains) == true
        }

        /// The value of one of the program's own parameters; what it is when
        /// left out, if it was wrong, since running the request will tell.
        public subscript<Value>(parameter: Parameter<Value>) -> Value { line.invocation[parameter] }

        /// Whether one of the program's own parameters was given.
        public func isGiven<Value>(_ parameter: Parameter<Value>) -> Bool { line.invocation.isGiven(parameter) }
    }

    private let engine: ProgramEngine
    private let decoder: (any BitmapDecoding)?

    /// Creates a program, before it opens any file.
    ///
    /// - Parameter decoder: Decodes the pictures that it shows; nil for one that
    ///   shows none.
    public init(_ description: ProgramDescription, decoder: (any BitmapDecoding)? = nil) {
        StandardStreams.occupy()
        engine = ProgramEngine(description)
        self.decoder = decoder
    }

    /// Reads what holds for every command.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - environment: The environment's variables.
    public func parse(_ arguments: [String], environment: [String: String]) -> Request {
        Request(line: engine.parse(arguments, environment: environment))
    }

    /// What keeps the words of this process from being read as they were given;
    /// nil if nothing does.
    ///
    /// The language repairs what isn't UTF-8, so that something else would be done
    /// than was asked for.
    public static var obstacleInArguments: CommandFailure? {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = unsafe CommandLine.unsafeArgv[index], unsafe String(validatingCString: word) == nil else {
                continue
            }
            let shown = unsafe String(cString: word)
            return .usage(
                LocalizedText(
                    en:
                        "Word \(index) of the command, “\(shown)”, isn't UTF-8. Nothing was done. Write it in UTF-8; if it "
                        + "names a file, rename that.",
                    es: "La palabra \(index) de la orden, «\(shown)», no está en UTF-8. No se hizo nada. Escríbela en "
                        + "UTF-8; si nombra un archivo, cambia su nombre."))
        }
        return nil
    }

    /// Runs the command that was asked for, and prints what comes of it.
    ///
    /// - Parameters:
    ///   - request: The command line.
    ///   - commands: The program's commands; `help`, `version`, `completions`
    ///     and `manual` come by themselves.
    ///   - places: The words that the program has for next steps.
    ///   - terminal: Where to talk; the real one if nil.
    /// - Returns: The status with which the program should end.
    public func run(
        _ request: Request, commands: [Command], places: [NextStepPlace] = [], on terminal: (any Terminal)? = nil
    ) async -> ExitStatus {
        await engine.run(request.line, commands: commands, places: places, on: terminal ?? self.terminal(for: request))
    }

    /// Tells of a failure outside any command, such as one to compose the program.
    ///
    /// - Returns: The status with which the program should end.
    public func report(_ failure: CommandFailure, for request: Request, on terminal: (any Terminal)? = nil)
        -> ExitStatus
    {
        engine.report(failure, request.line, on: terminal ?? self.terminal(for: request))
    }

    /// The terminal of this process, in the request's language.
    ///
    /// - Parameter memory: Knows the lists that were shown last; nil for none.
    public func terminal(for request: Request, remembering memory: RowMemory? = nil) -> any Terminal {
        SystemTerminal(
            language: request.language, environment: request.line.environment, memory: memory, decoder: decoder)
    }
}
