import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import Localization
import LoginAPI
import LoginTesting
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

    @Test(.requirement("MFA-05")) func whoLostTheFactorSaysSoInPlaceOfTheCode() async throws {
        let login = LoggingInSpy(.failure(.secondFactorRequired(ticket)))
        let terminal = TerminalSpy(input: ["hunter2"])
        let run = try await runner(login).run(
            "login", "--email", "ada@example.com", "--password-stdin", "--lost-factor", "--json", on: terminal)
        #expect(run.exit == .success && login.losses == [ticket] && login.secondSteps.isEmpty)
        #expect(run.output.contains("\"factor_ends_at\""))
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
