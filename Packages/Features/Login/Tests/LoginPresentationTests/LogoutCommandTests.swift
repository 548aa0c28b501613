import CaptchaTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import Localization
import LoginAPI
import LoginPresentation
import LoginTesting
import PluginKit
import SessionsTesting
import Testing

struct LogoutCommandTests {
    private func runner(_ result: Result<LogoutOutcome, LogoutError>) throws -> CommandRunner {
        try runner(LoggingOutStub(result))
    }

    private func runner(_ logout: LoggingOutStub, person: User? = .sample()) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(
            LoginPresentationPlugin.self,
            .init(
                login: LoggingInSpy(.failure(.server)), logout: logout, captcha: CaptchaSolvingSpy(),
                person: { person }))
        return CommandRunner(try host.composed())
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

    @Test(
        .requirement("LOGOUT-01"),
        arguments: [(true, "You are logged out, but", "Has cerrado"), (false, "The session could not", "la sesión")])
    func saysWhatIsLeft(hasEnded: Bool, english: String, spanish: String) async throws {
        let left = LocalizedText(en: "The vault is read-only.", es: "La caja fuerte es de solo lectura.")
        let runner = try runner(.failure(LogoutError(leftovers: [left], hasEnded: hasEnded)))
        let json = await runner.run("logout", "--json")
        #expect(json.exit == .failure)
        #expect(try json.failureCode() == "logout_incomplete")
        for (language, text, state) in [("en", left.english, english), ("es", left.spanish, spanish)] {
            let run = await runner.run("logout", "--language", language)
            #expect(run.exit == .failure)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(text) && run.errors.contains(state), "\(run.errors)")
        }
    }

    @Test(.requirement("OFFLINE-10", "L10N-01"), arguments: [("en", "comments: 2"), ("es", "comentarios: 2")])
    func whatIsLostIsToldBeforeAndAfter(language: String, what: String) async throws {
        let loss = LogoutLoss(count: 2, text: LocalizedText(en: "comments: 2", es: "comentarios: 2"))
        let logout = LoggingOutStub(.success(.ended), losing: loss)
        let stays = await (try runner(logout)).run(
            "logout", "--language", language, on: TerminalSpy(answers: [.text("n")], width: 100))
        #expect(stays.exit == .interrupted && logout.people.count == 0)
        #expect(stays.errors.contains(what) && stays.errors.contains("essential queue retry"))
        let leaves = await (try runner(logout)).run(
            "logout", "--language", language, on: TerminalSpy(answers: [.text("y")], width: 100))
        #expect(leaves.exit == .success && logout.people.count == 1)
        #expect(leaves.output.contains(what), "\(leaves.output)")
    }

    @Test(.requirement("OFFLINE-10")) func aScriptThatWouldLoseSomethingHasToSayThatItWantsThat() async throws {
        let loss = LogoutLoss(count: 2, text: LocalizedText(en: "comments: 2", es: "comentarios: 2"))
        let logout = LoggingOutStub(.success(.ended), losing: loss)
        let refused = await (try runner(logout)).run("logout")
        #expect(refused.exit == .failure && logout.people.count == 0)
        for text in ["comments: 2", "You are still logged in", "essential logout --drop-waiting"] {
            #expect(refused.errors.contains(text), "\(refused.errors)")
        }
        #expect(try await runner(logout).run("logout", "--json").failureCode() == "requests_wait")
        let script = await (try runner(logout)).run("logout", "--drop-waiting", "--json")
        #expect(script.output.contains(#""removed":2"#) && logout.people.count == 1)
        let person = TerminalSpy(answers: [], width: 100)
        #expect(await (try runner(logout)).run("logout", "--drop-waiting", on: person).exit == .success)
        #expect(person.questions.isEmpty, "who says so isn't asked")
    }

    @Test(.requirement("OFFLINE-10")) func whoIsNotLoggedInIsNotToldThatTheyAre() async throws {
        let loss = LogoutLoss(count: 1, text: LocalizedText(en: "account: 1", es: "cuenta: 1"))
        let runner = try runner(LoggingOutStub(.success(.wasNotLoggedIn), losing: loss), person: nil)
        for run in [
            await runner.run("logout", on: TerminalSpy(answers: [.text("n")], width: 100)), await runner.run("logout"),
        ] {
            #expect(run.errors.contains("it waits on") && !run.errors.contains("still logged in"), "\(run.errors)")
        }
    }

    @Test func takesNoWordsOfItsOwn() async throws {
        #expect(try await runner(.success(.ended)).run("logout", "everywhere").exit == .usage)
    }
}
