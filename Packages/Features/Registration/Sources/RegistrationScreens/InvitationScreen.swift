import AccountsScreensAPI
import CoreModels
import Localization
import LoginAPI
import Presenting
import RegistrationAPI
import ScreensAPI

/// Where the link of an invitation leads: whoever has it makes an account, also where registration is closed.
///
/// Looking at it changes nothing, since programs look at links before people do.
struct InvitationScreen: Sendable {
    let invitations: any InvitationReading
    let registration: Scoped<any Registering>
    let validator: Scoped<any RegistrationValidating>

    private static let route = ScreenRoute("/invitation")

    var screen: Screen {
        Screen(
            Self.route, isMailed: true, sensitive: [.address], limit: ScreenLimit("invitation-page"),
            scripts: [NewPassword.script], actions: [ScreenAction("take-invitation", perform: take)]
        ) { request in
            if let person = request.person {
                let notice = ScreenNotice(
                    .remark, RegistrationScreenTexts.already(person.name), nextSteps: [.seePictures, .logOut])
                return Self.contents([.notice(notice)])
            }
            guard let token = request.query["token"] else {
                return Self.contents([
                    .notice(ScreenNotice(.remark, RegistrationScreenTexts.noInvitation, nextSteps: [.logIn]))
                ])
            }
            do throws(RegistrationError) {
                let email = try await invitations.address(invitedBy: Secret(token))
                return Self.contents([
                    .text(.words(RegistrationScreenTexts.invitedAs)),
                    .sensitive(.address, [.lines([.written("\(email)")])]), .form(Self.form(token, for: email)),
                ])
            } catch {
                guard error == .invitationOver else { throw error }
                return Self.over
            }
        }
    }

    private func take(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        // Whoever has logged in since the form was shown stays so, and the screen says it.
        if sent.request.person != nil { return .go(Self.route.place()) }
        let browser = sent.request.browser, password = sent.secret("password")
        let form = RegistrationForm(name: sent["name"], invitation: Secret(sent["token"]), password: password)
        var failures = try await validator(at: browser).validate(form).map { field in
            FieldFailure(pointer: "/\(field.field.rawValue)", text: field.text)
        }
        if !password.isEqual(to: sent.secret("password_again")) {
            failures.append(FieldFailure("password_again", RegistrationScreenTexts.different))
        }
        guard failures.isEmpty else { throw FormRefusal(failures) }
        let outcome: RegistrationOutcome
        do {
            outcome = try await registration(at: browser).register(form, since: .nobody)
        } catch RegistrationError.invitationOver {
            return .show(Self.over)
        }
        switch outcome {
        case .confirmation, .signedIn: return .signedIn(.home)
        case .logIn, .checkMail:
            return .show(
                ScreenContents(
                    .words(RegistrationScreenTexts.made),
                    .column([
                        .notice(ScreenNotice(.success, RegistrationScreenTexts.thenLogIn, nextSteps: [.logIn]))
                    ])))
        }
    }

    // MARK: What is shown

    private static func form(_ token: String, for email: EmailAddress) -> ScreenForm {
        ScreenForm(
            "take-invitation", to: route.place(),
            [
                .unseen("token", token), .account("\(email)"),
                ScreenField("name", .name, RegistrationScreenTexts.name, hint: RegistrationScreenTexts.nameHint),
                NewPassword.field("password", RegistrationScreenTexts.password),
                ScreenField("password_again", .repeatedPassword, RegistrationScreenTexts.passwordAgain),
            ], button: RegistrationScreenTexts.title)
    }

    private static let over = contents(
        [.notice(ScreenNotice(presenting: RegistrationError.invitationOver))], standing: .over)

    private static func contents(
        _ blocks: [ScreenBlock], standing: ScreenContents.Standing = .found
    ) -> ScreenContents {
        ScreenContents(.words(RegistrationScreenTexts.invited), .column(blocks), standing: standing)
    }
}
