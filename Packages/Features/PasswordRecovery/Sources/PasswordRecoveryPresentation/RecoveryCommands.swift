import CaptchaAPI
import CaptchaPresentationAPI
import ConsoleAPI
import CoreModels
import Localization
import MailedProofsAPI
import PasswordQuality
import PasswordRecoveryAPI

/// `essential recover` and `essential reset`: another password for who doesn't
/// know theirs.
struct RecoveryCommands: Sendable {
    let recovery: any PasswordRecovering
    let captcha: any CaptchaSolving

    private static let address = Parameter<String?>.optionalArgument(
        "email", .text("EMAIL"), summary: RecoveryTexts.emailArgument)
    /// A code in one word or in groups, or a link.
    private static let proof = Parameter<[String]>.arguments(
        "code", .text("CODE"), summary: RecoveryTexts.proofArgument)
    private static let email = Parameter<String?>.optional(
        "email", .text("EMAIL"), summary: RecoveryTexts.emailOption)

    var recover: Command {
        Command(
            "recover", summary: RecoveryTexts.recoverSummary, discussion: RecoveryTexts.recoverDiscussion,
            group: .account,
            examples: [CommandExample("essential recover ana@example.com", RecoveryTexts.recoverExample)],
            parameters: [Self.address, StandardParameters.captcha]
        ) { invocation, terminal throws(CommandFailure) in
            let email = try await terminal.answer(
                to: Self.address, of: invocation, asking: RecoveryTexts.emailPrompt, refusing: Self.problem(ofEmail:))
            try await captcha.answering(invocation, on: terminal) { answer throws(CommandFailure) in
                try await request(email, answer)
            }
            return CommandOutput(json: Status(status: "check_mail"), .line(RecoveryTexts.requested, .success))
        }
    }

    private func request(
        _ email: String, _ answer: Secret?
    ) async throws(CommandFailure) -> ChallengedAttempt<Void> {
        do throws(PasswordRecoveryError) {
            return .done(try await recovery.requestReset(email: email, captcha: answer))
        } catch {
            guard case .captchaRequired(let challenge) = error else { throw CommandFailure(error) }
            return .challenged(challenge, CommandFailure(error))
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
            if MailedProof(proof) == nil { throw CommandFailure(PasswordRecoveryError.malformedProof) }
            if let email, Self.looksLikeCode(proof), EmailAddress(email) == nil {
                throw CommandFailure(PasswordRecoveryError.invalidEmail)
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
                        json: Status(status: "password_changed"), .line(RecoveryTexts.changed, .success),
                        .line(RecoveryTexts.logIn))
                } catch {
                    // The server knows more than this device does, and the code
                    // or link counts still.
                    guard case .weakPassword = error, invocation.asksForPasswords else {
                        throw CommandFailure(error)
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

extension CommandFailure {
    init(_ error: PasswordRecoveryError) {
        let (exit, code, hint): (ExitStatus, String, LocalizedText?) =
            switch error {
            case .invalidEmail: (.usage, "invalid_email", nil)
            case .malformedProof: (.usage, "invalid_code", nil)
            case .emailNeeded: (.usage, "email_needed", RecoveryTexts.emailHint)
            case .weakPassword: (.usage, "weak_password", RecoveryTexts.proofStillCounts)
            case .wrongCode: (.failure, "invalid_code", RecoveryTexts.recoverHint)
            case .unknownLink: (.failure, "link_unknown", RecoveryTexts.recoverHint)
            case .foreignLink: (.failure, "link_foreign", RecoveryTexts.recoverHint)
            case .expired: (.failure, "link_expired", RecoveryTexts.recoverHint)
            case .used: (.failure, "link_used", RecoveryTexts.recoverHint)
            case .captchaRequired: (.failure, "captcha_required", nil)
            case .tooManyRequests: (.failure, "too_many_requests", nil)
            case .connectivity: (.noConnectivity, "no_connectivity", RecoveryTexts.nothingChanged)
            case .busy: (.noConnectivity, "server_busy", nil)
            case .waiting: (.noConnectivity, "no_connectivity", nil)
            case .impossible(let code, _): (.failure, code, RecoveryTexts.nothingChanged)
            case .server: (.failure, "server_error", nil)
            case .cancelled: (.interrupted, "cancelled", nil)
            }
        var fields: [Field] = []
        if case .weakPassword(let reasons) = error {
            fields = reasons.map { Field(pointer: "/new_password", message: $0) }
        }
        self.init(exit: exit, code: code, message: error.text, hint: hint, fields: fields)
    }
}
