import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import Localization
import PluginKit
import Presenting
import SecondFactorAPI
import SecondFactorPresentation
import SecondFactorTesting
import Testing

struct FactorsCommandsTests {
    private func runner(
        _ factors: FactorManagingFake, offering steps: [NextStep: String] = [:]
    ) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(SecondFactorPresentationPlugin.self, .init(factors: factors, proving: factors))
        return CommandRunner(try host.composed(), offering: steps)
    }

    @Test(.requirement("L10N-01")) func areDeclaredWithoutAMistake() throws {
        try runner(FactorManagingFake()).expectWellFormed()
    }

    @Test(.requirement("MFA-01")) func addingShowsACodeForTheCameraAndAsksForOneBack() async throws {
        let factors = FactorManagingFake()
        let terminal = TerminalSpy(answers: [.text("000000"), .text(FactorManagingFake.code)])
        let run = try await runner(factors).run("factors", "add", on: terminal)
        #expect(run.exit == .success)
        #expect(run.output.contains("████████") && run.output.contains("GEZD GNBV GY3T"))
        #expect(run.output.contains("otpauth://totp/"), "a program on the same device takes it")
        #expect(run.errors.contains(FactorError.wrongCode.text.english))
        #expect(run.output.contains("AAAAA-BBBB0") && run.output.contains("AAAAA-BBBB9"))
        #expect(try await factors.factors().authenticatorSince != nil)
    }

    @Test(.requirement("MFA-01")) func aScriptGetsTheAddressAndConfirmsLater() async throws {
        let factors = FactorManagingFake(), terminal = TerminalSpy(input: [])
        let run = try await runner(factors).run("factors", "add", on: terminal)
        #expect(run.exit == .success && run.output.contains(FactorManagingFake.address))
        let confirmed = try await runner(factors).run("factors", "confirm", FactorManagingFake.code, on: terminal)
        #expect(confirmed.exit == .success && confirmed.output.contains("AAAAA-BBBB0"))
    }

    @Test(.requirement("MFA-01")) func whoHasNothingToConfirmIsToldHowToBegin() async throws {
        let run = try await runner(FactorManagingFake()).run("factors", "confirm", FactorManagingFake.code)
        #expect(run.exit == .failure && run.errors.contains("essential factors add"))
    }

    @Test(.requirement("MFA-03")) func whoWasNotAuthenticatedLatelyIsAsked() async throws {
        let factors = FactorManagingFake(isOn: true, isRecent: false)
        let terminal = TerminalSpy(answers: [.text(FactorManagingFake.password), .text(FactorManagingFake.code)])
        let run = try await runner(factors).run("factors", "remove", "--yes", on: terminal)
        #expect(run.exit == .success)
        #expect(run.errors.contains("recent proof of who you are"))
        #expect(try await factors.factors().authenticatorSince == nil)
    }

    @Test(.requirement("MFA-03")) func aScriptBringsBothOrIsToldWhatIsMissing() async throws {
        let factors = FactorManagingFake(isOn: true, isRecent: false)
        let missing = try await runner(factors).run("factors", "codes", "--yes", on: TerminalSpy(input: []))
        #expect(missing.exit == .notLoggedIn && missing.errors.contains("password"))
        let terminal = TerminalSpy(input: [FactorManagingFake.password])
        let run = try await runner(factors).run(
            "factors", "codes", "--yes", "--password-stdin", "--code", FactorManagingFake.code, on: terminal)
        #expect(run.exit == .success && run.output.contains("AAAAA-BBBB0"))
    }

    @Test(.requirement("MFA-03", "D22")) func whoHasNoPasswordIsAskedForNoneAndToldToLogInAgain() async throws {
        let factors = FactorManagingFake(isRecent: false, hasPassword: false), terminal = TerminalSpy(answers: [])
        let run = try await runner(factors).run("factors", "add", on: terminal)
        #expect(run.exit == .notLoggedIn && terminal.questions.isEmpty)
        #expect(run.errors.contains("no password") && run.errors.contains("Log in once more"), "\(run.errors)")
        let listed = try await runner(factors).run("factors", on: TerminalSpy())
        #expect(!listed.output.contains("password"), "\(listed.output)")
    }

    /// A script of such a person isn't told to bring what it can't have, and what it brings isn't sent.
    @Test(.requirement("MFA-03", "D22"), arguments: [[], ["--json"], ["--password-stdin"]])
    func aScriptWithoutAPasswordIsToldToLogInAgain(options: [String]) async throws {
        let factors = FactorManagingFake(isRecent: false, hasPassword: false)
        let steps: [NextStep: String] = [.logInByBrowser: "essential login --browser", .useServerPages: "The pages."]
        let run = try await runner(factors, offering: steps).run(
            ["factors", "add"] + options, on: TerminalSpy(input: [FactorManagingFake.password]))
        #expect(run.exit == .notLoggedIn)
        #expect(!run.errors.contains("--password-stdin"), "\(run.errors)")
        if options == ["--json"] {
            #expect(try run.failureCode() == "insufficient_user_authentication")
        } else {
            #expect(run.errors.contains("login --browser") && run.errors.contains("The pages."), "\(run.errors)")
        }
    }

    @Test(.requirement("MFA-02")) func newCodesAreMadeOnlyForWhoMeansIt() async throws {
        let factors = FactorManagingFake(isOn: true), terminal = TerminalSpy(answers: [.text("n")])
        let run = try await runner(factors).run("factors", "codes", on: terminal)
        #expect(run.exit == .success && !run.output.contains("AAAAA-BBBB0") && terminal.questions.count == 1)
        let agreed = try await runner(factors).run("factors", "codes", on: TerminalSpy(answers: [.text("y")]))
        #expect(agreed.output.contains("AAAAA-BBBB0"))
    }

    @Test(.requirement("MFA-05")) func aLossIsToldAndTakenBack() async throws {
        let factors = FactorManagingFake(isOn: true, isRecent: false, isLost: true)
        let lost = try await runner(factors).run("factors", on: TerminalSpy())
        #expect(lost.output.contains("said that the second factor is lost") && lost.output.contains("factors keep"))
        #expect(try await runner(factors).run("factors", "keep", on: TerminalSpy()).exit == .success)
        #expect(try await factors.factors().endsAt == nil)
    }

    @Test(.requirement("MFA-03", "MFA-05")) func whomATypedCodeLetInIsAskedBeforeItIsKept() async throws {
        let factors = FactorManagingFake(isOn: true, isRecent: false, isLost: true, isProvedHere: false)
        let silent = try await runner(factors).run("factors", "keep", on: TerminalSpy(input: []))
        #expect(silent.exit == .notLoggedIn)
        #expect(try await factors.factors().endsAt != nil)
        let terminal = TerminalSpy(answers: [.text(FactorManagingFake.password), .text(FactorManagingFake.code)])
        #expect(try await runner(factors).run("factors", "keep", on: terminal).exit == .success)
        #expect(try await factors.factors().endsAt == nil)
    }

    @Test(
        .requirement("MFA-04", "LOGIN-20"),
        arguments: [(59, "in 1 minute."), (60, "in 1 minute."), (61, "in 2 minutes.")])
    func whoGuessedTooOftenIsToldHowLongToWait(seconds: Int, text: String) {
        let error = FactorError.tooManyAttempts(retryAfter: .seconds(seconds))
        #expect(error.text.english.hasSuffix(text), "\(error.text.english)")
        #expect(error.nextSteps == [.recover], "whoever doesn't know the password needn't wait")
    }

    @Test(.requirement("MFA-03", "MFA-05"), arguments: ["codes", "remove", "keep"])
    func nobodyProvesAnythingForAFactorThatIsOff(
        word: String
    ) async throws {
        let factors = FactorManagingFake(isRecent: false), terminal = TerminalSpy(answers: [])
        let run = try await runner(factors).run("factors", word, on: terminal)
        #expect(run.exit == .failure && terminal.questions.isEmpty)
        #expect(run.errors.contains("No second factor is on") && run.errors.contains("essential factors add"))
        #expect(try await runner(factors).run("factors", word, "--json").failureCode() == "no_factor")
    }

    @Test func theListSaysWhatIsOn() async throws {
        let on = try await runner(FactorManagingFake(isOn: true)).run("factors", on: TerminalSpy())
        #expect(on.output.contains("Recovery codes left: 10"))
        let off = try await runner(FactorManagingFake()).run("factors", on: TerminalSpy())
        #expect(off.output.contains("essential factors add"))
    }
}
