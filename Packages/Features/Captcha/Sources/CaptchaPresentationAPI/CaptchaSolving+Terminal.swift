public import CaptchaAPI
public import ConsoleAPI
public import CoreModels
import Localization

extension StandardParameters {
    /// `--captcha`: an answer that somebody got elsewhere, for commands that call
    /// ``CaptchaAPI/CaptchaSolving/answering(_:on:attempt:)``.
    public static let captcha = Parameter<String?>.optional(
        "captcha", .text.called(en: "ANSWER", es: "RESPUESTA"),
        summary: LocalizedText(
            en: "The answer to a CAPTCHA that this program can't show",
            es: "La respuesta a un CAPTCHA que este programa no puede mostrar"))
}

extension CaptchaSolving {
    /// Tries something until the server doesn't ask for a CAPTCHA any more, and
    /// shows how its challenges are solved.
    ///
    /// - Parameters:
    ///   - invocation: Of a command with ``ConsoleAPI/StandardParameters/captcha``.
    ///   - attempt: Asks the server, with an answer if there is one.
    /// - Throws: What `attempt` throws, and what is in the way of an answer.
    public func answering<Value, Refusal: ChallengingError>(
        _ invocation: Invocation, on terminal: any Terminal, attempt: (Secret?) async throws(Refusal) -> Value
    ) async throws(CommandFailure) -> Value {
        do throws(ChallengedError<Refusal>) {
            return try await ShownSolving(solving: self, terminal: terminal).answering(
                startingWith: invocation[StandardParameters.captcha].map { Secret($0) }, attempt: attempt)
        } catch {
            throw CommandFailure(presenting: error, places: [NextStepPlace(.answerCaptcha, elsewhere)])
        }
    }
}

private let elsewhere = LocalizedText(
    en: "If you have an answer from elsewhere, give it with --captcha.",
    es: "Si tienes una respuesta de otra parte, indícala con --captcha.")

/// Shows how likely it is that a challenge is solved by now.
private struct ShownSolving: CaptchaSolving {
    let solving: any CaptchaSolving
    let terminal: any Terminal

    func solve(
        _ challenge: CaptchaChallenge, progress: @escaping @Sendable (Double) -> Void
    ) async throws(CaptchaError) -> Secret {
        let bar = terminal.progress(
            LocalizedText(en: "The server asks for some work first", es: "El servidor pide antes algo de trabajo"),
            unit: .items)
        defer { bar.finish() }
        return try await solving.solve(challenge) { share in
            bar.update(completed: Int64(share * 100), total: 100)
            progress(share)
        }
    }
}
