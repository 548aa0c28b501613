import ConsoleAPI
import CoreModels
import Localization
import PasswordChangeAPI
import PasswordQuality

/// `essential password`: another password for who knows theirs.
struct PasswordCommand: Sendable {
    let change: any PasswordChanging

    var command: Command {
        Command(
            "password", summary: PasswordTexts.summary, discussion: PasswordTexts.discussion, group: .account,
            examples: [
                CommandExample("essential password", PasswordTexts.example),
                CommandExample("essential password --password-stdin < two-lines.txt", PasswordTexts.scriptExample),
            ],
            parameters: [StandardParameters.passwordFromStandardInput]
        ) { invocation, terminal throws(CommandFailure) in
            let current = try await terminal.password(for: invocation, asking: PasswordTexts.currentPrompt)
            while true {
                let new = try await terminal.newPassword(
                    for: invocation, asking: PasswordTexts.newPrompt, again: PasswordTexts.againPrompt
                ) { typed in
                    typed.withText { PasswordRules().problem(of: $0, name: "", email: "")?.text }
                }
                do throws(PasswordChangeError) {
                    try await change.changePassword(from: current, to: new)
                    return CommandOutput(
                        json: Status(status: "password_changed"), .line(PasswordTexts.changed, .success))
                } catch {
                    // The server knows more than this device does.
                    guard case .unacceptable = error, invocation.asksForPasswords else {
                        throw CommandFailure(presenting: error)
                    }
                    terminal.refuse(error.text)
                }
            }
        }
    }

    private struct Status: Encodable, Sendable {
        let status: String
    }
}
