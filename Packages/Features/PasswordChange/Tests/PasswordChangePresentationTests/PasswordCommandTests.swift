import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import Localization
import PasswordChangeAPI
import PasswordChangePresentation
import PasswordChangeTesting
import PluginKit
import Presenting
import SessionsAPI
import SessionsTesting
import Testing

struct PasswordCommandTests {
    private static let typed = ["old", "seven blue coffee cups", "seven blue coffee cups"]

    private func runner(
        _ change: any PasswordChanging, proving: (any Reauthenticating)? = nil
    ) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(PasswordChangePresentationPlugin.self, .init(change: change, proving: proving))
        return CommandRunner(
            try host.composed(), offering: [.logIn: "essential login", .recover: "essential recover"])
    }

    private func terminal(_ answers: [String] = Self.typed) -> TerminalSpy {
        TerminalSpy(answers: answers.map { .text($0) })
    }

    @Test func isDeclaredWithoutAMistake() throws {
        try runner(PasswordChangingSpy()).expectWellFormed()
    }

    @Test(
        .requirement("PWCHG-01", "PWCHG-08"),
        arguments: [("en", "All other devices are logged out"), ("es", "Se cerró la sesión en los demás")])
    func asksForBothPasswordsAndTellsWhatBecameOfTheDevices(language: String, text: String) async throws {
        let spy = PasswordChangingSpy(), terminal = terminal()
        let run = try await runner(spy).run(["password", "--language", language], on: terminal)
        #expect(run.exit == .success)
        #expect(terminal.questions.count == 3)
        #expect(spy.changes.count == 1)
        #expect(spy.changes.first?.current.isEqual(to: Secret("old")) == true)
        #expect(spy.changes.first?.new.isEqual(to: Secret("seven blue coffee cups")) == true)
        #expect(!(run.output + run.errors).contains("coffee"), "no password shows")

        #expect(run.output.contains(text))
    }

    @Test(.requirement("PWCHG-03")) func aNewPasswordIsAskedForUntilItWillDo() async throws {
        let spy = PasswordChangingSpy()
        let terminal = terminal([
            "old", "password", "seven blue coffee cups", "seven blue", "six red tea pots", "six red tea pots",
        ])
        let run = try await runner(spy).run(["password"], on: terminal)
        #expect(run.exit == .success && spy.changes.count == 1)
        #expect(spy.changes.first?.new.isEqual(to: Secret("six red tea pots")) == true)
        #expect(run.errors.contains("most common") && run.errors.contains("differ"))
    }

    @Test(.requirement("PWCHG-02", "MFA-03")) func itAsksForTheFactorAndGoesOnWithWhatWasTyped() async throws {
        let proving = ReauthenticatingSpy(
            Secret("old"), code: Secret("287082"), otherwise: PasswordChangeError.wrongPassword)
        let spy = PasswordChangingSpy(), change = ChangeOfTheProved(change: spy, proving: proving)
        let terminal = terminal(["old", "287082"] + Self.typed.dropFirst())
        let run = try await runner(change, proving: proving).run(["password"], on: terminal)
        #expect(run.exit == .success && spy.changes.count == 1 && terminal.questions.count == 4)
        #expect(spy.changes.first?.new.isEqual(to: Secret("seven blue coffee cups")) == true)
        // A script without a code is told so, and nothing is changed.
        let other = ReauthenticatingSpy(
            Secret("old"), code: Secret("287082"), otherwise: PasswordChangeError.wrongPassword)
        let script = try await runner(ChangeOfTheProved(change: spy, proving: other), proving: other).run(
            ["password", "--password-stdin"], on: TerminalSpy(input: ["old", "seven blue coffee cups"]))
        #expect(
            script.exit != .success && script.errors.contains("on the line behind the password")
                && spy.changes.count == 1)
    }

    @Test(.requirement("PWCHG-10", "D22")) func whoHasNoPasswordIsNotAskedForIt() async throws {
        let proving = ReauthenticatingSpy(
            Secret("old"), otherwise: PasswordChangeError.wrongPassword, proof: .noPassword)
        let spy = PasswordChangingSpy(), terminal = TerminalSpy(answers: [])
        let run = try await runner(spy, proving: proving).run(["password"], on: terminal)
        #expect(run.exit == .failure && terminal.questions.isEmpty && spy.changes.isEmpty)
        #expect(run.errors.contains(PasswordChangeError.noPassword.text.english))
        // Nor is a script told to bring it.
        for options in [[], ["--json"], ["--password-stdin"]] {
            let script = try await runner(spy, proving: proving).run(
                ["password"] + options, on: TerminalSpy(input: ["old", "seven blue coffee cups"]))
            #expect(script.exit == .failure && !script.errors.contains("--password-stdin") && spy.changes.isEmpty)
            if options == ["--json"] { #expect(try script.failureCode() == "no_password") }
        }
    }

    @Test("A wrong password is told before another one is thought up", .requirement("PWCHG-03", "PWCHG-10"))
    func theCurrentPasswordIsLookedAtFirst() async throws {
        let wrong = PasswordChangeError.wrongPassword
        let spy = PasswordChangingSpy(), proving = ReauthenticatingSpy(Secret("old"), otherwise: wrong)
        let terminal = terminal(["odl"] + Self.typed)
        let run = try await runner(spy, proving: proving).run(["password"], on: terminal)
        #expect(run.exit == .success && run.errors.contains(wrong.text.english))
        #expect(spy.changes.first?.current.isEqual(to: Secret("old")) == true)
        // Whoever doesn't know it is told what else there is, and has typed nothing in vain.
        let lost = self.terminal(["a", "b", "c"])
        let given = try await runner(spy, proving: proving).run(["password"], on: lost)
        #expect(given.exit == .failure && given.errors.contains("essential recover"))
        #expect(lost.questions.count == 3 && spy.changes.count == 1)
    }

    @Test func aServerThatLooksAtNoPasswordAloneIsAskedForTheChange() async throws {
        let spy = PasswordChangingSpy()
        let run = try await runner(spy, proving: NothingProves()).run(["password"], on: terminal())
        #expect(run.exit == .success && spy.changes.count == 1)
    }

    @Test func programsGetOneObject() async throws {
        let run = try await runner(PasswordChangingSpy()).run(["password", "--json"], on: terminal())
        #expect(run.output == "{\"status\":\"password_changed\"}\n")
    }

    @Test func twoDifferentNewPasswordsAreNotSent() async throws {
        let spy = PasswordChangingSpy()
        let run = try await runner(spy).run(["password", "--json"], on: terminal(["old", "one", "two"]))
        #expect(try run.failureCode() == "passwords_differ")
        #expect(spy.changes.isEmpty)
    }

    @Test(
        .requirement("PWCHG-03"),
        arguments: [
            (PasswordChangeError.notLoggedIn, "not_logged_in", 3, "essential login"),
            (
                .unacceptable([LocalizedText(en: "Short.", es: "Corta."), LocalizedText(en: "Same.", es: "Igual.")]),
                "invalid_data", 2, "Corta. Igual."
            ),
            (.tooManyAttempts(retryAfter: .seconds(90)), "account_locked", 1, "2 min"),
            (
                .impossible(Obstacle(code: "locked", LocalizedText(en: "No.", es: "No."))), "locked", 1,
                "No se cambió nada"
            ),
            (
                .tokenStorageFailed(Obstacle(code: "no_space", LocalizedText(en: "Full.", es: "Lleno."))),
                "token_storage_failed", 1,
                "La contraseña nueva ya vale"
            ),
            (.cancelled, "cancelled", 130, "puede que ya valga la contraseña nueva"),
            (.server, "server_error", 1, "puede que ya valga la contraseña nueva"),
        ])
    func eachFailureHasItsCodeStatusAndHint(
        error: PasswordChangeError, code: String, exit: Int32, text: String
    ) async throws {
        try await expect(error, code, exit, text)
    }

    @Test(.requirement("PWCHG-10")) func aWrongPasswordPointsToRecovery() async throws {
        try await expect(.wrongPassword, "invalid_credentials", 1, "essential recover")
    }

    @Test(.requirement("PWCHG-11", "OFFLINE-02", "D1")) func withoutAConnectionItSaysWhyNothingWaits() async throws {
        let error = PasswordChangeError.connectivity(LocalizedText(en: "Off.", es: "Sin red."))
        try await expect(error, "no_connectivity", 4, "nunca se guarda para enviarlo más tarde")
    }

    @Test(.requirement("PWCHG-12")) func otherFailuresAreToldApart() async throws {
        try await expect(.server, "server_error", 1, "Inténtalo más tarde")
    }

    private func expect(_ error: PasswordChangeError, _ code: String, _ exit: Int32, _ text: String) async throws {
        let json = try await runner(PasswordChangingSpy(failure: error)).run(["password", "--json"], on: terminal())
        #expect(json.exit.rawValue == exit)
        #expect(try json.failureCode() == code)
        let run = try await runner(PasswordChangingSpy(failure: error)).run(
            ["password", "--language", "es"], on: terminal())
        #expect(run.errors.contains(text))
        #expect(run.output.isEmpty)
    }
}

/// Has no such question.
private struct NothingProves: Reauthenticating {
    func passwordProof() async -> PasswordProof { .possible }

    func reauthenticate(password: Secret, code: Secret?) async throws(ReauthenticationError) {
        throw .unavailable(PasswordChangeError.server)
    }
}

/// Changes the password of who has proved who they are.
private struct ChangeOfTheProved: PasswordChanging {
    let change: PasswordChangingSpy
    let proving: ReauthenticatingSpy

    func changePassword(from current: Secret, to new: Secret) async throws(PasswordChangeError) {
        guard proving.isProved else { throw .notRecent }
        try await change.changePassword(from: current, to: new)
    }
}
