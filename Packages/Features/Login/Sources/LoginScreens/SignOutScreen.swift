import CoreModels
import Localization
import LoginAPI
import Presenting
import ScreensAPI

/// Where people log out.
struct SignOutScreen: Sendable {
    let logout: Scoped<any LoggingOut>

    static let link = ScreenLink(LoginScreenTexts.logOut, to: ScreenRoute("/sign-out").place())

    var screen: Screen {
        Screen(ScreenRoute("/sign-out"), actions: [ScreenAction("sign-out", perform: logOut)]) {
            request in
            guard let person = request.person else {
                return ScreenContents(
                    .words(LoginScreenTexts.logOut),
                    .column([.notice(ScreenNotice(.success, LoginScreenTexts.nobody, nextSteps: [.logIn]))]))
            }
            let loss = await (try logout(at: request.browser)).whatWouldBeLost()
            let losing = loss.map {
                [ScreenBlock.notice(ScreenNotice(.remark, LoginScreenTexts.losing($0.text), nextSteps: [.seeQueue]))]
            }
            return ScreenContents(
                .words(LoginScreenTexts.logOut),
                .column(
                    [.text(.words(LoginScreenTexts.logOutMeans(person.name)))] + (losing ?? []) + [
                        .form(ScreenForm("sign-out", to: request.place, button: LoginScreenTexts.logOut))
                    ]))
        }
    }

    private func logOut(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        // Another window may have been first.
        guard let person = sent.request.person else { return .go(.home) }
        do {
            let outcome = try await logout(at: sent.request.browser).logOut(person.id)
            if case .somebodyElse = outcome { return .go(.home) }
        } catch let error as LogoutError where !error.hasEnded {
            throw LogoutRefusal(error: error)
        }
        return .signedOut(.home)
    }
}
