import AccountVerificationAPI
import AccountsScreensAPI
import CoreModels
import Localization
import MailedProofsAPI
import MailedProofsScreensAPI
import Presenting
import ScreensAPI

/// Where people type the code of a message on their own device, to which no
/// mailed link leads.
struct NamedAddressScreen: Sendable {
    let confirmation: Scoped<any AddressConfirming>
    /// What somebody finds who is logged in.
    let own: OwnAddressForms

    var screen: Screen {
        Screen(
            VerifyScreen.route, sensitive: [.address, .codes],
            actions: [ScreenAction("confirm-code", perform: confirm), ScreenAction("resend", perform: resend)]
                + own.actions
        ) { request in
            if let person = request.person {
                return await own.contents(for: person, at: request, to: VerifyScreen.place)
            }
            return Self.contents(.words(VerifyTexts.title), saying: VerifyTexts.typeCode)
        }
    }

    private func confirm(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        let (email, code) = try sent.mailedCode()
        do {
            _ = try await confirmation(at: sent.request.browser).confirm(
                code: "\(code)", email: "\(email)", password: sent.secret("password"))
        } catch AddressConfirmationError.malformedCode {
            throw FieldRefusal(AddressConfirmationError.malformedCode, at: "code")
        }
        return .show(VerifyScreen.done)
    }

    private func resend(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let email = EmailAddress(sent["email"]) else {
            throw FormRefusal(at: "email", MailedProofTexts.invalidEmail)
        }
        try await confirmation(at: sent.request.browser).resend(email: "\(email)")
        return .show(Self.contents(.words(MailedProofTexts.sent), saying: VerifyTexts.resentMore))
    }

    private static func contents(_ title: ScreenText, saying text: LocalizedText) -> ScreenContents {
        ScreenContents(
            title,
            .column([
                .text(.words(text)), .form(VerifyScreen.codeForm), VerifyScreen.forgotten,
                VerifyScreen.resendForm(.quiet),
            ]))
    }
}
