import CaptchaAPI
import CoreModels
import Localization
import LoginAPI
import LoginScreensAPI
import Presenting
import ScreensAPI

/// Where people log in.
struct SignInScreen: Sendable {
    let login: Scoped<any LoggingIn>
    /// Other ways in.
    let sections: @Sendable () -> [SignInSection]

    static let link = ScreenLink(LoginScreenTexts.logIn, to: SignInSection.place)

    var screen: Screen {
        Screen(ScreenRoute("/sign-in"), actions: [ScreenAction("sign-in", perform: logIn)]) { request in
            guard let person = request.person else {
                return try await contents(request)
            }
            // Whoever is logged in and wants to be somebody else may say so.
            return ScreenContents(
                .words(LoginScreenTexts.logIn),
                .column([.notice(ScreenNotice(.remark, LoginScreenTexts.already(person), nextSteps: [.logOut]))]))
        }
    }

    private func contents(
        _ request: ScreenRequest, asking challenge: CaptchaChallenge? = nil
    ) async throws -> ScreenContents {
        let sections = sections()
        var others: [ScreenBlock] = []
        for section in sections { others += try await section.show(request) }
        let form = ScreenForm(
            "sign-in", to: request.place,
            [
                ScreenField("email", .email, LoginScreenTexts.email),
                ScreenField("password", .password, LoginScreenTexts.password),
            ] + (challenge.map { [.work("captcha", for: $0.text)] } ?? []), button: LoginScreenTexts.logIn)
        return ScreenContents(
            .words(LoginScreenTexts.logIn), noting: sections.lazy.compactMap { $0.notice(request) }.first,
            .column(
                [.form(form)] + others + [
                    .notice(ScreenNotice(.remark, LoginScreenTexts.noAccount, nextSteps: [.register, .recover]))
                ]))
    }

    private func logIn(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        do {
            let answer = sent["captcha"]
            _ = try await login(at: sent.request.browser).logIn(
                email: sent["email"], password: sent.secret("password"),
                captcha: answer.isEmpty ? nil : Secret(answer))
        } catch LoginError.invalidEmail {
            throw FieldRefusal(LoginError.invalidEmail, at: "email")
        } catch LoginError.emptyPassword {
            throw FieldRefusal(LoginError.emptyPassword, at: "password")
        } catch let error as LoginError {
            guard let challenge = error.nextChallenge else { throw error }
            return .again(try await contents(sent.request, asking: challenge), error)
        }
        return .signedIn(.home)
    }
}
