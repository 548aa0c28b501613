import CaptchaAPI
import CaptchaTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import Localization
import LoginAPI
import LoginPresentation
import LoginPresentationAPI
import LoginTesting
import PluginKit
import Presenting
import SessionsTesting
import Testing

/// What is said to whom a login fails.
extension LoginCommandTests {
    @Test(
        .requirement("LOGIN-02", "LOGIN-03", "LOGIN-08", "LOGIN-14"),
        arguments: [
            (LoginError.invalidEmail, ConsoleAPI.ExitStatus.usage, "invalid_email"),
            (.emptyPassword, .usage, "empty_password"), (.invalidCredentials(), .notLoggedIn, "invalid_credentials"),
            (.emailNotVerified, .notLoggedIn, "email_not_verified"),
            (.tooManyAttempts(retryAfter: .seconds(900)), .notLoggedIn, "account_locked"),
            (.connectivity(LocalizedText(en: "off", es: "sin red")), .noConnectivity, "no_connectivity"),
            (
                .impossible(Obstacle(code: "insecure_address", LocalizedText(en: "Locked.", es: "Cerrada."))), .failure,
                "insecure_address"
            ),
            (.server, .failure, "server_error"),
            (
                .tokenStorageFailed(Obstacle(code: "no_space", LocalizedText(en: "full", es: "lleno"))), .failure,
                "token_storage_failed"
            ),
            (.cancelled, .interrupted, "cancelled"),
        ])
    func eachFailureHasItsStatusCodeAndWords(
        error: LoginError, exit: ConsoleAPI.ExitStatus, code: String
    ) async throws {
        let words = ["login", "--email", "ada@example.com", "--password-stdin"]
        let runner = try runner(LoggingInSpy(.failure(error)))
        let json = await runner.run(words + ["--json"], on: TerminalSpy(input: ["x"]))
        #expect(json.exit == exit)
        #expect(json.output.isEmpty)
        #expect(try json.failureCode() == code)
        for (language, text) in [("en", error.text.english), ("es", error.text.spanish)] {
            let run = await runner.run(words + ["--language", language], on: TerminalSpy(input: ["x"]))
            #expect(run.exit == exit)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(text))
        }
    }

    @Test(
        .requirement("VERIFY-05", "VERIFY-06"), arguments: [("en", "Confirm your email"), ("es", "Confirma primero")])
    func whoHasToConfirmFirstIsToldHow(language: String, text: String) async throws {
        let steps = [NextStep.resend: "essential verify --resend"]
        let run = try await runner(LoggingInSpy(.failure(.emailNotVerified)), offering: steps).run(
            ["login", "--email", "ada@example.com", "--password-stdin", "--language", language],
            on: TerminalSpy(input: ["x"]))
        #expect(run.errors.contains("essential verify --resend") && run.errors.contains(text))
    }

    @Test(.requirement("LOGIN-20"), arguments: [false, true])
    func pointsToRecoveryOnlyWhereThereIsSuchACommand(offersRecovery: Bool) async throws {
        for error in [LoginError.invalidCredentials(), .tooManyAttempts(retryAfter: .seconds(900))] {
            for language in ["en", "es"] {
                var steps = [NextStep.register: "essential register"]
                if offersRecovery { steps[.recover] = "essential recover" }
                let run = try await runner(LoggingInSpy(.failure(error)), offering: steps)
                    .run(
                        "login", "--email", "ada@example.com", "--password-stdin", "--language", language,
                        on: TerminalSpy(input: ["x"]))
                #expect(run.errors.contains("essential register") == (error == .invalidCredentials()))
                #expect(run.errors.contains("essential recover") == offersRecovery)
            }
        }
    }
}
