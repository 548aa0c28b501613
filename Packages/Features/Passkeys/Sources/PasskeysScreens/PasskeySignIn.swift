import LoginScreensAPI
import PasskeysAPI
import ScreensAPI

/// Where people log in with a passkey, or prove once more who they are with one.
struct PasskeySignIn: Sendable {
    let signingIn: Scoped<any PasskeySigningIn>
    let passkeys: Scoped<any PasskeyManaging>

    private static let route = ScreenRoute("/sign-in/passkey")

    /// On the screen on which people log in; without passkeys the password is still
    /// there.
    var section: SignInSection {
        SignInSection { request in
            guard let question = try? await signingIn(at: request.browser).question() else { return [] }
            let place = Self.route.place().with("then", request.query["then"])
            return [
                .section(
                    ScreenSection(
                        "passkey", PasskeyScreenTexts.orWithOne,
                        [.form(Self.form(question, .offering, to: place))]))
            ]
        }
    }

    /// On the screens that ask once more for the password.
    var authenticationWay: AuthenticationWay {
        AuthenticationWay("passkey") { request in
            let passkeys = try await passkeys(at: request.browser)
            guard let known = try? await passkeys.passkeys(), !known.isEmpty,
                let question = try? await passkeys.authenticationQuestion()
            else { return nil }
            return ([Self.field(question, .answering)], PasskeyScreenTexts.itIsMe)
        } prove: { sent in
            try await passkeys(at: sent.request.browser).authenticate(with: sent["answer"])
        }
    }

    var screen: Screen {
        Screen(
            Self.route,
            actions: [
                ScreenAction("passkey") { sent in
                    let somebody = try await signingIn(at: sent.request.browser).logIn(with: sent["answer"])
                    return .signedIn(.home, noting: somebody.notice)
                }
            ]
        ) { request in
            let question = try await signingIn(at: request.browser).question()
            return ScreenContents(
                .words(PasskeyScreenTexts.logIn),
                .column([
                    .form(Self.form(question, .answering, to: request.place)),
                    .links([ScreenLink(PasskeyScreenTexts.otherWays, to: SignInSection.place)]),
                ]))
        }
    }

    private static func form(
        _ question: PasskeyQuestion, _ kind: AuthenticatorQuestion.Kind, to place: Place
    ) -> ScreenForm {
        ScreenForm("passkey", to: place, [field(question, kind)], button: PasskeyScreenTexts.logIn)
    }

    private static func field(_ question: PasskeyQuestion, _ kind: AuthenticatorQuestion.Kind) -> ScreenField {
        .authenticator("answer", asked: AuthenticatorQuestion(kind, options: question.options))
    }
}
