import ConsoleAPI
import CoreModels
import Localization
import PasswordChangeAPI
import PasswordQuality
import SessionsPresentationAPI

/// `essential password`: another password for who knows theirs.
struct PasswordCommand: Sendable {
    let change: any PasswordChanging
    let stepUp: StepUp

    var command: Command {
        Command(
            "password", summary: PasswordTexts.summary, discussion: PasswordTexts.discussion, group: .account,
            examples: [
                CommandExample("essential password", PasswordTexts.example),
                CommandExample("essential password --password-stdin < two-lines.txt", PasswordTexts.scriptExample),
            ],
            parameters: StepUp.parameters
        ) { invocation, terminal throws(CommandFailure) in
            let current = try await stepUp.password(
                for: invocation, on: terminal, asking: PasswordTexts.currentPrompt, or: PasswordChangeError.notRecent,
                without: PasswordChangeError.noPassword)
            // What was typed stays while the person proves who they are, which is once.
            var typed: Secret?, isProved = false
            while true {
                let new: Secret
                if let typed { new = typed } else { new = try await newPassword(invocation, terminal) }
                do throws(PasswordChangeError) {
                    try await change.changePassword(from: current, to: new)
                    return CommandOutput(
                        json: Status(status: "password_changed"), .line(PasswordTexts.changed, .success))
                } catch {
                    if error == .notRecent, !isProved {
                        try await stepUp.prove(after: error, invocation, on: terminal, knowing: current)
                        (typed, isProved) = (new, true)
                        continue
                    }
                    typed = nil
                    // The server knows more than this device does.
                    guard case .unacceptable = error, invocation.asksForPasswords else {
                        throw CommandFailure(presenting: error)
                    }
                    terminal.refuse(error.text)
                }
            }
        }
    }

    private func newPassword(
        _ invocation: Invocation, _ terminal: any Terminal
    ) async throws(CommandFailure) -> Secret {
        try await terminal.newPassword(
            for: invocation, asking: PasswordTexts.newPrompt, again: PasswordTexts.againPrompt
        ) { typed in
            typed.withText { PasswordRules().problem(of: $0, name: "", email: "")?.text }
        }
    }

    private struct Status: Encodable, Sendable {
        let status: String
    }
}
