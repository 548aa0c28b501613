import ConsoleAPI
import ConsoleTerminal
import FoundationEssentials
import Glibc
import ServerWiring

/// `essentiald`: reads the command line and runs what it asks for.
@main
struct Server {
    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        let commands = ServerCommands(environment: environment)
        let program = CommandLineProgram(commands.description)
        let request = program.parse(Array(CommandLine.arguments.dropFirst()), environment: environment)
        exit(await program.run(request, commands: commands.commands(for: request)).rawValue)
    }
}
