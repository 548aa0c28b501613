import ConsoleAPI
import Localization
import PasswordChangeAPI

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
            let new = try await terminal.newPassword(
                for: invocation, asking: PasswordTexts.newPrompt, again: PasswordTexts.againPrompt)
            do throws(PasswordChangeError) {
                try await change.changePassword(from: current, to: new)
                return CommandOutput(
                    json: Status(status: "password_changed"), .line(PasswordTexts.changed, .success))
            } catch {
                throw CommandFailure(error)
            }
        }
    }

    private struct Status: Encodable, Sendable {
        let status: String
    }
}

extension CommandFailure {
    init(_ error: PasswordChangeError) {
        let (exit, code, hint): (ExitStatus, String, LocalizedText?) =
            switch error {
            case .notLoggedIn: (.notLoggedIn, "not_logged_in", PasswordTexts.logInHint)
            case .unacceptable: (.usage, "invalid_data", PasswordTexts.nothingChanged)
            case .wrongPassword: (.failure, "invalid_credentials", PasswordTexts.recoverHint)
            case .tooManyAttempts: (.failure, "account_locked", PasswordTexts.recoverHint)
            case .connectivity: (.noConnectivity, "no_connectivity", PasswordTexts.notQueued)
            case .impossible(let code, _): (.failure, code, PasswordTexts.nothingChanged)
            case .server: (.failure, "server_error", PasswordTexts.mayCount)
            case .tokenStorageFailed: (.failure, "token_storage_failed", PasswordTexts.storageHint)
            case .cancelled: (.interrupted, "cancelled", PasswordTexts.mayCount)
            }
        self.init(exit: exit, code: code, message: error.text, hint: hint)
    }
}
