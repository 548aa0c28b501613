import AccountVerificationAPI
import AccountsScreensAPI
import CoreModels
import Localization
import MailedProofsAPI
import MailedProofsScreensAPI
import Presenting
import ScreensAPI

/// Where mailed links lead, and where people type the code of a message.
///
/// Looking at it changes nothing, since programs look at links before people do.
struct VerifyScreen: Sendable {
    let proving: any AddressProving
    /// What who is logged in finds; nil where nobody can be.
    let own: OwnAddressForms?

    static let route = ScreenRoute("/verify")
    static let place = route.place()
    static let link = ScreenLink(VerifyTexts.title, to: place)
    static let another = ScreenLink(VerifyTexts.resend, to: place.part("form-resend"))

    var screen: Screen {
        Screen(
            Self.route, isMailed: true, sensitive: [.address, .codes], limit: ScreenLimit("verification-page"),
            actions: [
                ScreenAction("confirm", perform: follow), ScreenAction("confirm-code", perform: typed),
                ScreenAction("resend", perform: resend),
            ] + (own?.actions ?? [])
        ) { request in
            if let text = request.query["token"] { return try await self.contents(ofLink: text) }
            if let own, let person = request.person {
                return await own.contents(for: person, at: request, to: Self.place)
            }
            return ScreenContents(
                .words(VerifyTexts.title),
                .column([
                    .text(.words(VerifyTexts.typeCode)), .form(Self.codeForm), Self.forgotten, Self.resendForm(.quiet),
                ]))
        }
    }

    // MARK: With a link

    private func contents(ofLink text: String) async throws -> ScreenContents {
        guard let token = MailedToken(text) else { return try Self.refusal(.unknownLink) }
        do {
            return Self.form(token, of: try await proving.address(behind: token))
        } catch let error as AddressConfirmationError {
            return try Self.refusal(error)
        }
    }

    private func follow(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let token = MailedToken(sent["token"]) else { return .show(try Self.refusal(.unknownLink)) }
        do {
            try await proving.confirm(token, password: sent.secret("password"), from: sent.request.origin)
            return .show(Self.done)
        } catch AddressConfirmationError.wrongPassword {
            throw FieldRefusal(AddressConfirmationError.wrongPassword, at: "password")
        } catch let error as AddressConfirmationError {
            return .show(try Self.refusal(error))
        }
    }

    // MARK: With a code

    private func typed(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        let (email, code) = try sent.mailedCode()
        try await proving.confirm(code, of: email, password: sent.secret("password"), from: sent.request.origin)
        return .show(Self.done)
    }

    private func resend(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let email = EmailAddress(sent["email"]) else {
            throw FormRefusal(at: "email", MailedProofTexts.invalidEmail)
        }
        try await proving.resend(to: email, from: sent.request.origin)
        return .show(
            ScreenContents(
                .words(MailedProofTexts.sent),
                .column([.text(.words(VerifyTexts.resentMore)), .form(Self.codeForm), Self.forgotten])))
    }

    // MARK: What is shown

    static let done = ScreenContents(
        .words(VerifyTexts.confirmed),
        .column([
            .notice(ScreenNotice(.success, VerifyTexts.confirmedMore, nextSteps: [.seePictures, .publish]))
        ]))

    private static func form(_ token: MailedToken, of email: EmailAddress) -> ScreenContents {
        let form = ScreenForm(
            "confirm", to: place,
            [.unseen("token", token.text), .account("\(email)"), password], button: VerifyTexts.confirm)
        return ScreenContents(
            .words(VerifyTexts.title),
            .column([
                .text(.words(VerifyTexts.press)), .text(.words(VerifyTexts.notYours)), .form(form), forgotten,
            ]))
    }

    static let password = ScreenField(
        "password", .password, VerifyTexts.password, hint: VerifyTexts.passwordHint)

    static let codeForm = ScreenForm(
        "confirm-code", to: place,
        [email, code, password], button: VerifyTexts.confirm)

    static let email = ScreenField("email", .email, MailedProofTexts.email, hint: VerifyTexts.emailHint)
    static let code = ScreenField(
        "code", .code(digits: MailedCode.length), MailedProofTexts.code, hint: MailedProofTexts.codeHint)

    /// - Parameter manner: Quiet beside what takes a code.
    static func resendForm(_ manner: ScreenForm.Manner = .ordinary) -> ScreenBlock {
        .form(
            ScreenForm(
                "resend", to: place, heading: MailedProofTexts.another,
                [ScreenField("email", .email, MailedProofTexts.email)], button: VerifyTexts.resend, manner))
    }

    static let forgotten = ScreenBlock.notice(
        ScreenNotice(.remark, VerifyTexts.forgotten, nextSteps: [.recover]))

    /// What is shown for a link that proves nothing.
    ///
    /// - Throws: What isn't about the link.
    private static func refusal(_ error: AddressConfirmationError) throws -> ScreenContents {
        let (title, more, standing): (LocalizedText, LocalizedText, ScreenContents.Standing)
        switch error {
        // Who confirmed already has nothing left to do.
        case .usedCode:
            return ScreenContents(
                .words(VerifyTexts.alreadyConfirmed),
                .column([.notice(ScreenNotice(.success, VerifyTexts.usedMore, nextSteps: [.seePictures, .publish]))]),
                standing: .over)
        case .expiredCode:
            (title, more, standing) = (MailedProofTexts.expiredLink, MailedProofTexts.expiredLinkMore, .over)
        case .foreignLink: (title, more, standing) = (MailedProofTexts.foreignLink, VerifyTexts.foreignMore, .foreign)
        case .unknownLink:
            (title, more, standing) = (MailedProofTexts.unknownLink, MailedProofTexts.unknownLinkMore, .unknown)
        default: throw error
        }
        return ScreenContents(
            .words(title), .column([.notice(ScreenNotice(.failure, more)), resendForm()]), standing: standing)
    }
}
