import CaptchaAPI
import CoreModels
import Localization
import LoginAPI
import LoginScreensAPI
import Presenting
import ScreensAPI
import SessionsAPI

/// Where people log in.
struct SignInScreen: Sendable {
    let login: Scoped<any LoggingIn>
    let ends: Scoped<any SessionEndRecalling>?
    /// Other ways in.
    let sections: @Sendable () -> [SignInSection]

    static let link = ScreenLink(LoginScreenTexts.logIn, to: SignInSection.place)

    var screen: Screen {
        Screen(
            ScreenRoute("/sign-in"), sensitive: [.codes],
            actions: [
                ScreenAction("sign-in", perform: logIn), ScreenAction("code", perform: prove),
                ScreenAction("lost", perform: askOfLoss), ScreenAction("lose", perform: reportLoss),
            ]
        ) { request in
            // Whoever is logged in and only has to do so once more proves the second factor, too.
            if let ticket = SignInSection.ticket(in: request), !isSomebodyElses(ticket.email, request) {
                return secondStep(ticket, request)
            }
            guard let person = request.person else { return try await contents(request) }
            // Whoever is logged in and wants to be somebody else may say so.
            return ScreenContents(
                .words(LoginScreenTexts.logIn),
                .column([
                    .notice(
                        ScreenNotice(.remark, LoginScreenTexts.already(person), nextSteps: [.seePictures, .logOut]))
                ]))
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
            ] + (challenge.map { [.work("captcha", for: $0.text)] } ?? []), button: LoginScreenTexts.logIn,
            or: [.recover])
        return ScreenContents(
            .words(LoginScreenTexts.logIn), noting: try await notice(for: request, from: sections),
            .column(
                [.form(form)] + others + [
                    .notice(ScreenNotice(.remark, LoginScreenTexts.noAccount, nextSteps: [.register]))
                ]))
    }

    /// What somebody came back with; else what an operator did to the session that was
    /// here before.
    private func notice(for request: ScreenRequest, from sections: [SignInSection]) async throws -> ScreenNotice? {
        if let notice = sections.lazy.compactMap({ $0.notice(request) }).first { return notice }
        return try await ends?(at: request.browser).recalledEnd()?.explanation.map { ScreenNotice(.remark, $0) }
    }

    /// Whether somebody else is logged in than who begins with an address, such as one who has
    /// logged in since the form was shown: they stay so, and the screen says it.
    private func isSomebodyElses(_ email: String, _ request: ScreenRequest) -> Bool {
        request.person.map { $0.email != EmailAddress(kept: email) } ?? false
    }

    private func logIn(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        if isSomebodyElses(sent["email"], sent.request) { return .go(sent.request.place) }
        do {
            let answer = sent["captcha"]
            let somebody = try await login(at: sent.request.browser).logIn(
                email: sent["email"], password: sent.secret("password"),
                captcha: answer.isEmpty ? nil : Secret(answer), since: SessionBeginning.Start(with: sent.request.person)
            )
            return .signedIn(.home, noting: somebody.notice)
        } catch LoginError.invalidEmail {
            return try await again(sent, FieldRefusal(LoginError.invalidEmail, at: "email"))
        } catch LoginError.emptyPassword {
            return try await again(sent, FieldRefusal(LoginError.emptyPassword, at: "password"))
        } catch LoginError.secondFactorRequired(let ticket) {
            return .show(secondStep(ticket, sent.request))
        } catch let error as LoginError {
            return try await again(sent, error, asking: error.nextChallenge)
        }
    }

    /// Asks once more; also whoever is logged in and only had to do so again, to whom this screen otherwise shows no
    /// form.
    private func again(
        _ sent: ScreenSubmission, _ error: any PresentableError, asking challenge: CaptchaChallenge? = nil
    ) async throws -> ScreenOutcome {
        guard challenge != nil || sent.request.person != nil else { throw error }
        return .again(try await contents(sent.request, asking: challenge), error)
    }

    /// What is asked after the password.
    private func secondStep(_ ticket: LoginTicket, _ request: ScreenRequest) -> ScreenContents {
        ScreenContents(
            .words(LoginScreenTexts.secondStep),
            .column([
                codeForm(ticket, request),
                .text(.words(LoginScreenTexts.ifLost)),
                .form(
                    ScreenForm(
                        "lost", to: request.place, Self.fields(of: ticket), button: LoginScreenTexts.lost, .quiet)),
            ]))
    }

    private func codeForm(_ ticket: LoginTicket, _ request: ScreenRequest) -> ScreenBlock {
        .form(
            ScreenForm(
                "code", to: request.place,
                [ScreenField("code", .oneTimeCode, LoginScreenTexts.code, hint: LoginScreenTexts.codeHint)]
                    + Self.fields(of: ticket), button: LoginScreenTexts.logIn))
    }

    private static func fields(of ticket: LoginTicket) -> [ScreenField] {
        [.unseen("email", ticket.email), .unseen("ticket", ticket.secret.withText { $0 ?? "" })]
    }

    private func prove(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        if isSomebodyElses(sent["email"], sent.request) { return .go(sent.request.place) }
        return try await goOn(sent) { login, ticket throws(LoginError) in
            .signedIn(
                .home,
                noting: try await login.logIn(
                    with: sent.secret("code"), completing: ticket,
                    since: SessionBeginning.Start(with: sent.request.person)
                ).notice)
        }
    }

    /// Says what saying so does, before it is said.
    private func askOfLoss(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        try await goOn(sent) { login, ticket throws(LoginError) in
            let end = try await login.foreseeLostFactor(completing: ticket)
            return .show(
                ScreenContents(
                    .words(LoginScreenTexts.lost),
                    .column([
                        .text(.words(LostFactor.meaning(until: end.map { .momentInUTC($0) }))),
                        .form(
                            ScreenForm(
                                "lose", to: sent.request.place, Self.fields(of: ticket),
                                button: LoginScreenTexts.lose, .destructive)),
                        .section(
                            ScreenSection("code", LoginScreenTexts.foundOne, [codeForm(ticket, sent.request)])),
                    ])))
        }
    }

    /// Says that the second factor is lost; whoever finds it types its code beside
    /// that.
    private func reportLoss(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        try await goOn(sent) { login, ticket throws(LoginError) in
            let end = try await login.reportLostFactor(completing: ticket)
            return .show(
                ScreenContents(
                    .words(LoginScreenTexts.secondStep),
                    noting: ScreenNotice(.remark, LoginScreenTexts.lost(until: .momentInUTC(end))),
                    .column([.links([ScreenLink(LoginScreenTexts.toFeed, to: .home)])])))
        }
    }

    /// Goes on from the first step; what is in the way is said where the code can be
    /// typed, for as long as that step is good.
    private func goOn(
        _ sent: ScreenSubmission,
        _ step: (any LoggingIn, LoginTicket) async throws(LoginError) -> ScreenOutcome
    ) async throws -> ScreenOutcome {
        let ticket = LoginTicket(email: sent["email"], secret: Secret(sent["ticket"]))
        do {
            return try await step(try await login(at: sent.request.browser), ticket)
        } catch LoginError.loginExpired {
            return .again(try await contents(sent.request), LoginError.loginExpired)
        } catch LoginError.wrongCode {
            return .again(secondStep(ticket, sent.request), FieldRefusal(LoginError.wrongCode, at: "code"))
        } catch let error as LoginError {
            return .again(secondStep(ticket, sent.request), error)
        }
    }
}
