public import ConsoleAPI
import ConsoleTerminal
import PicturesGD
import PluginKit

/// The command line of `essentiald`.
public struct ServerProgram: Sendable {
    private let environment: [String: String]

    /// Creates the program.
    ///
    /// - Parameter environment: The environment's variables.
    public init(environment: [String: String]) {
        self.environment = environment
    }

    /// Decodes a picture and ends the process, if the program was started by
    /// itself to do that; returns at once otherwise.
    ///
    /// - Parameter arguments: All arguments, the program's name first.
    public static func decodePictureIfAsked(_ arguments: [String]) {
        PicturesPlugin.runWorkerIfAsked(arguments)
    }

    /// Does what the arguments ask for.
    ///
    /// - Returns: The status with which the program should end.
    public func run(_ arguments: [String]) async -> ExitStatus {
        do throws(PluginHostError) {
            let commands = try ServerCommands(environment: environment)
            let program = CommandLineProgram(commands.description)
            let request = program.parse(arguments, environment: environment)
            return await program.run(request, commands: commands.commands(for: request))
        } catch {
            let program = CommandLineProgram(
                ProgramDescription(name: "essentiald", version: "1.0.0", summary: error.text))
            return program.report(
                CommandFailure(composing: error, database: ""), for: program.parse(arguments, environment: environment))
        }
    }
}
