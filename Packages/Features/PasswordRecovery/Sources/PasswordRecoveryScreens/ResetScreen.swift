import AccountsScreensAPI
import CoreModels
import Localization
import MailedProofsAPI
import MailedProofsScreensAPI
import PasswordRecoveryAPI
import Presenting
import ScreensAPI

/// Where mailed links lead, and where people type the code of a message, to choose
/// another password.
///
/// Looking at it changes nothing, since programs look at links before people do.
struct ResetScreen: Sendable {
    let resetting: any PasswordResetting

    static let place = ScreenRoute("/reset").place()
    static let link = ScreenLink(RecoveryScreenTexts.title, to: place)

    var screen: Screen {
        Screen(
            ScreenRoute("/reset"), isMailed: true, sensitive: [.codes], limit: ScreenLimit("reset-page"),
            scripts: [NewPassword.script],
            actions: [
                ScreenAction("reset", perform: follow), ScreenAction("reset-code", perform: typed),
                ScreenAction("send", perform: send),
            ]
        ) { request in
            guard let text = request.query["token"] else { return Self.code() }
            guard let token = MailedToken(text) else { return try Self.refusal(.unknownLink) }
            do {
                return Self.form(token, of: try await resetting.address(behind: token))
            } catch let error as PasswordRecoveryError {
                return try Self.refusal(error)
            }
        }
    }

    // MARK: What is sent

    private func follow(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let token = MailedToken(sent["token"]) else { return .show(try Self.refusal(.unknownLink)) }
        do {
            try await resetting.reset(token, to: sent.secret("new_password"), from: sent.request.origin)
            return .show(Self.done)
        } catch let error as PasswordRecoveryError where error.fields.isEmpty {
            return .show(try Self.refusal(error))
        }
    }

    private func typed(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        do {
            let (email, code) = try sent.mailedCode()
            try await resetting.reset(code, of: email, to: sent.secret("new_password"), from: sent.request.origin)
        } catch let error as any PresentableError {
            // Also where the form was on the screen that had the message sent.
            return .again(Self.code(), error)
        }
        return .show(Self.done)
    }

    private func send(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let email = EmailAddress(sent["email"]) else {
            throw FormRefusal(at: "email", MailedProofTexts.invalidEmail)
        }
        try await RecoverScreen.asking { try await resetting.requestReset(for: email, from: sent.request.origin) }
        return .show(Self.sent(to: sent["email"]))
    }

    // MARK: What is shown

    /// Where a code is typed.
    private static func code() -> ScreenContents {
        ScreenContents(
            .words(RecoveryScreenTexts.title),
            .column([.text(.words(RecoveryScreenTexts.typeCode)), .form(codeForm()), sendForm(.quiet)]))
    }

    /// A message may be on its way.
    static func sent(to email: String) -> ScreenContents {
        ScreenContents(
            .words(MailedProofTexts.sent),
            .column([.text(.words(RecoveryScreenTexts.sentMore)), .form(codeForm(email))]))
    }

    private static let done = ScreenContents(
        .words(RecoveryScreenTexts.changed),
        .column([.notice(ScreenNotice(.success, RecoveryScreenTexts.changedMore, nextSteps: [.logIn]))]))

    private static func form(_ token: MailedToken, of email: EmailAddress) -> ScreenContents {
        let form = ScreenForm(
            "reset", to: place,
            [.unseen("token", token.text), .account("\(email)"), NewPassword.field("new_password")],
            button: RecoveryScreenTexts.change)
        return ScreenContents(
            .words(RecoveryScreenTexts.title), .column([.text(.words(RecoveryScreenTexts.explanation)), .form(form)]))
    }

    private static func codeForm(_ email: String = "") -> ScreenForm {
        ScreenForm(
            "reset-code", to: place,
            [
                ScreenField("email", .email, MailedProofTexts.email, value: email),
                ScreenField(
                    "code", .code(digits: MailedCode.length), MailedProofTexts.code, hint: MailedProofTexts.codeHint),
                NewPassword.field("new_password"),
            ], button: RecoveryScreenTexts.change)
    }

    /// - Parameter manner: Quiet beside what takes a code.
    private static func sendForm(_ manner: ScreenForm.Manner = .ordinary) -> ScreenBlock {
        .form(
            ScreenForm(
                "send", to: place, heading: MailedProofTexts.another,
                [ScreenField("email", .email, MailedProofTexts.email)], button: RecoveryScreenTexts.send, manner))
    }

    /// What is shown for a link that counts no more.
    ///
    /// - Throws: What isn't about the link.
    private static func refusal(_ error: PasswordRecoveryError) throws -> ScreenContents {
        let (title, more, standing): (LocalizedText, LocalizedText, ScreenContents.Standing) =
            switch error {
            case .expired: (MailedProofTexts.expiredLink, MailedProofTexts.expiredLinkMore, .over)
            case .used: (MailedProofTexts.usedLink, RecoveryScreenTexts.usedMore, .over)
            case .foreignLink: (MailedProofTexts.foreignLink, RecoveryScreenTexts.foreignMore, .foreign)
            case .unknownLink: (MailedProofTexts.unknownLink, MailedProofTexts.unknownLinkMore, .unknown)
            default: throw error
            }
        return ScreenContents(
            .words(title), .column([.notice(ScreenNotice(.failure, more)), sendForm()]), standing: standing)
    }
}
