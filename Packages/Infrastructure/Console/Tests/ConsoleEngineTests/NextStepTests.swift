import ConsoleAPI
import ConsoleTesting
import Localization
import PluginKit
import Presenting
import Testing

/// How failures of APIs are presented, and what they offer to do next.
struct NextStepTests {
    private struct Failure: PresentableError {
        let code = "sample_failed"
        let text = LocalizedText(en: "It failed.", es: "Falló.")
        let nature: FailureNature
        var remark: LocalizedText?
        var nextSteps: [NextStep] = []
        var fields: [FieldFailure] = []
    }

    private enum Offers: Plugin {
        static let manifest = PluginManifest(id: "offers", summary: LocalizedText(en: "Offers", es: "Ofertas"))

        static func assemble(_ failure: CommandFailure) -> Assembly<Void> {
            var contributions = Contributions()
            contributions.add(
                Command("fail", summary: LocalizedText(en: "Fail", es: "Falla")) { _, _ throws(CommandFailure) in
                    throw failure
                },
                Command("work", summary: LocalizedText(en: "Work", es: "Trabaja")) { _, _ throws(CommandFailure) in
                    CommandOutput(
                        json: ["done": true], text: [.line(LocalizedText(en: "Done.", es: "Hecho."))],
                        nextSteps: [.verify, .logIn])
                }, to: Commands.self)
            contributions.add(
                NextStepPlace(
                    .logIn, LocalizedText(en: "Log in with: essential login", es: "Entra con: essential login")),
                to: NextStepPlaces.self)
            return Assembly(contributions: contributions)
        }
    }

    @Test func whatCanBeDoneAfterASuccessIsSaidWhereItIsOffered() async throws {
        var host = PluginHost()
        try host.install(Offers.self, CommandFailure.usage(LocalizedText(verbatim: "no")))
        let runner = CommandRunner(try host.composed())
        #expect(await runner.run("work").output == "Done.\nLog in with: essential login\n")
        #expect(await runner.run("work", "--json").output == "{\"done\":true}\n")
    }

    private static let profile = Parameter<String?>.optional(
        "profile", .name, environment: "ESSENTIAL_PROFILE", summary: LocalizedText(en: "Whose", es: "De quién"))

    @Test(arguments: [
        (["--profile", "work"], "essential --profile work login"),
        (["--profile=a b"], "essential --profile 'a b' login"),
        ([], "essential login"),
    ]) func whatIsProposedIsAboutTheSameAsTheCall(words: [String], line: String) async throws {
        var host = PluginHost()
        try host.install(
            Offers.self,
            CommandFailure(code: "failed", message: LocalizedText(en: "No.", es: "No."), nextSteps: [.logIn]))
        let composition = try host.composed()
        let asked = Command("ask", summary: LocalizedText(en: "Ask", es: "Pregunta")) { invocation, _ in
            CommandOutput(.line(LocalizedText(verbatim: invocation.line("essential login"))))
        }
        let runner = CommandRunner(
            composition.values(of: Commands.self) + [asked],
            program: ProgramDescription(
                name: "essential", version: "0.0.0", summary: LocalizedText(en: "A test", es: "Una prueba"),
                parameters: [Self.profile], context: [Self.profile]),
            places: composition.values(of: NextStepPlaces.self), environment: ["ESSENTIAL_PROFILE": "lasting"])
        #expect(await runner.run(["work"] + words).output == "Done.\nLog in with: \(line)\n")
        #expect(await runner.run(["fail"] + words).errors.contains("Log in with: \(line)"))
        #expect(await runner.run(["ask"] + words).output == line + "\n")
    }

    private func run(_ failure: CommandFailure, _ words: String...) async throws -> CommandRun {
        var host = PluginHost()
        try host.install(Offers.self, failure)
        return await CommandRunner(try host.composed(), offering: [.recover: "Recover with: essential recover"])
            .run(["fail"] + words)
    }

    @Test func stepsAreOfferedInTheirOrderAndOnlyWhereSomebodyTakesThem() async throws {
        let failure = CommandFailure(
            presenting: Failure(nature: .credentials, nextSteps: [.verify, .recover, .logIn]))
        let run = try await run(failure)
        #expect(run.exit == .notLoggedIn)
        #expect(
            run.errors == """
                essential: It failed.
                  Recover with: essential recover. Log in with: essential login

                """)
    }

    @Test func whatWasKeptStandsBeforeTheSteps() async throws {
        let failure = Failure(
            nature: .refused, remark: LocalizedText(en: "Nothing was changed.", es: "No se cambió nada."),
            nextSteps: [.logIn])
        let run = try await run(CommandFailure(presenting: failure), "--language", "es")
        #expect(run.errors.contains("No se cambió nada. Entra con: essential login"))
    }

    @Test func theWordsOfTheFailureItselfCountFirst() async throws {
        let again = NextStepPlace(.logIn, LocalizedText(verbatim: "Again: essential fail"))
        let run = try await run(
            CommandFailure(presenting: Failure(nature: .fault, nextSteps: [.logIn]), places: [again]))
        #expect(run.errors.contains("Again: essential fail") && !run.errors.contains("essential login"))
    }

    @Test func whatNobodyTakesIsNotOffered() async throws {
        let run = try await run(CommandFailure(presenting: Failure(nature: .fault, nextSteps: [.verify])))
        #expect(run.errors == "essential: It failed.\n")
    }

    @Test(arguments: [
        (FailureNature.input, ExitStatus.usage), (.credentials, .notLoggedIn), (.connectivity, .noConnectivity),
        (.refused, .failure), (.fault, .failure), (.cancelled, .interrupted),
    ])
    func eachNatureHasItsStatus(nature: FailureNature, exit: ConsoleAPI.ExitStatus) async throws {
        #expect(try await run(CommandFailure(presenting: Failure(nature: nature))).exit == exit)
    }

    @Test func aProgramReadsTheFields() async throws {
        let field = FieldFailure(pointer: "/email", text: LocalizedText(en: "Too long.", es: "Demasiado largo."))
        let run = try await run(CommandFailure(presenting: Failure(nature: .input, fields: [field])), "--json")
        #expect(run.errors.contains(#"{"message":"Too long.","pointer":"/email"}"#))
        #expect(try run.failureCode() == "sample_failed")
    }
}
