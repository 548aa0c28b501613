import CaptchaTesting
import ConsoleAPI
import ConsoleTesting
import KernelTesting
import Localization
import LoginAPI
import LoginPresentation
import LoginTesting
import PluginKit
import Testing

struct LogoutCommandTests {
    private func runner(_ result: Result<LogoutOutcome, LogoutError>) throws -> CommandRunner {
        let host = PluginHost()
        try host.install(
            LoginPresentationPlugin.self,
            .init(
                login: LoggingInSpy(.failure(.server)), logout: LoggingOutStub(result), captcha: CaptchaSolvingSpy()))
        return CommandRunner(host.values(of: Commands.self))
    }

    struct Answer: Decodable, Equatable {
        let logged_out: Bool
        let server_told: Bool
    }

    @Test(
        .requirement("LOGOUT-03", "LOGOUT-04"),
        arguments: [
            (LogoutOutcome.ended, Answer(logged_out: true, server_told: true), "logged out.", "cerrado la sesión."),
            (
                .endedHereOnly, Answer(logged_out: true, server_told: false), "The server could not be told",
                "No se pudo avisar al servidor"
            ),
            (
                .serverToBeTold, Answer(logged_out: true, server_told: false), "it is when it can be reached",
                "se hará cuando se pueda"
            ),
            (
                .wasNotLoggedIn, Answer(logged_out: false, server_told: false), "were not logged in",
                "No habías iniciado sesión"
            ),
        ])
    func saysWhatBecameOfTheSession(
        outcome: LogoutOutcome, answer: Answer, english: String, spanish: String
    ) async throws {
        let runner = try runner(.success(outcome))
        let json = await runner.run("logout", "--json")
        #expect(json.exit == .success)
        #expect(try json.json(Answer.self) == answer)
        #expect(await runner.run("logout", "--language", "en").output.contains(english))
        #expect(await runner.run("logout", "--language", "es").output.contains(spanish))
    }

    @Test(.requirement("LOGOUT-01")) func saysWhatIsLeft() async throws {
        let left = LocalizedText(en: "The vault is read-only.", es: "La caja fuerte es de solo lectura.")
        let runner = try runner(.failure(LogoutError(leftovers: [left])))
        let json = await runner.run("logout", "--json")
        #expect(json.exit == .failure)
        #expect(try json.failureCode() == "logout_incomplete")
        for (language, text) in [("en", left.english), ("es", left.spanish)] {
            let run = await runner.run("logout", "--language", language)
            #expect(run.exit == .failure)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(text))
        }
    }

    @Test func takesNoWordsOfItsOwn() async throws {
        #expect(try await runner(.success(.ended)).run("logout", "everywhere").exit == .usage)
    }
}
