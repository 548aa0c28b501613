import ComposerWiring
import ConsoleAPI
import FoundationEssentials
import Glibc

/// `essential`: reads the command line and does what it asks for.
@main
struct Composer {
    static func main() async {
        let program = ClientProgram(environment: ProcessInfo.processInfo.environment)
        exit(await program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }
}
