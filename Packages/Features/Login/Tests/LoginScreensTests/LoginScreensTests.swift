import CaptchaAPI
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import LoginAPI
import LoginScreens
import LoginScreensAPI
import LoginTesting
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import SessionsAPI
import Testing

struct LoginScreensTests {
    private let person = User(
        id: UserID(UUID()), name: "<b>Ana</b>", email: EmailAddress("ana@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))

    private func screens(
        _ login: LoggingInSpy, _ logout: LoggingOutStub = LoggingOutStub(.success(.ended)), as person: User? = nil
    ) throws -> ScreenRunner {
        ScreenRunner(try all(login, logout), as: person)
    }

    private func all(_ login: LoggingInSpy, _ logout: LoggingOutStub) throws -> [Screen] {
        var host = PluginHost()
        try host.install(
            LoginScreensPlugin.self, .init(login: Scoped(always: login), logout: Scoped(always: logout)))
        return try host.composed().values(of: Screens.self)
    }

    @Test(.requirement("SANIT-03"), .requirement("SANIT-06"))
    func eachIsFitToBeShown() async throws {
        let check = ScreenCheck(places: ["/sign-in", "/sign-out"])
        let login = LoggingInSpy(.success(person))
        for (address, person) in [("/sign-in", nil), ("/sign-in", person), ("/sign-out", person)] {
            let contents = try await screens(login, as: person).show(address)
            #expect(check.problems(of: contents) == [])
        }
    }

    @Test(.requirement("LOGIN-01"), .requirement("NAV-04"))
    func whoLogsInGoesOn() async throws {
        let login = LoggingInSpy(.success(person))
        let outcome = try await screens(login).send(
            "sign-in", to: "/sign-in", ["email": "ana@example.com"], secrets: ["password": Secret("secret")])
        guard case .signedIn(.home, nil) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(login.attempts.map(\.email) == ["ana@example.com"])
        #expect(login.starts == [.nobody], "whoever logs in meanwhile stays so")
        #expect(login.attempts.first?.password.isEqual(to: Secret("secret")) == true)
    }

    @Test(.requirement("SANIT-07"), arguments: [(LoginError.invalidEmail, "/email"), (.emptyPassword, "/password")])
    func whatIsWrongIsSaidAtItsField(_ error: LoginError, _ pointer: String) async throws {
        let screens = try screens(LoggingInSpy(.failure(error)))
        let refusal = await #expect(throws: FieldRefusal.self) { try await screens.send("sign-in", to: "/sign-in") }
        #expect(refusal?.fields.map(\.pointer) == [pointer] && refusal?.code == error.code)
    }

    /// Such as for what takes a login of a moment ago: the screen itself shows them no form.
    @Test(
        .requirement("SANIT-07", "NAV-04"),
        arguments: [LoginError.invalidCredentials(), .emptyPassword, .invalidEmail])
    func whoOnlyHasToLogInOnceMoreIsAskedAgain(_ error: LoginError) async throws {
        let screens = try screens(LoggingInSpy(.failure(error)), as: person)
        let outcome = try await screens.send(
            "sign-in", to: "/sign-in", ["email": "ana@example.com"], secrets: ["password": Secret("wrong")])
        guard case .again(let contents, let refusal) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(refusal.code == error.code && contents.forms.map(\.name) == ["sign-in"])
    }

    @Test(.requirement("OPS-06"), arguments: [SessionEnd.suspended, .endedByOperator])
    func whatAnOperatorDidIsSaidWhereOneLogsIn(end: SessionEnd) async throws {
        var host = PluginHost()
        try host.install(
            LoginScreensPlugin.self,
            .init(
                login: Scoped(always: LoggingInSpy(.success(person))),
                logout: Scoped(always: LoggingOutStub(.success(.ended))), ends: Scoped(always: EndStub(end: end))))
        let contents = try await ScreenRunner(try host.composed().values(of: Screens.self)).show("/sign-in")
        #expect(contents.notice?.text == end.explanation)
        #expect(ScreenCheck(places: ["/sign-in"]).problems(of: contents) == [])
    }

    private struct EndStub: SessionEndRecalling {
        let end: SessionEnd

        func recalledEnd() async -> SessionEnd? { end }
    }

    @Test(.requirement("DATA-04")) func whatALoginTookBackIsSaidWhereThePersonGoesOn() async throws {
        let screens = try screens(LoggingInSpy(.success(person), keepingAccounts: true))
        for step in ["sign-in", "code"] {
            guard case .signedIn(.home, let notice?) = try await screens.send(step, to: "/sign-in") else {
                Issue.record("nothing is said after \(step)")
                return
            }
            #expect(notice.text == LoggedIn(person, keepsAccount: true).remark)
        }
    }

    @Test func otherErrorsSayWhatToDo() async throws {
        let screens = try screens(LoggingInSpy(.failure(.invalidCredentials())))
        await #expect(throws: LoginError.invalidCredentials()) { try await screens.send("sign-in", to: "/sign-in") }
    }

    @Test(
        .requirement("CAPTCHA-01"),
        arguments: [
            LoginError.captchaRequired(CaptchaChallenge("pow.16.x")),
            .invalidCredentials(next: CaptchaChallenge("pow.16.x")),
        ])
    func whoFailedTooOftenHasTheirBrowserWork(_ refusal: LoginError) async throws {
        let login = LoggingInSpy(.failure(refusal), .success(person))
        let screens = try screens(login)
        let outcome = try await screens.send("sign-in", to: "/sign-in", ["email": "ana@example.com"])
        guard case .again(let contents, let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.code == refusal.code)
        #expect(contents.forms.first?.fields.last?.kind == .work(challenge: "pow.16.x"))
        #expect(ScreenCheck(places: ["/sign-in"]).problems(of: contents) == [])
        _ = try await screens.send("sign-in", to: "/sign-in", ["captcha": "pow.16.x.7"])
        #expect(login.attempts.last?.captcha?.isEqual(to: Secret("pow.16.x.7")) == true)
        #expect(login.attempts.first?.captcha == nil)
    }

    @Test(.requirement("MFA-01", "SANIT-06")) func theSecondStepAsksForTheCodeUntilItIsRight() async throws {
        let ticket = LoginTicket(email: "ana@example.com", secret: Secret("t-1"))
        let login = LoggingInSpy(.failure(.secondFactorRequired(ticket)), .failure(.wrongCode), .success(person))
        let screens = try screens(login)
        guard case .show(let contents) = try await screens.send("sign-in", to: "/sign-in") else {
            Issue.record("the code isn't asked for")
            return
        }
        #expect(contents.forms.first?.fields.map(\.kind) == [.oneTimeCode, .unseen, .unseen])
        #expect(ScreenCheck(places: ["/sign-in"]).problems(of: contents) == [])
        let sent = ["email": "ana@example.com", "ticket": "t-1"]
        let code = ["code": Secret("287082")]
        guard case .again(_, let error) = try await screens.send("code", to: "/sign-in", sent, secrets: code) else {
            Issue.record("the code isn't asked for again")
            return
        }
        #expect(error.fields.map(\.pointer) == ["/code"])
        guard case .signedIn(.home, nil) = try await screens.send("code", to: "/sign-in", sent, secrets: code) else {
            Issue.record("nobody is signed in")
            return
        }
        #expect(login.secondSteps.count == 2 && login.starts == [.nobody, .nobody, .nobody])
    }

    /// Whoever is logged in logs in once more by a provider, and nobody but them.
    @Test(
        .requirement("MFA-03", "EXT-06"),
        arguments: [("ana@example.com", true), ("ben@example.com", false), ("", false)])
    func theSecondStepOfAWayElsewhereIsForWhoIsLoggedIn(email: String, isAsked: Bool) async throws {
        let ticket = LoginTicket(email: email, secret: Secret("t-1")), login = LoggingInSpy(.success(person))
        let (place, carried) = SignInSection.secondStep(with: ticket), screens = try screens(login, as: person)
        let all = try all(login, LoggingOutStub(.success(.ended)))
        let there = ScreenRequest(
            place.with("then", "/account/address"), query: place.parameters, person: person, carrying: carried,
            now: person.createdAt)
        let screen = try #require(all.first { $0.route.pattern == "/sign-in" })
        let contents = try await screen.show(there)
        #expect(contents.forms.map(\.name) == (isAsked ? ["code", "lost"] : []))
        #expect(ScreenCheck(places: ["/sign-in", "/"]).problems(of: contents) == [])
        let outcome = try await screens.send(
            "code", to: "/sign-in?step=code&then=/account/address", ["email": email, "ticket": "t-1"],
            secrets: ["code": Secret("287082")])
        switch outcome {
        case .signedIn(.home, nil): #expect(isAsked && login.starts == [SessionBeginning.Start(with: person)])
        case .go: #expect(!isAsked && login.secondSteps.isEmpty)
        default: Issue.record("\(outcome)")
        }
        // A stranger is asked as before.
        let stranger = ScreenRequest(place, query: place.parameters, carrying: carried, now: person.createdAt)
        let asked = try await screen.show(stranger)
        #expect(asked.forms.first?.fields.contains(.unseen("ticket", "t-1")) == true)
        #expect(asked.forms.first?.fields.contains(.unseen("email", email)) == true)
    }

    @Test(.requirement("MFA-05", "SANIT-06")) func whoLostTheFactorIsToldWhenItEnds() async throws {
        let login = LoggingInSpy()
        let sent = ["email": "ana@example.com", "ticket": "t-1"]
        guard case .show(let question) = try await screens(login).send("lost", to: "/sign-in", sent) else {
            Issue.record("nothing is asked")
            return
        }
        #expect(login.losses.isEmpty)
        let told = ["14 Nov 2023", "gets mail at once", "your other devices show it"]
        let problems = ScreenCheck(places: ["/sign-in"]).problems(of: question, saying: told)
        #expect(problems.allSatisfy { $0.hasPrefix("es: ") }, "\(problems)")
        #expect(question.forms.map(\.name) == ["lose", "code"])
        guard case .show(let contents) = try await screens(login).send("lose", to: "/sign-in", sent) else {
            Issue.record("nothing is shown")
            return
        }
        #expect(ScreenCheck(places: ["/sign-in", "/"]).problems(of: contents) == [])
        #expect(contents.notice?.text.english.contains("14 Nov 2023") == true)
        #expect(login.losses == [LoginTicket(email: "ana@example.com", secret: Secret("t-1"))])
    }

    /// It is refused where a code can still be typed.
    @Test(.requirement("MFA-05", "SANIT-06"), arguments: ["lost", "lose", "code"])
    func whatIsInTheWayOfTheSecondStepIsSaidThere(action: String) async throws {
        let refusal = LoginError.tooManyLosses(retryAfter: .seconds(3_600))
        var host = PluginHost()
        try host.install(
            LoginScreensPlugin.self,
            .init(
                login: Scoped(always: Refusing(error: refusal)),
                logout: Scoped(always: LoggingOutStub(.success(.ended)))))
        let screens = ScreenRunner(try host.composed().values(of: Screens.self))
        let outcome = try await screens.send(action, to: "/sign-in", ["email": "ana@example.com", "ticket": "t-1"])
        guard case .again(let contents, let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.code == refusal.code && error.nextSteps == [.recover])
        #expect(contents.forms.map(\.name) == ["code", "lost"])
        #expect(contents.forms.allSatisfy { $0.fields.contains(.unseen("ticket", "t-1")) })
        #expect(ScreenCheck(places: ["/sign-in"]).problems(of: contents) == [])
    }

    @Test(.requirement("LOGIN-27"))
    func whoLogsOutIsToldWhatGoes() async throws {
        let loss = LogoutLoss(count: 2, text: LocalizedText(verbatim: "comments: 2"))
        let logout = LoggingOutStub(.success(.ended), losing: loss)
        let screens = try screens(LoggingInSpy(), logout, as: person)
        let contents = try await screens.show("/sign-out")
        #expect(ScreenCheck(places: ["/sign-out"]).problems(of: contents, saying: ["comments: 2", person.name]) == [])
        let outcome = try await screens.send("sign-out", to: "/sign-out")
        guard case .signedOut(.home) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(logout.people.count == 1)
    }

    @Test func whoseSessionCantBeRemovedIsToldSo() async throws {
        let error = LogoutError(leftovers: [LocalizedText(verbatim: "The disk is full.")], hasEnded: false)
        let screens = try screens(LoggingInSpy(), LoggingOutStub(.failure(error)), as: person)
        await #expect(throws: (any Error).self) { try await screens.send("sign-out", to: "/sign-out") }
    }
}

/// Refuses each step with an error.
private struct Refusing: LoggingIn {
    let error: LoginError

    func logIn(
        email: String, password: Secret, captcha: Secret?, since start: SessionBeginning.Start?
    ) async throws(LoginError) -> LoggedIn { throw error }
    func logIn(
        with code: Secret, completing ticket: LoginTicket, since start: SessionBeginning.Start?
    ) async throws(LoginError) -> LoggedIn { throw error }
    func foreseeLostFactor(completing ticket: LoginTicket) async throws(LoginError) -> Date? { throw error }
    func reportLostFactor(completing ticket: LoginTicket) async throws(LoginError) -> Date { throw error }
}
