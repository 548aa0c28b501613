import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import Localization
import LoginAPI
import LoginTesting
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
