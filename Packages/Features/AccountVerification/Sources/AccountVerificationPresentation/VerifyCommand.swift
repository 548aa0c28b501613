import AccountVerificationAPI
import ConsoleAPI
import CoreModels
import Localization

/// `essential verify`: confirms the address with the code that was mailed.
struct VerifyCommand: Sendable {
    let confirmation: any AddressConfirming

    private static let code = Parameter<String?>.optionalArgument(
        "code", .text("CODE"), summary: VerifyTexts.codeArgument)
    private static let email = Parameter<String?>.optional(
        "email", .text("EMAIL"), summary: VerifyTexts.emailOption)
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
                guard invocation[Self.code] == nil else { throw .usage(VerifyTexts.eitherCodeOrResend) }
                return try await resend(invocation[Self.email])
            }
            let code = try await terminal.answer(given: invocation[Self.code], asking: VerifyTexts.codePrompt)
            do throws(AddressConfirmationError) {
                let user = try await confirmation.confirm(code: code, email: invocation[Self.email])
                return CommandOutput(
                    json: Confirmed(user: user), .line(VerifyTexts.confirmed(user.email.description), .success))
            } catch {
                throw CommandFailure(error)
            }
        }
    }

    private func resend(_ email: String?) async throws(CommandFailure) -> CommandOutput {
        do throws(AddressConfirmationError) {
            try await confirmation.resend(email: email)
            return CommandOutput(json: Resent(), .line(VerifyTexts.resent, .success))
        } catch {
            throw CommandFailure(error)
        }
    }

    private struct Confirmed: Encodable, Sendable {
        let user: User
    }

    private struct Resent: Encodable, Sendable {
        let status = "check_mail"
    }
}

extension CommandFailure {
    init(_ error: AddressConfirmationError) {
        let (exit, code, hint): (ExitStatus, String, LocalizedText?) =
            switch error {
            case .malformedCode: (.usage, "invalid_code", nil)
            case .wrongCode: (.failure, "invalid_code", VerifyTexts.resendHint)
            case .expiredCode: (.failure, "link_expired", VerifyTexts.resendHint)
            case .usedCode: (.failure, "link_used", VerifyTexts.resendHint)
            case .unknownLink: (.failure, "link_unknown", VerifyTexts.resendHint)
            case .foreignLink: (.failure, "link_foreign", VerifyTexts.resendHint)
            case .notLoggedIn, .interrupted: (.notLoggedIn, "not_logged_in", VerifyTexts.logInHint)
            case .connectivity, .waiting: (.noConnectivity, "no_connectivity", nil)
            case .impossible(let code, _): (.failure, code, nil)
            case .server: (.failure, "server_error", nil)
            case .cancelled: (.interrupted, "cancelled", nil)
            }
        self.init(exit: exit, code: code, message: error.text, hint: hint)
    }
}
