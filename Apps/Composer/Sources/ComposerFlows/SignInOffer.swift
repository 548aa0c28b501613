public import ConsoleAPI
import Localization

/// Offers to log in where a command turns out to need a session, and goes on
/// with the command then.
///
/// Only a person at a terminal is asked; a script gets the failure. A command
/// is called a second time, so it has to be one that only shows something.
public struct SignInOffer: Sendable {
    private let login: Command

    /// Creates the flow.
    ///
    /// - Parameter login: Logs in, and asks for all that it needs.
    public init(login: Command) {
        self.login = login
    }

    /// The commands, with the offer in those that can go on after it.
    public func extending(_ commands: [Command]) -> [Command] {
        commands.map { $0.goesOnAfterLogin ? extending($0) : $0 }
    }

    private func extending(_ command: Command) -> Command {
        Command(
            command.name, summary: command.summary, discussion: command.discussion, group: command.group,
            examples: command.examples, parameters: command.parameters,
            goesOnAfterLogin: true
        ) { invocation, terminal throws(CommandFailure) in
            do throws(CommandFailure) {
                return try await command.body(invocation, terminal)
            } catch {
                guard error.exit == .notLoggedIn, try await accepts(error, invocation, terminal) else { throw error }
                // The output is the command's: it may be a picture in a file.
                terminal.writeError(try await login.call(within: invocation, on: terminal).text)
                return try await command.body(invocation, terminal)
            }
        }
    }

    private func accepts(
        _ failure: CommandFailure, _ invocation: Invocation, _ terminal: any Terminal
    ) async throws(CommandFailure) -> Bool {
        guard terminal.hasPerson(of: invocation) else { return false }
        terminal.writeError(.line(failure.message, .warning))
        do throws(TerminalError) {
            return try await terminal.confirm(Self.question, suggestion: true)
        } catch .endOfInput {
            return false
        } catch {
            throw CommandFailure(error)
        }
    }

    private static let question = LocalizedText(en: "Log in now?", es: "¿Iniciar sesión ahora?")
}
