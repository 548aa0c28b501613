public import CoreModels
public import Localization
public import Presenting

/// Does what a server asks of those who might be machines.
public protocol CaptchaSolving: Sendable {
    /// Solves a challenge, which takes this device a moment; cancelling the task
    /// ends it at once. Threads may share it.
    ///
    /// - Parameter progress: Hears how likely it was to be done by now, from 0
    ///   to 1; called on any thread, and often. Luck decides when it ends.
    /// - Returns: The answer, to be sent with what was asked for. It counts once.
    func solve(
        _ challenge: CaptchaChallenge, progress: @escaping @Sendable (Double) -> Void
    ) async throws(CaptchaError) -> Secret
}

/// What a server asks, as it was sent.
public struct CaptchaChallenge: Hashable, Sendable {
    /// The challenge: words with dots between them, the first of which names
    /// its kind.
    public let text: String

    /// Takes a challenge as it was sent.
    public init(_ text: String) {
        self.text = text
    }

    /// Who makes challenges of this kind, such as `proof-of-work` or `hcaptcha`.
    public var kind: String { String(text.prefix { $0 != "." }) }
}

/// Why a challenge could not be solved.
public enum CaptchaError: Error, Hashable, Sendable {
    /// It is of a kind that takes a person and a browser.
    case unsupported(kind: String)
    /// It would take this device far too long.
    case tooHard
    /// It can't be understood.
    case malformed
    /// The task was cancelled.
    case cancelled

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .unsupported(let kind):
            LocalizedText(
                en: "The server asks for a CAPTCHA of \(kind), which this program can't show. Try again later.",
                es: "El servidor pide un CAPTCHA de \(kind), que este programa no puede mostrar. Inténtalo más tarde.")
        case .tooHard:
            LocalizedText(
                en: "There were so many failures that the server asks for too much work. Try again later.",
                es: "Hubo tantos fallos que el servidor pide demasiado trabajo. Inténtalo más tarde.")
        case .malformed:
            LocalizedText(
                en: "What the server asks can't be understood. Try again later.",
                es: "No se entiende lo que pide el servidor. Inténtalo más tarde.")
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }
}

extension CaptchaError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .unsupported: "captcha_unsupported"
        case .tooHard: "captcha_too_hard"
        case .malformed: "captcha_malformed"
        case .cancelled: "cancelled"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature { self == .cancelled ? .cancelled : .refused }
}
