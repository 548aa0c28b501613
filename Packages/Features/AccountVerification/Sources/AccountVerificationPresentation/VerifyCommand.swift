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
            ],
            parameters: [Self.code, Self.email, Self.resend]
        ) { invocation, terminal throws(CommandFailure) in
            if invocation[Self.resend] {
                guard invocation[Self.code].isEmpty else { throw .usage(VerifyTexts.eitherCodeOrResend) }
                return try await naming(invocation, terminal, resend)
            }
            let code = try await terminal.answer(
                to: Self.code, of: invocation, asking: VerifyTexts.codePrompt
            ) { MailedProof($0) == nil ? AddressConfirmationError.malformedCode.text : nil }
            return try await naming(invocation, terminal) { email throws(AddressConfirmationError) in
                try await confirm(code, email)
            }
        }
    }

    /// Does something for the person who is logged in, and asks for the address
    /// where nobody is: a server may want it confirmed before that.
    private func naming(
        _ invocation: Invocation, _ terminal: any Terminal,
        _ action: (String?) async throws(AddressConfirmationError) -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        let given = invocation[Self.email]
        do throws(AddressConfirmationError) {
            return try await action(given)
        } catch {
            guard error == .notLoggedIn, given == nil else { throw CommandFailure(presenting: error) }
        }
        let email: String
        do throws(CommandFailure) {
            email = try await terminal.answer(to: Self.email, of: invocation, asking: VerifyTexts.emailPrompt)
        } catch {
            // A script has nobody to ask; it learns of the option.
            throw error.exit == .usage ? CommandFailure(presenting: AddressConfirmationError.notLoggedIn) : error
        }
        do throws(AddressConfirmationError) {
            return try await action(email)
        } catch {
            throw CommandFailure(presenting: error)
        }
    }

    private func confirm(_ code: String, _ email: String?) async throws(AddressConfirmationError) -> CommandOutput {
        let user = try await confirmation.confirm(code: code, email: email)
        // Who named the address may be logged in nowhere.
        return CommandOutput(
            json: Confirmed(user: user), text: [.line(VerifyTexts.confirmed(user.email.description), .success)],
            nextSteps: email == nil ? [] : [.logIn])
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
