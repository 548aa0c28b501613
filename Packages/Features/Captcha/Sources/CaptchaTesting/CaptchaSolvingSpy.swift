public import CaptchaAPI
public import CoreModels
import Locking

/// Answers challenges at once, or fails, and remembers them.
public final class CaptchaSolvingSpy: CaptchaSolving {
    private let result: Result<Secret, CaptchaError>
    private let solved = Locked<[CaptchaChallenge]>([])

    /// Creates a solver with one answer.
    public init(_ result: Result<Secret, CaptchaError> = .success(Secret("solved"))) {
        self.result = result
    }

    /// What it was asked, in order.
    public var challenges: [CaptchaChallenge] { solved.current }

    /// Answers.
    public func solve(
        _ challenge: CaptchaChallenge, progress: @escaping @Sendable (Double) -> Void
    ) async throws(CaptchaError) -> Secret {
        solved.withLock { $0.append(challenge) }
        progress(1)
        return try result.get()
    }
}
