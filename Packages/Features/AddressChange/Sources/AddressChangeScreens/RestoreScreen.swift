import AccountsScreensAPI
import AddressChangeAPI
import CoreModels
import Localization
import MailedProofsAPI
import Presenting
import ScreensAPI

/// Where the letter to the old address leads: whoever reads it gets the address back,
/// with another password.
///
/// Looking at it changes nothing, since programs look at links before people do.
struct RestoreScreen: Sendable {
    let restoring: any AddressRestoring

    private static let route = ScreenRoute("/address")

    var screen: Screen {
        Screen(
            Self.route, isMailed: true, sensitive: [.codes], limit: ScreenLimit("address-page"),
            scripts: [NewPassword.script], actions: [ScreenAction("restore", perform: restore)]
        ) { request in
            guard let token = request.query["token"].flatMap({ MailedToken($0) }) else {
                return try Self.refusal(.unknownLink)
            }
            do {
                return Self.form(token, for: try await restoring.offer(behind: token))
            } catch let error as AddressRestoringError {
                return try Self.refusal(error)
            }
        }
    }

    private func restore(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let token = MailedToken(sent["token"]) else { return .show(try Self.refusal(.unknownLink)) }
        do {
            let code = sent.secret("code")
            try await restoring.restore(
                token, choosing: sent.secret("new_password"), confirmedBy: code.isEmpty ? nil : code,
                from: sent.request.origin)
            return .show(Self.done)
        } catch let error as AddressRestoringError where error.nature == .refused {
            return .show(try Self.refusal(error))
        }
    }

    private static let done = ScreenContents(
        .words(AddressScreenTexts.restored),
        .column([.notice(ScreenNotice(.success, AddressScreenTexts.restoredMore, nextSteps: [.logIn]))]))

    private static func form(_ token: MailedToken, for offer: AddressOffer) -> ScreenContents {
        let code = ScreenField(
            "code", .oneTimeCode, AddressScreenTexts.factorCode, hint: AddressScreenTexts.factorCodeHint)
        let form = ScreenForm(
            "restore", to: route.place(),
            [.unseen("token", token.text), .account("\(offer.email)"), NewPassword.field("new_password")]
                + (offer.asksForCode ? [code] : []), button: AddressScreenTexts.restore)
        return ScreenContents(
            .words(AddressScreenTexts.restoreTitle),
            .column([
                .text(.words(AddressScreenTexts.restoreMore)), .text(.words(AddressScreenTexts.notNeeded)),
                .form(form),
            ]))
    }

    /// What is shown for a link that counts no more.
    ///
    /// - Throws: What isn't about the link.
    private static func refusal(_ error: AddressRestoringError) throws -> ScreenContents {
        let (more, standing): (LocalizedText, ScreenContents.Standing) =
            switch error {
            case .unknownLink: (AddressScreenTexts.unknownMore, .unknown)
            case .expiredLink: (AddressScreenTexts.expiredMore, .over)
            case .usedLink: (AddressScreenTexts.usedMore, .over)
            case .weakPassword, .codeNeeded, .wrongCode, .tooManyTries, .busy: throw error
            }
        return ScreenContents(
            .words(error.text), .column([.notice(ScreenNotice(.failure, more, nextSteps: [.recover]))]),
            standing: standing)
    }
}
