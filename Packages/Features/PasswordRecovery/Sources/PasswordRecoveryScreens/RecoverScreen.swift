import CaptchaAPI
import CoreModels
import Localization
import MailedProofsAPI
import PasswordRecoveryAPI
import Presenting
import ScreensAPI

/// Where people go who forgot their password.
struct RecoverScreen: Sendable {
    let recovery: Scoped<any PasswordRecovering>

    static let link = ScreenLink(RecoveryScreenTexts.forgotten, to: ScreenRoute("/recover").place())

    var screen: Screen {
        Screen(
            ScreenRoute("/recover"), sensitive: [.codes],
            actions: [
                ScreenAction("recover", perform: ask),
                // Whoever wanted to log in has typed their address already.
                ScreenAction("begin") { .show(contents($0.request, of: $0["email"])) },
            ]
        ) { contents($0) }
    }

    private func contents(
        _ request: ScreenRequest, of email: String = "", asking challenge: CaptchaChallenge? = nil
    ) -> ScreenContents {
        let work = challenge.map { [ScreenField.work("captcha", for: $0.text)] } ?? []
        let form = ScreenForm(
            "recover", to: request.place,
            [ScreenField("email", .email, MailedProofTexts.email, value: request.person.map { "\($0.email)" } ?? email)]
                + work, button: RecoveryScreenTexts.send)
        let haveOne = ScreenNotice(.remark, RecoveryScreenTexts.haveOne, nextSteps: [.chooseAnotherPassword])
        return ScreenContents(
            .words(RecoveryScreenTexts.forgotten),
            .column([.text(.words(RecoveryScreenTexts.askForOne)), .form(form), .notice(haveOne)]))
    }

    private func ask(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        let answer = sent["captcha"]
        do {
            try await recovery(at: sent.request.browser).requestReset(
                email: sent["email"], captcha: answer.isEmpty ? nil : Secret(answer))
        } catch PasswordRecoveryError.invalidEmail {
            throw FieldRefusal(PasswordRecoveryError.invalidEmail, at: "email")
        } catch let error as PasswordRecoveryError {
            guard let challenge = error.challenge else { throw error }
            return .again(contents(sent.request, asking: challenge), error)
        }
        return .show(ResetScreen.sent(to: sent["email"]))
    }

    /// Asks for a message.
    ///
    /// - Throws: ``TooManyMessages`` in place of a challenge: a page has to work
    ///   without scripts, and nobody can do the work by hand.
    static func asking(_ ask: () async throws -> Void) async throws {
        do {
            try await ask()
        } catch PasswordRecoveryError.captchaRequired {
            throw TooManyMessages()
        }
    }
}

/// So many messages were asked for that none was sent now.
struct TooManyMessages: PresentableError {
    var code: String { "too_many_messages" }
    var nature: FailureNature { .refused }
    var text: LocalizedText { RecoveryScreenTexts.tooManyMessages }
}
