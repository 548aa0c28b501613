import CaptchaAPI
import CaptchaPresentationAPI
import ConsoleAPI
import CoreModels
import Localization
import LoginAPI

/// `essential login` and `essential logout`.
struct LoginCommands: Sendable {
    let login: any LoggingIn
    let logout: any LoggingOut
    let captcha: any CaptchaSolving
    let offersRecovery: Bool

    private static let email = Parameter<String?>.optional("email", .text("EMAIL"), summary: LoginTexts.emailOption)

    /// Logs in.
    var logIn: Command {
        Command(
            "login", summary: LoginTexts.loginSummary, discussion: LoginTexts.loginDiscussion, group: .account,
            examples: [
                CommandExample("essential login", LoginTexts.loginExample),
                CommandExample(
                    "essential login --email ana@example.com --password-stdin < password.txt",
                    LoginTexts.scriptExample),
            ],
            parameters: [Self.email, StandardParameters.passwordFromStandardInput, StandardParameters.captcha]
        ) { invocation, terminal throws(CommandFailure) in
            let email = try await terminal.answer(given: invocation[Self.email], asking: LoginTexts.emailPrompt)
            let password = try await terminal.password(for: invocation, asking: LoginTexts.passwordPrompt)
            let user = try await captcha.answering(invocation, on: terminal) { answer throws(CommandFailure) in
                try await logIn(email, password, answer)
            }
            return CommandOutput(json: LoggedIn(user: user), text: Self.blocks(user))
        }
    }

    private func logIn(
        _ email: String, _ password: Secret, _ answer: Secret?
    ) async throws(CommandFailure) -> ChallengedAttempt<User> {
        do throws(LoginError) {
            return .done(try await login.logIn(email: email, password: password, captcha: answer))
        } catch {
            let failure = CommandFailure(error, offersRecovery: offersRecovery)
            guard case .captchaRequired(let challenge) = error else { throw failure }
            return .challenged(challenge, failure)
        }
    }

    /// Logs out.
    var logOut: Command {
        Command(
            "logout", summary: LoginTexts.logoutSummary, discussion: LoginTexts.logoutDiscussion, group: .account,
            examples: [CommandExample("essential logout", LoginTexts.logoutExample)]
        ) { _, _ throws(CommandFailure) in
            do throws(LogoutError) {
                let outcome = try await logout.logOut()
                return CommandOutput(
                    json: LoggedOut(outcome),
                    .line(LoginTexts.loggedOut(outcome), outcome.isIncomplete ? .warning : .success))
            } catch {
                throw CommandFailure(
                    code: "logout_incomplete",
                    message: error.leftovers.reduce(LoginTexts.logoutIncomplete) { $0 + $1 })
            }
        }
    }

    private static func blocks(_ user: User) -> [OutputBlock] {
        let welcome = OutputBlock.line(LoginTexts.welcome(user.name), .success)
        return user.isVerified ? [welcome] : [welcome, .line(LoginTexts.unverified, .warning)]
    }

    private struct LoggedIn: Encodable, Sendable {
        let user: User
    }

    private struct LoggedOut: Encodable, Sendable {
        let loggedOut: Bool
        let serverTold: Bool

        private enum CodingKeys: String, CodingKey {
            case loggedOut = "logged_out"
            case serverTold = "server_told"
        }

        init(_ outcome: LogoutOutcome) {
            loggedOut = outcome != .wasNotLoggedIn
            serverTold = outcome == .ended
        }
    }
}

extension LogoutOutcome {
    fileprivate var isIncomplete: Bool { self == .endedHereOnly || self == .serverToBeTold }
}

extension CommandFailure {
    init(_ error: LoginError, offersRecovery: Bool) {
        let (exit, code, hint): (ExitStatus, String, LocalizedText?) =
            switch error {
            case .invalidEmail: (.usage, "invalid_email", nil)
            case .emptyPassword: (.usage, "empty_password", nil)
            case .invalidCredentials: (.notLoggedIn, "invalid_credentials", LoginTexts.credentialsHint(offersRecovery))
            case .emailNotVerified: (.notLoggedIn, "email_not_verified", nil)
            case .captchaRequired: (.notLoggedIn, "captcha_required", nil)
            case .tooManyAttempts: (.notLoggedIn, "account_locked", offersRecovery ? LoginTexts.recoveryHint : nil)
            case .connectivity, .waiting: (.noConnectivity, "no_connectivity", nil)
            case .impossible(let code, _): (.failure, code, nil)
            case .server: (.failure, "server_error", nil)
            case .tokenStorageFailed: (.failure, "token_storage_failed", LoginTexts.storageHint)
            case .cancelled: (.interrupted, "cancelled", nil)
            }
        self.init(exit: exit, code: code, message: error.text, hint: hint)
    }
}
