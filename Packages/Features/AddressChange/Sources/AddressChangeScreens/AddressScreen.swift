import AccountsScreensAPI
import AddressChangeAPI
import CoreModels
import Localization
import MailedProofsAPI
import Presenting
import ScreensAPI

/// Where a person changes their address: it is typed, and then the code that went there.
struct AddressScreen: Sendable {
    let change: Scoped<any AddressChanging>
    let person: PresentPerson

    private static let route = ScreenRoute("/account/address")
    static let link = ScreenLink(AddressScreenTexts.title, to: route.place())

    var screen: Screen {
        Screen(
            Self.route, for: .people, sensitive: [.address, .codes],
            actions: [ScreenAction("address", perform: request), ScreenAction("code", perform: confirm)]
        ) { request in
            let (person, notice) = try await person(for: request)
            return ScreenContents(
                .words(AddressScreenTexts.title), noting: notice,
                .column([
                    .text(.words(AddressScreenTexts.present)), .ownAddress("\(person.email)"),
                    .text(.words(AddressScreenTexts.explanation)), .form(Self.addressForm),
                ]))
        }
    }

    private func request(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        do {
            try await change(at: sent.request.browser).requestChange(to: sent["email"])
        } catch let error as AddressChangeError where !error.fields.isEmpty {
            throw FieldRefusal(error, at: "email")
        }
        return .show(Self.sent(to: sent["email"]))
    }

    private func confirm(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        let changed: ChangedAddress
        do {
            changed = try await change(at: sent.request.browser).confirmChange(with: sent.secret("code"))
        } catch let error as AddressChangeError {
            // The code is asked for again, with whatever is in the way.
            let said: any PresentableError = error.fields.isEmpty ? error : FieldRefusal(error, at: "code")
            return .again(Self.sent(to: sent["email"]), said)
        }
        let undo = changed.undoableUntil.map(AddressScreenTexts.undo)
        let more = undo.map { AddressScreenTexts.logIn + $0 } ?? AddressScreenTexts.logIn
        // As it was written, since whoever mistyped it has to see that.
        return .show(
            ScreenContents(
                .words(AddressScreenTexts.changed),
                .column([
                    .lines([.written("\(changed.user.email)")]),
                    .notice(ScreenNotice(.success, more, nextSteps: [.seeAccount])),
                ])))
    }

    /// A message may be on its way: whoever has the address gets one.
    private static func sent(to email: String) -> ScreenContents {
        ScreenContents(
            .words(MailedProofTexts.sent),
            .column([
                .text(.words(AddressScreenTexts.sentMore)), .lines([.written(email)]), .form(codeForm(email)),
                .form(anotherForm),
            ]))
    }

    private static let email = ScreenField("email", .email, AddressScreenTexts.email)
    private static let addressForm = ScreenForm(
        "address", to: route.place(), [email], button: AddressScreenTexts.send)
    private static let anotherForm = ScreenForm(
        "address", to: route.place(), heading: MailedProofTexts.another, [email], button: AddressScreenTexts.send,
        .quiet)

    private static func codeForm(_ email: String) -> ScreenForm {
        ScreenForm(
            "code", to: route.place(),
            [
                .unseen("email", email),
                ScreenField(
                    "code", .code(digits: MailedCode.length), MailedProofTexts.code, hint: MailedProofTexts.codeHint),
            ], button: AddressScreenTexts.change)
    }
}
