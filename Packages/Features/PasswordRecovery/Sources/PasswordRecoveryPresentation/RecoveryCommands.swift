import CaptchaAPI
import CaptchaPresentationAPI
import ConsoleAPI
import CoreModels
import Localization
import MailedProofsAPI
import PasswordQuality
import PasswordRecoveryAPI
import Presenting

/// `essential recover` and `essential reset`: another password for who doesn't
/// know theirs.
struct RecoveryCommands: Sendable {
    let recovery: any PasswordRecovering
    let captcha: any CaptchaSolving

    private static let address = Parameter<String?>.optionalArgument(
        "email", .email, summary: RecoveryTexts.emailArgument)
    /// The address once more, as `login` and `reset` have it.
    private static let account = Parameter<String?>.optional(
        "email", .email, summary: RecoveryTexts.accountOption)
    /// A code in one word or in groups, or a link.
    private static let proof = Parameter<[String]>.arguments(
        "code", .code, summary: RecoveryTexts.proofArgument)
    private static let email = Parameter<String?>.optional(
        "email", .email, summary: RecoveryTexts.emailOption)

    var recover: Command {
        Command(
            "recover", summary: RecoveryTexts.recoverSummary, discussion: RecoveryTexts.recoverDiscussion,
            group: .account,
            examples: [CommandExample("essential recover ana@example.com", RecoveryTexts.recoverExample)],
            parameters: [Self.address, Self.account, StandardParameters.captcha]
        ) { invocation, terminal throws(CommandFailure) in
            let parameter = invocation[Self.account] == nil ? Self.address : Self.account
            let email = try await terminal.answer(
                to: parameter, of: invocation, asking: RecoveryTexts.emailPrompt, refusing: Self.problem(ofEmail:))
            try await captcha.answering(invocation, on: terminal) { answer throws(PasswordRecoveryError) in
                try await recovery.requestReset(email: email, captcha: answer)
            }
            return CommandOutput(
                json: Status(status: "check_mail"), .line(RecoveryTexts.requested(for: email, in: invocation), .success)
            )
        }
    }

    var reset: Command {
        Command(
            "reset", summary: RecoveryTexts.resetSummary, discussion: RecoveryTexts.resetDiscussion, group: .account,
            examples: [
                CommandExample("essential reset 12345678 --email ana@example.com", RecoveryTexts.resetExample),
                CommandExample(
                    "essential reset 'https://example.com/reset?token=…' --password-stdin < password.txt",
                    RecoveryTexts.scriptExample),
            ],
            parameters: [Self.proof, Self.email, StandardParameters.passwordFromStandardInput]
        ) { invocation, terminal throws(CommandFailure) in
            let proof = try await terminal.answer(
                to: Self.proof, of: invocation, asking: RecoveryTexts.proofPrompt
            ) { MailedProof($0) == nil ? PasswordRecoveryError.malformedProof.text : nil }
            var email = invocation[Self.email]
            if email == nil, Self.looksLikeCode(proof) {
                email = try await terminal.answer(
                    to: Self.email, of: invocation, asking: RecoveryTexts.emailPrompt, refusing: Self.problem(ofEmail:))
            }
            // Nobody types a password for what can't be sent.
            if MailedProof(proof) == nil { throw CommandFailure(presenting: PasswordRecoveryError.malformedProof) }
            if let email, Self.looksLikeCode(proof), EmailAddress(email) == nil {
                throw CommandFailure(presenting: PasswordRecoveryError.invalidEmail)
            }
            while true {
                let password = try await terminal.newPassword(
                    for: invocation, asking: RecoveryTexts.passwordPrompt, again: RecoveryTexts.passwordAgainPrompt
                ) { typed in
                    typed.withText { PasswordRules().problem(of: $0, name: "", email: email ?? "")?.text }
                }
                do throws(PasswordRecoveryError) {
                    try await recovery.reset(with: proof, email: email, to: password)
                    return CommandOutput(
                        json: Status(status: "password_changed"), text: [.line(RecoveryTexts.changed, .success)],
                        nextSteps: [.logIn])
                } catch {
                    // The server knows more than this device does, and the code
                    // or link counts still.
                    guard case .weakPassword = error, invocation.asksForPasswords else {
                        throw CommandFailure(presenting: error)
                    }
                    terminal.refuse(error.text)
                }
            }
        }
    }

    private static func problem(ofEmail text: String) -> LocalizedText? {
        EmailAddress(text) == nil ? PasswordRecoveryError.invalidEmail.text : nil
    }

    /// A link needs no address.
    private static func looksLikeCode(_ text: String) -> Bool {
        text.allSatisfy { $0.isNumber || $0 == " " || $0 == "-" }
    }

    private struct Status: Encodable, Sendable {
        let status: String
    }
}
