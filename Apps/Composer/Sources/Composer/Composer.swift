import ComposerWiring
import ConsoleAPI
import FoundationEssentials
import Glibc

/// `essential`: reads the command line and does what it asks for.
@main
struct Composer {
    static func main() async {
        let program = ClientProgram(environment: ProcessInfo.processInfo.environment)
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let refusal = program.refusal(arguments) { exit(refusal.rawValue) }
        exit(await program.run(arguments).rawValue)
    }
}
