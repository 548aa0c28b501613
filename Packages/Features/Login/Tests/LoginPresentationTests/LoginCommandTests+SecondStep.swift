import CaptchaTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import Localization
import Locking
import LoginAPI
import LoginPresentation
import LoginPresentationAPI
import LoginTesting
import PluginKit
import Presenting
import SessionsTesting
import Testing

/// The code of the second factor, after the password.
extension LoginCommandTests {
    private var ticket: LoginTicket { LoginTicket(email: "ada@example.com", secret: Secret("t-1")) }

    @Test(.requirement("MFA-01")) func theCodeIsAskedForUntilItIsRight() async throws {
        let login = LoggingInSpy(.failure(.secondFactorRequired(ticket)), .failure(.wrongCode), .success(user))
        let terminal = TerminalSpy(answers: [.text("hunter2"), .text("000000"), .text("287082")])
        let run = try await runner(login).run("login", "--email", "ada@example.com", on: terminal)
        #expect(run.exit == .success)
        #expect(run.errors.contains(LoginError.wrongCode.text.english))
        #expect(login.secondSteps.map { $0.withText { $0 ?? "" } } == ["000000", "287082"])
    }

    /// Whoever logs in meanwhile, in another terminal, stays so.
    @Test(.requirement("MFA-01", "SESS-21"), arguments: [true, false])
    func bothStepsSayWhoWasLoggedInAtTheirBeginning(isSomebodyThere: Bool) async throws {
        let login = LoggingInSpy(.failure(.secondFactorRequired(ticket)), .success(user))
        let before = isSomebodyThere ? User.sample(name: "Bob") : nil
        let terminal = TerminalSpy(
            answers: (isSomebodyThere ? [.text("y")] : []) + [.text("hunter2"), .text("287082")])
        let run = try await runner(login, person: before).run("login", "--email", "ada@example.com", on: terminal)
        #expect(run.exit == .success)
        #expect(login.starts == Array(repeating: SessionBeginning.Start(with: before), count: 2))
    }

    /// As above, while the person is asked whether they want to take somebody's place.
    @Test(.requirement("PASSKEY-03", "SESS-21")) func anotherWayInBeginsOnlyWhereNobodyElseCameMeanwhile() async throws
    {
        let words = LocalizedText(en: "By another way", es: "De otra forma"), user = user
        let way = LoginWay("other-way", summary: words, example: words) { _, _ throws(CommandFailure) in user }
        let people = Locked([User.sample(name: "Bob"), User.sample(name: "Eve")])
        var host = PluginHost()
        try host.install(
            LoginPresentationPlugin.self,
            .init(
                login: LoggingInSpy(.success(user)), logout: LoggingOutStub(.success(.ended)),
                captcha: CaptchaSolvingSpy(), ways: [way], person: { people.withLock { $0.removeFirst() } }))
        let run = await CommandRunner(try host.composed(), offering: [.logOut: "essential logout"]).run(
            "login", "--other-way", on: TerminalSpy(answers: [.text("y")]))
        #expect(run.exit == .failure && run.errors.contains("Meanwhile Eve logged in here, and stays so."))
        #expect(run.errors.contains("essential logout") && !run.output.contains("Welcome"))
    }

    @Test(.requirement("MFA-05")) func whoLostTheFactorSaysSoInPlaceOfTheCode() async throws {
        let login = LoggingInSpy(.failure(.secondFactorRequired(ticket)))
        let terminal = TerminalSpy(input: ["hunter2"])
        let run = try await runner(login).run(
            "login", "--email", "ada@example.com", "--password-stdin", "--lost-factor", "--yes", "--json", on: terminal)
        #expect(run.exit == .success && login.losses == [ticket] && login.secondSteps.isEmpty)
        #expect(run.output.contains("\"factor_ends_at\""))
    }

    @Test(.requirement("MFA-05"), arguments: [true, false])
    func whoLostTheFactorIsToldWhatSayingSoDoes(agrees: Bool) async throws {
        let login = LoggingInSpy(.failure(.secondFactorRequired(ticket)))
        let terminal = TerminalSpy(answers: [.text("hunter2"), .text(agrees ? "y" : "n")])
        let run = try await runner(login).run("login", "--email", "ada@example.com", "--lost-factor", on: terminal)
        #expect(run.exit == .success && login.losses == (agrees ? [ticket] : []))
        #expect(run.errors.contains("14 Nov 2023") && run.errors.contains("gets mail at once"))
        #expect(run.output.contains(agrees ? "has noted" : "Nothing was noted."))
    }

    @Test(.requirement("MFA-05")) func aScriptThatDoesNotSayYesSaysNothing() async throws {
        let login = LoggingInSpy(.failure(.secondFactorRequired(ticket)))
        let run = try await runner(login).run(
            "login", "--email", "ada@example.com", "--password-stdin", "--lost-factor",
            on: TerminalSpy(input: ["hunter2"]))
        #expect(run.exit != .success && login.losses.isEmpty && run.errors.contains("--yes"))
    }

    @Test(.requirement("MFA-05")) func withoutAConnectionALossIsNotDroppedInSilence() async throws {
        let login = LoggingInSpy(.failure(.waiting(LocalizedText(verbatim: "It waits."))))
        let run = try await runner(login).run(
            "login", "--email", "ada@example.com", "--password-stdin", "--lost-factor", "--yes",
            on: TerminalSpy(input: ["hunter2"]))
        #expect(run.exit == .noConnectivity && login.losses.isEmpty)
        #expect(run.errors.contains("It waits.") && run.errors.contains("was not said"))
        #expect(run.errors.contains("essential login --lost-factor"))
    }

    @Test(.requirement("MFA-01")) func aScriptGivesTheCodeAndIsToldWhenItIsWrong() async throws {
        let login = LoggingInSpy(.failure(.secondFactorRequired(ticket)), .failure(.wrongCode))
        let terminal = TerminalSpy(input: ["hunter2"])
        let run = try await runner(login).run(
            "login", "--email", "ada@example.com", "--password-stdin", "--code", "000000", on: terminal)
        #expect(run.exit == .notLoggedIn && run.errors.contains(LoginError.wrongCode.text.english))
        #expect(login.secondSteps.count == 1)
    }
}
