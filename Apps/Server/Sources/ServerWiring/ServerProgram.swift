public import ConsoleAPI
import ConsoleTerminal

/// The command line of `essentiald`.
public struct ServerProgram: Sendable {
    private let environment: [String: String]

    /// Creates the program.
    ///
    /// - Parameter environment: The environment's variables.
    public init(environment: [String: String]) {
        self.environment = environment
    }

    /// Does what the arguments ask for.
    ///
    /// - Returns: The status with which the program should end.
    public func run(_ arguments: [String]) async -> ExitStatus {
        let commands = ServerCommands(environment: environment)
        let program = CommandLineProgram(commands.description)
        let request = program.parse(arguments, environment: environment)
        return await program.run(request, commands: commands.commands(for: request))
    }
}
