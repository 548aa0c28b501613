public import CaptchaAPI
public import ConsoleAPI
public import CoreModels
import Localization

extension StandardParameters {
    /// `--captcha`: an answer that somebody got elsewhere, for commands that call
    /// ``CaptchaAPI/CaptchaSolving/answering(_:on:attempt:)``.
    public static let captcha = Parameter<String?>.optional(
        "captcha", .text("ANSWER"),
        summary: LocalizedText(
            en: "The answer to a CAPTCHA that this program can't show",
            es: "La respuesta a un CAPTCHA que este programa no puede mostrar"))
}

/// What came of asking a server that may want a CAPTCHA solved first.
public enum ChallengedAttempt<Value: Sendable>: Sendable {
    /// It did what was asked.
    case done(Value)
    /// It did nothing and asks; the failure is what the command says to who
    /// doesn't answer.
    case challenged(CaptchaChallenge, CommandFailure)
}

extension CaptchaSolving {
    /// Tries something until the server doesn't ask for a CAPTCHA any more, and
    /// shows how its challenges are solved.
    ///
    /// - Parameters:
    ///   - invocation: Of a command with ``ConsoleAPI/StandardParameters/captcha``.
    ///   - attempt: Asks the server, with an answer if there is one.
    /// - Throws: What `attempt` throws; its failure of the challenge when that
    ///   can't be solved or was the fourth, `cancelled` when the task was.
    public func answering<Value>(
        _ invocation: Invocation, on terminal: any Terminal,
        attempt: (Secret?) async throws(CommandFailure) -> ChallengedAttempt<Value>
    ) async throws(CommandFailure) -> Value {
        var answer = invocation[StandardParameters.captcha].map { Secret($0) }
        for _ in 0..<maximumChallenges {
            switch try await attempt(answer) {
            case .done(let value): return value
            case .challenged(let challenge, let failure):
                answer = try await solve(challenge, orFailWith: failure, on: terminal)
            }
        }
        switch try await attempt(answer) {
        case .done(let value): return value
        case .challenged(_, let failure): throw failure.ofCaptcha(saying: failure.message)
        }
    }

    private func solve(
        _ challenge: CaptchaChallenge, orFailWith failure: CommandFailure, on terminal: any Terminal
    ) async throws(CommandFailure) -> Secret {
        let bar = terminal.progress(
            LocalizedText(en: "The server asks for some work first", es: "El servidor pide antes algo de trabajo"),
            unit: .items)
        defer { bar.finish() }
        do throws(CaptchaError) {
            return try await solve(challenge) { bar.update(completed: Int64($0 * 100), total: 100) }
        } catch {
            guard error != .cancelled else {
                throw CommandFailure(presenting: error)
            }
            throw failure.ofCaptcha(saying: error.text)
        }
    }
}

/// How many challenges are answered in a row: strangers may fail meanwhile,
/// which makes them harder.
private let maximumChallenges = 3

extension CommandFailure {
    fileprivate func ofCaptcha(saying message: LocalizedText) -> CommandFailure {
        CommandFailure(
            exit: exit, code: code, message: message,
            hint: LocalizedText(
                en: "If you have an answer from elsewhere, give it with --captcha.",
                es: "Si tienes una respuesta de otra parte, indícala con --captcha."))
    }
}
