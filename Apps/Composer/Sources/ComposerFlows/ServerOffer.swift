public import ConsoleAPI
import Localization
import Presenting

extension NextStep {
    /// Have a server on this machine run, or use another one.
    static let startServer = NextStep("start_server")
}

/// Says how a server of this machine is started where a command finds none.
///
/// Errors name no command, since pages show them too.
public enum ServerOffer {
    /// How that is done at a terminal.
    public static let place = NextStepPlace(
        .startServer,
        LocalizedText(
            en: "Start it with: essentiald serve. Or name another: essential login --server URL",
            es: "Arráncalo con: essentiald serve. O indica otro: essential login --server URL"))

    /// The commands, with the offer after their failures.
    ///
    /// - Parameter isMissing: Whether nothing was found at the server's address: what answers there
    ///   runs, whatever else is in the way.
    public static func extending(
        _ commands: [Command], where isMissing: @escaping @Sendable () -> Bool
    ) -> [Command] {
        commands.map { command in
            Command(
                command.name, summary: command.summary, discussion: command.discussion, group: command.group,
                examples: command.examples, parameters: command.parameters, goesOnAfterLogin: command.goesOnAfterLogin
            ) { invocation, terminal throws(CommandFailure) in
                do throws(CommandFailure) {
                    return try await command.body(invocation, terminal)
                } catch {
                    throw error.exit == .noConnectivity && isMissing() ? error.offering(.startServer) : error
                }
            }
        }
    }
}
