import CaptchaAPI
import CaptchaPresentationAPI
import CaptchaTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import Localization
import Locking
import Presenting
import Testing

struct AnsweringTests {
    private struct Refusal: ChallengingError {
        let code = "asked"
        let text = LocalizedText(en: "It asks.", es: "Pregunta.")
        let nature = FailureNature.credentials
        let nextSteps: [NextStep]
        let challenge: CaptchaChallenge?
    }

    private let challenge = CaptchaChallenge("proof-of-work.16.1.id.code")
    private let attempts = Locked<[Secret?]>([])

    /// Runs a command whose server asks so many times.
    private func run(
        _ captcha: CaptchaSolvingSpy, asking count: Int, _ words: String..., on terminal: TerminalSpy = TerminalSpy()
    ) async -> CommandRun {
        let text = LocalizedText(en: "It asks.", es: "Pregunta.")
        let command = Command(
            "try", summary: text, discussion: text, group: .account,
            examples: [CommandExample("essential try", text)], parameters: [StandardParameters.captcha]
        ) { [attempts, challenge] invocation, terminal throws(CommandFailure) in
            let number = try await captcha.answering(invocation, on: terminal) { answer throws(Refusal) in
                attempts.withLock { $0.append(answer) }
                let tries = attempts.current.count
                guard tries > count else { throw Refusal(nextSteps: [.logIn], challenge: challenge) }
                guard count >= 0 else { throw Refusal(nextSteps: [.logIn], challenge: nil) }
                return tries
            }
            return CommandOutput(json: ["tries": number], .line(text))
        }
        return await CommandRunner(
            [command], places: [NextStepPlace(.logIn, LocalizedText(verbatim: "essential login"))]
        ).run(["try"] + words, on: terminal)
    }

    @Test(.requirement("CAPTCHA-02")) func whatIsAskedIsAnsweredAndShown() async {
        let captcha = CaptchaSolvingSpy(), terminal = TerminalSpy()
        #expect(await run(captcha, asking: 3, on: terminal).exit == .success)
        #expect(captcha.challenges == [challenge, challenge, challenge])
        #expect(attempts.current.map { $0 == nil } == [true, false, false, false])
        #expect(attempts.current.last??.isEqual(to: Secret("solved")) == true)
        let shown: [TerminalSpy.ProgressEvent] = [
            .started("The server asks for some work first"), .updated(completed: 100, total: 100), .finished,
        ]
        #expect(terminal.progressEvents == shown + shown + shown)
    }

    @Test func anAnswerFromElsewhereComesFirst() async {
        let captcha = CaptchaSolvingSpy()
        #expect(await run(captcha, asking: 0, "--captcha", "from a browser").exit == .success)
        #expect(attempts.current.first??.isEqual(to: Secret("from a browser")) == true && captcha.challenges == [])
    }

    @Test(arguments: [("en", "It asks."), ("es", "Pregunta.")])
    func whoAsksAgainAndAgainIsGivenUp(language: String, message: String) async {
        let captcha = CaptchaSolvingSpy()
        let run = await run(captcha, asking: 9, "--language", language)
        #expect(run.exit == .notLoggedIn && captcha.challenges.count == 3)
        #expect(run.errors.contains(message) && run.errors.contains("--captcha"))
    }

    @Test(arguments: [CaptchaError.unsupported(kind: "hcaptcha"), .tooHard, .malformed])
    func whatCannotBeSolvedIsToldAsTheCommandsOwnFailure(error: CaptchaError) async {
        let run = await run(CaptchaSolvingSpy(.failure(error)), asking: 1)
        #expect(run.exit == .notLoggedIn && attempts.current.count == 1)
        #expect(run.errors.contains(error.text.english) && run.errors.contains("--captcha"))
    }

    @Test func whoCancelsIsNotToldAnythingElse() async {
        let run = await run(CaptchaSolvingSpy(.failure(.cancelled)), asking: 1, "--json")
        #expect(run.exit == .interrupted && run.errors.contains("\"code\":\"cancelled\""))
    }

    @Test func anotherRefusalIsPassedOn() async {
        let captcha = CaptchaSolvingSpy(), run = await run(captcha, asking: -1)
        #expect(run.exit == .notLoggedIn && captcha.challenges == [])
        #expect(run.errors.contains("essential login") && !run.errors.contains("--captcha"))
    }
}
