import CaptchaAPI
import CaptchaTesting
import ConsoleAPI
import ConsoleTesting
import KernelTesting
import Localization
import PasswordRecoveryAPI
import PasswordRecoveryPresentation
import PasswordRecoveryTesting
import PluginKit
import Presenting
import Testing

struct RecoveryCommandsTests {
    private func runner(
        _ spy: PasswordRecoveringSpy, captcha: any CaptchaSolving = CaptchaSolvingSpy()
    ) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(PasswordRecoveryPresentationPlugin.self, .init(recovery: spy, captcha: captcha))
        return CommandRunner(try host.composed(), offering: [.logIn: "essential login"])
    }

    @Test func areDeclaredWithoutAMistake() throws {
        try runner(PasswordRecoveringSpy()).expectWellFormed()
    }

    @Test(.requirement("RECOV-02", "RECOV-03"), arguments: [("en", "has an account"), ("es", "tiene una cuenta")])
    func recoverAsksForAMessageAndSaysNothingOfTheAccount(language: String, text: String) async throws {
        let spy = PasswordRecoveringSpy()
        let run = try await runner(spy).run("recover", "ana@example.com", "--language", language)
        #expect(run.exit == .success && run.output.contains(text))
        #expect(spy.calls == [.request(email: "ana@example.com")])
        let json = try await runner(PasswordRecoveringSpy()).run("recover", "ana@example.com", "--json")
        #expect(json.output == "{\"status\":\"check_mail\"}\n")
    }

    @Test("The way on has the address, so that nobody types it twice", .requirement("RECOV-15", "RECOV-17"))
    func recoverNamesTheAddressInTheNextCommand() async throws {
        let run = try await runner(PasswordRecoveringSpy()).run("recover", "ana@example.com")
        #expect(run.output.contains("essential reset --email ana@example.com"))
        let odd = try await runner(PasswordRecoveringSpy()).run("recover", "o'hara@example.com")
        #expect(odd.exit == .success && odd.output.contains("essential reset") && !odd.output.contains("--email"))
    }

    // MARK: CAPTCHA

    private static let challenge = CaptchaChallenge("proof-of-work.16.1.id.code")

    @Test(.requirement("CAPTCHA-05", "RECOV-13")) func whatTheServerAsksIsAnsweredAndShown() async throws {
        let spy = PasswordRecoveringSpy(first: [.captchaRequired(Self.challenge)])
        let captcha = CaptchaSolvingSpy(), terminal = TerminalSpy()
        let run = try await runner(spy, captcha: captcha).run(["recover", "ana@example.com"], on: terminal)
        #expect(run.exit == .success && captcha.challenges == [Self.challenge])
        #expect(
            spy.calls == [
                .request(email: "ana@example.com"), .request(email: "ana@example.com", isCaptchaAnswered: true),
            ])
        #expect(!terminal.progressEvents.isEmpty, "what takes a while is shown")
    }

    @Test(
        .requirement("CAPTCHA-05"),
        arguments: zip(
            [CaptchaError.cancelled, .unsupported(kind: "hcaptcha")], [ConsoleAPI.ExitStatus.interrupted, .failure]))
    func whatCannotBeAnsweredIsGivenUp(error: CaptchaError, exit: ConsoleAPI.ExitStatus) async throws {
        let spy = PasswordRecoveringSpy(first: [.captchaRequired(Self.challenge)])
        let run = try await runner(spy, captcha: CaptchaSolvingSpy(.failure(error))).run("recover", "ana@example.com")
        #expect(run.exit == exit && spy.calls.count == 1)
    }

    @Test func aServerThatAsksAgainAndAgainIsGivenUp() async throws {
        let captcha = CaptchaSolvingSpy()
        let run = try await runner(
            PasswordRecoveringSpy(failure: .captchaRequired(Self.challenge)), captcha: captcha
        ).run("recover", "ana@example.com", "--captcha", "from a browser")
        #expect(run.exit == .failure && captcha.challenges.count == 3)
        #expect(run.errors.contains("--captcha"))
    }

    @Test(.requirement("RECOV-15")) func resetAsksForWhatIsLeftOut() async throws {
        let spy = PasswordRecoveringSpy()
        let terminal = TerminalSpy(answers: [
            .text("1234 5678"), .text("ana@example.com"), .text("four green tea pots"), .text("four green tea pots"),
        ])
        let run = try await runner(spy).run("reset", on: terminal)
        #expect(run.exit == .success && run.output.contains("essential login"))
        #expect(terminal.questions.map(\.text) == ["Code or link", "Email", "New password", "Password again"])
        #expect(spy.calls == [.reset(proof: "1234 5678", email: "ana@example.com", passwordBytes: 19)])
    }

    @Test(.requirement("RECOV-15")) func eachFieldIsAskedForUntilItWillDo() async throws {
        let spy = PasswordRecoveringSpy()
        let asking = TerminalSpy(answers: [.text("ana"), .text("ana@example.com")])
        let recover = try await runner(spy).run("recover", on: asking)
        #expect(recover.exit == .success && recover.errors.contains("name@example.com"))
        let terminal = TerminalSpy(
            answers: [
                "123", "1234 5678", "ana", "ana@example.com", "password", "four green tea pots", "four green tea pots",
            ].map { .text($0) })
        let run = try await runner(spy).run("reset", on: terminal)
        #expect(run.exit == .success && run.errors.contains("8 digits") && run.errors.contains("most common"))
        #expect(
            terminal.questions.map(\.text) == [
                "Code or link", "Code or link", "Email", "Email", "New password", "New password", "Password again",
            ])
        #expect(
            spy.calls == [
                .request(email: "ana@example.com"),
                .reset(proof: "1234 5678", email: "ana@example.com", passwordBytes: 19),
            ])
    }

    @Test(
        .requirement("RECOV-15"),
        arguments: [
            (["123", "--email", "ana@example.com"], PasswordRecoveryError.malformedProof),
            (["12345678", "--email", "ana"], .invalidEmail),
        ])
    func nobodyTypesAPasswordForWhatCannotBeSent(words: [String], error: PasswordRecoveryError) async throws {
        let spy = PasswordRecoveringSpy()
        let terminal = TerminalSpy(answers: [.text("four green tea pots"), .text("four green tea pots")])
        let run = try await runner(spy).run(["reset"] + words, on: terminal)
        #expect(run.exit == .usage && run.errors.contains(error.text.english))
        #expect(terminal.questions.isEmpty && spy.calls.isEmpty)
    }

    @Test(.requirement("RECOV-15")) func whatTheServerAloneKnowsIsAskedForAgain() async throws {
        let leaked = PasswordRecoveryError.weakPassword([LocalizedText(en: "It leaked.", es: "Se filtró.")])
        let spy = PasswordRecoveringSpy(first: [leaked])
        let words = ["reset", "12345678", "--email", "ana@example.com"]
        let terminal = TerminalSpy(
            answers: ["four green tea pots", "four green tea pots", "nine blue tea cups", "nine blue tea cups"].map {
                .text($0)
            })
        let run = try await runner(spy).run(words, on: terminal)
        #expect(run.exit == .success && run.errors.contains("It leaked.") && spy.calls.count == 2)
        let script = try await runner(PasswordRecoveringSpy(first: [leaked])).run(
            words + ["--password-stdin"], on: TerminalSpy(input: ["four green tea pots"]))
        #expect(script.exit == .usage && script.errors.contains("It leaked."))
    }

    @Test(.requirement("RECOV-15")) func aLinkNeedsNoAddress() async throws {
        let spy = PasswordRecoveringSpy()
        let terminal = TerminalSpy(answers: [.text("four green tea pots"), .text("four green tea pots")])
        let link = "https://example.com/reset?token=" + String(repeating: "A", count: 43)
        let run = try await runner(spy).run(["reset", link, "--json"], on: terminal)
        #expect(run.output == "{\"status\":\"password_changed\"}\n")
        #expect(spy.calls == [.reset(proof: link, email: nil, passwordBytes: 19)])
    }

    @Test(
        .requirement("RECOV-08"),
        arguments: [
            (PasswordRecoveryError.invalidEmail, "invalid_email", 2, "no válido"),
            (.malformedProof, "invalid_code", 2, "8 cifras"), (.emailNeeded, "email_needed", 2, "--email"),
            (
                .weakPassword([
                    LocalizedText(en: "Short.", es: "Corta."), LocalizedText(en: "Common.", es: "Común."),
                ]), "weak_password", 2, "Corta. Común."
            ),
            (.wrongCode, "invalid_code", 1, "essential recover"),
            (.unknownLink, "link_unknown", 1, "essential recover"),
            (.foreignLink, "link_foreign", 1, "essential recover"), (.expired, "link_expired", 1, "essential recover"),
            (.used, "link_used", 1, "essential recover"),
            (.tooManyRequests(retryAfter: .seconds(90)), "too_many_requests", 1, "2 min"),
            (.connectivity(LocalizedText(en: "Off.", es: "Sin red.")), "no_connectivity", 4, "puede que ya esté hecha"),
            (.impossible(Obstacle(code: "insecure", LocalizedText(en: "No.", es: "No."))), "insecure", 1, "No."),
            (.server, "server_error", 1, "Inténtalo más tarde"), (.cancelled, "cancelled", 130, "Cancelado"),
        ])
    func eachFailureHasItsCodeStatusAndHint(
        error: PasswordRecoveryError, code: String, exit: Int32, text: String
    ) async throws {
        let json = try await runner(PasswordRecoveringSpy(failure: error)).run("recover", "ana@example.com", "--json")
        #expect(json.exit.rawValue == exit)
        #expect(try json.failureCode() == code)
        let run = try await runner(PasswordRecoveringSpy(failure: error)).run(
            "recover", "ana@example.com", "--language", "es")
        #expect(run.errors.contains(text))
        #expect(run.output.isEmpty)
    }
}
