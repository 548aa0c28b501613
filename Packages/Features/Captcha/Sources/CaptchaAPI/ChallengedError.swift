public import CoreModels
public import Localization
public import Presenting

extension NextStep {
    /// Give an answer to a CAPTCHA that was solved elsewhere.
    public static let answerCaptcha = NextStep("answer_captcha")
}

/// An error of something for which a server may first want a CAPTCHA solved.
public protocol ChallengingError: PresentableError {
    /// What the server asks; nil if it refuses for another reason.
    var challenge: CaptchaChallenge? { get }
}

/// Why something for which a server may want a CAPTCHA solved wasn't done.
public enum ChallengedError<Refusal: ChallengingError>: Error {
    /// The server refuses for another reason.
    case refused(Refusal)
    /// The server asks, and there is no answer, for the reason given; nil if it
    /// asked again and again.
    case unanswered(Refusal, CaptchaError?)
}

extension ChallengedError: PresentableError {
    /// What was refused.
    private var refusal: Refusal {
        switch self {
        case .refused(let refusal), .unanswered(let refusal, _): refusal
        }
    }

    private var obstacle: CaptchaError? { if case .unanswered(_, let error) = self { error } else { nil } }

    /// The code of the refusal; that of a cancelled call if it was.
    public var code: String { obstacle == .cancelled ? CaptchaError.cancelled.code : refusal.code }

    /// Why there is no answer, else what the refusal says.
    public var text: LocalizedText { obstacle?.text ?? refusal.text }

    /// The nature of the refusal, unless the call was cancelled.
    public var nature: FailureNature { obstacle == .cancelled ? .cancelled : refusal.nature }

    /// What the refusal says was kept.
    public var remark: LocalizedText? { if case .refused(let refusal) = self { refusal.remark } else { nil } }

    /// What the refusal offers; where there is no answer, to bring one.
    public var nextSteps: [NextStep] {
        switch self {
        case .refused(let refusal): refusal.nextSteps
        case .unanswered(_, .cancelled): []
        case .unanswered: [.answerCaptcha]
        }
    }

    /// The fields that the refusal is about.
    public var fields: [FieldFailure] { refusal.fields }

    /// Whether what was refused is kept on this device.
    public var isWaiting: Bool { refusal.isWaiting }
}

extension CaptchaSolving {
    /// Tries something until the server doesn't ask for a CAPTCHA any more.
    ///
    /// - Parameters:
    ///   - answer: One that somebody got elsewhere.
    ///   - attempt: Asks the server, with an answer if there is one.
    /// - Throws: ``ChallengedError``; `unanswered` when a challenge can't be solved
    ///   or was the fourth.
    public func answering<Value, Refusal: ChallengingError>(
        startingWith answer: Secret? = nil, attempt: (Secret?) async throws(Refusal) -> Value
    ) async throws(ChallengedError<Refusal>) -> Value {
        var answer = answer
        // Strangers may fail meanwhile, which makes challenges harder.
        var challengesLeft = 3
        while true {
            let refusal: Refusal
            do throws(Refusal) { return try await attempt(answer) } catch { refusal = error }
            guard let challenge = refusal.challenge else { throw .refused(refusal) }
            guard challengesLeft > 0 else { throw .unanswered(refusal, nil) }
            challengesLeft -= 1
            do throws(CaptchaError) {
                answer = try await solve(challenge) { _ in }
            } catch {
                throw .unanswered(refusal, error)
            }
        }
    }
}
