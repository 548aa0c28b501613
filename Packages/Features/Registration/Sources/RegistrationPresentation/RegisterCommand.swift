import ConsoleAPI
import CoreModels
import Localization
import RegistrationAPI

/// `essential register`: makes an account.
struct RegisterCommand: Sendable {
    let registration: any Registering
    let offersRecovery: Bool

    private static let name = Parameter<String?>.optional("name", .text("NAME"), summary: RegistrationTexts.nameOption)
    private static let email = Parameter<String?>.optional(
        "email", .text("EMAIL"), summary: RegistrationTexts.emailOption)

    var command: Command {
        Command(
            "register", summary: RegistrationTexts.summary, discussion: RegistrationTexts.discussion, group: .account,
            examples: [
                CommandExample("essential register", RegistrationTexts.example),
                CommandExample(
                    "essential register --name Ana --email ana@example.com --password-stdin < password.txt",
                    RegistrationTexts.scriptExample),
            ],
            parameters: [Self.name, Self.email, StandardParameters.passwordFromStandardInput]
        ) { invocation, terminal throws(CommandFailure) in
            let form = try await ask(invocation, terminal)
            do throws(RegistrationError) {
                return Self.output(try await registration.register(form), email: form.email)
            } catch {
                throw CommandFailure(error, offersRecovery: offersRecovery)
            }
        }
    }

    private func ask(_ invocation: Invocation, _ terminal: any Terminal) async throws(CommandFailure)
        -> RegistrationForm
    {
        let name = try await terminal.answer(given: invocation[Self.name], asking: RegistrationTexts.namePrompt)
        let email = try await terminal.answer(given: invocation[Self.email], asking: RegistrationTexts.emailPrompt)
        let password = try await terminal.newPassword(
            for: invocation, asking: RegistrationTexts.passwordPrompt, again: RegistrationTexts.passwordAgainPrompt)
        return RegistrationForm(name: name, email: email, password: password)
    }

    private static func output(_ outcome: RegistrationOutcome, email: String) -> CommandOutput {
        switch outcome {
        case .confirmation(let user):
            CommandOutput(
                json: Registered(user: user, next: "confirmation"),
                .line(RegistrationTexts.signedIn(user.name), .success), .line(RegistrationTexts.confirm(email)))
        case .signedIn(let user):
            CommandOutput(
                json: Registered(user: user, next: "signed_in"),
                .line(RegistrationTexts.signedIn(user.name), .success))
        case .logIn(let user):
            CommandOutput(
                json: Registered(user: user, next: "login"), .line(RegistrationTexts.created(user.name), .success))
        case .checkMail:
            CommandOutput(
                json: Registered(user: nil, next: "check_mail"), .line(RegistrationTexts.checkMail(email)))
        }
    }

    private struct Registered: Encodable, Sendable {
        let user: User?
        let next: String
    }
}

extension CommandFailure {
    init(_ error: RegistrationError, offersRecovery: Bool) {
        let (exit, code, hint): (ExitStatus, String, LocalizedText?) =
            switch error {
            case .emailAlreadyInUse: (.failure, "email_already_in_use", RegistrationTexts.inUseHint(offersRecovery))
            case .invalidData: (.usage, "invalid_data", nil)
            case .connectivity: (.noConnectivity, "no_connectivity", RegistrationTexts.nothingStored)
            case .waiting: (.noConnectivity, "no_connectivity", nil)
            case .impossible(let code, _): (.failure, code, RegistrationTexts.nothingStored)
            case .abuseDetected: (.failure, "abuse_detected", nil)
            case .replayDetected: (.failure, "replay_detected", nil)
            case .tokenStorageFailed: (.failure, "token_storage_failed", RegistrationTexts.logInHint)
            case .unknown: (.failure, "server_error", nil)
            case .cancelled: (.interrupted, "cancelled", nil)
            }
        self.init(exit: exit, code: code, message: error.text, hint: hint)
    }
}
