import AccountVerificationAPI
import ConsoleAPI
import CoreModels
import Localization
import MailedProofsAPI
import Presenting

/// `essential verify`: confirms the address with the code that was mailed.
struct VerifyCommand: Sendable {
    let confirmation: any AddressConfirming

    /// In one word or in groups, as it stands in the subject of the letter.
    private static let code = Parameter<[String]>.arguments(
        "code", .code, summary: VerifyTexts.codeArgument)
    private static let email = Parameter<String?>.optional(
        "email", .email, summary: VerifyTexts.emailOption)
    private static let resend = Parameter.flag("resend", summary: VerifyTexts.resendOption)

    var command: Command {
        Command(
            "verify", summary: VerifyTexts.summary, discussion: VerifyTexts.discussion, group: .account,
            examples: [
                CommandExample("essential verify 12345678", VerifyTexts.example),
                CommandExample("essential verify --resend", VerifyTexts.resendExample),
                CommandExample(
                    "essential verify 12345678 --email ana@example.com --password-stdin < password.txt",
                    VerifyTexts.scriptExample),
            ],
            parameters: [Self.code, Self.email, StandardParameters.passwordFromStandardInput, Self.resend]
        ) { invocation, terminal throws(CommandFailure) in
            if invocation[Self.resend] {
                guard invocation[Self.code].isEmpty else { throw .usage(VerifyTexts.eitherCodeOrResend) }
                return try await asking(invocation, terminal) { email, _ throws(AddressConfirmationError) in
                    try await resend(email)
                }
            }
            let code = try await terminal.answer(
                to: Self.code, of: invocation, asking: VerifyTexts.codePrompt
            ) { MailedProof($0) == nil ? AddressConfirmationError.malformedCode.text : nil }
            return try await asking(invocation, terminal) { email, password throws(AddressConfirmationError) in
                try await confirm(code, email, password)
            }
        }
    }

    /// Does something for the person who is logged in, and asks for the address and the
    /// password where nobody is: a server may want it confirmed before that.
    private func asking(
        _ invocation: Invocation, _ terminal: any Terminal,
        for action: (_ email: String?, _ password: Secret?) async throws(AddressConfirmationError) -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        var email = invocation[Self.email], password: Secret?
        while true {
            do throws(AddressConfirmationError) {
                return try await action(email, password)
            } catch {
                switch error {
                case .notLoggedIn where email == nil: email = try await self.email(invocation, terminal)
                case .passwordNeeded where password == nil: password = try await self.password(invocation, terminal)
                default: throw CommandFailure(presenting: error)
                }
            }
        }
    }

    private func email(_ invocation: Invocation, _ terminal: any Terminal) async throws(CommandFailure) -> String {
        do throws(CommandFailure) {
            return try await terminal.answer(to: Self.email, of: invocation, asking: VerifyTexts.emailPrompt)
        } catch {
            // A script has nobody to ask; it learns of the option.
            throw error.exit == .usage ? CommandFailure(presenting: AddressConfirmationError.notLoggedIn) : error
        }
    }

    private func password(_ invocation: Invocation, _ terminal: any Terminal) async throws(CommandFailure) -> Secret {
        do throws(CommandFailure) {
            return try await terminal.password(for: invocation, asking: VerifyTexts.passwordPrompt)
        } catch {
            // A script has nobody to ask; it learns of the option, and why.
            guard error.exit == .usage, !invocation[StandardParameters.passwordFromStandardInput] else { throw error }
            let needed = AddressConfirmationError.passwordNeeded
            throw CommandFailure(
                exit: .notLoggedIn, code: needed.code, message: needed.text,
                hint: VerifyTexts.passwordHint, nextSteps: needed.nextSteps)
        }
    }

    private func confirm(
        _ code: String, _ email: String?, _ password: Secret?
    ) async throws(AddressConfirmationError) -> CommandOutput {
        let user = try await confirmation.confirm(code: code, email: email, password: password)
        // Who named the address, or gave the password, may be logged in nowhere.
        return CommandOutput(
            json: Confirmed(user: user), text: [.line(VerifyTexts.confirmed(user.email.description), .success)],
            nextSteps: email == nil && password == nil ? [] : [.logIn])
    }

    private func resend(_ email: String?) async throws(AddressConfirmationError) -> CommandOutput {
        switch try await confirmation.resend(email: email) {
        case .asked:
            CommandOutput(
                json: Resent(status: "check_mail"),
                text: [.line(email == nil ? VerifyTexts.resent : VerifyTexts.resentIfNeeded, .success)],
                nextSteps: email == nil ? [] : [.logIn])
        case .tooSoon: CommandOutput(json: Resent(status: "too_soon"), .line(VerifyTexts.sentEnough, .warning))
        case .alreadyConfirmed(let user):
            CommandOutput(
                json: Resent(status: "already_confirmed"),
                .line(VerifyTexts.alreadyConfirmed(user.email.description), .success))
        }
    }

    private struct Confirmed: Encodable, Sendable {
        let user: User
    }

    private struct Resent: Encodable, Sendable {
        let status: String
    }
}
