import AccountVerificationAPI
import AccountsAPI
import AccountsScreensAPI
import CoreModels
import Localization
import MailedProofsAPI
import Presenting
import ScreensAPI

/// What somebody finds who is logged in: the code is enough, since the session
/// tells whose it is, unless it began by a code that was typed elsewhere.
///
/// The address stands there unmasked: who mistyped it has to see that.
struct OwnAddressForms: Sendable {
    let confirmation: Scoped<any AddressConfirming>
    /// Tells which address the account has now, and whether it is proved.
    let account: Scoped<any AccountLoading>

    var actions: [ScreenAction] {
        [ScreenAction("confirm-own", perform: confirm), ScreenAction("resend-own", perform: resend)]
    }

    /// - Parameter known: Who is logged in, as the browser knows them: another device may
    ///   have changed their address or proved it.
    func contents(for known: User, at request: ScreenRequest, to place: Place) async -> ScreenContents {
        let person = (try? await account(at: request.browser).loadAccount()) ?? known
        if person.isVerified { return Self.alreadyDone }
        return ScreenContents(
            .words(VerifyTexts.title),
            .column([.text(.words(VerifyTexts.sentTo)), .lines([.written("\(person.email)")])] + Self.forms(to: place)))
    }

    private func confirm(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        do {
            let code = sent.secret("code").withText { $0 ?? "" }, password = sent.secret("password")
            _ = try await confirmation(at: sent.request.browser).confirm(
                code: code, email: nil, password: password.isEmpty ? nil : password)
            return .show(VerifyScreen.done)
        } catch AddressConfirmationError.passwordNeeded {
            return .show(
                ScreenContents(
                    .words(VerifyTexts.title),
                    .column(
                        [.text(.words(AddressConfirmationError.passwordNeeded.text))]
                            + Self.forms(to: sent.request.place, [VerifyScreen.code, VerifyScreen.password]))))
        } catch AddressConfirmationError.usedCode {
            return .show(Self.alreadyDone)
        } catch let error as AddressConfirmationError where error == .malformedCode || error == .wrongCode {
            throw FieldRefusal(error, at: "code")
        }
    }

    private func resend(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        switch try await confirmation(at: sent.request.browser).resend() {
        case .alreadyConfirmed: return .show(Self.alreadyDone)
        case .asked: return .show(Self.resent(MailedProofTexts.sent, VerifyTexts.sentAnother, to: sent.request.place))
        case .tooSoon: return .show(Self.resent(VerifyTexts.title, VerifyTexts.sentEnough, to: sent.request.place))
        }
    }

    private static func resent(_ title: LocalizedText, _ text: LocalizedText, to place: Place) -> ScreenContents {
        ScreenContents(.words(title), .column([.text(.words(text))] + forms(to: place)))
    }

    private static let alreadyDone = ScreenContents(
        .words(VerifyTexts.alreadyConfirmed),
        .column([.notice(ScreenNotice(.success, VerifyTexts.nothingLeft, nextSteps: [.seePictures, .publish]))]))

    private static func forms(
        to place: Place, _ fields: [ScreenField] = [VerifyScreen.code]
    ) -> [ScreenBlock] {
        [
            .form(ScreenForm("confirm-own", to: place, fields, button: VerifyTexts.confirm)),
            .form(
                ScreenForm(
                    "resend-own", to: place, heading: MailedProofTexts.another, button: VerifyTexts.resend, .quiet)),
        ]
    }
}
