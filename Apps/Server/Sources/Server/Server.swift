import ConsoleAPI
import FoundationEssentials
import Glibc
import ServerWiring

/// `essentiald`: reads the command line and runs what it asks for.
@main
struct Server {
    static func main() async {
        ServerProgram.decodePictureIfAsked(CommandLine.arguments)
        let program = ServerProgram(environment: ProcessInfo.processInfo.environment)
        exit(await program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }
}
