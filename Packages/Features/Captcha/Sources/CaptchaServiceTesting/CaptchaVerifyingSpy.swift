public import CaptchaServiceAPI
public import CoreModels
public import HTTPServingAPI
import Locking

/// Asks for one word, and fails when told.
public final class CaptchaVerifyingSpy: CaptchaVerifying {
    private let asked = Locked<[Int]>([])
    private let failure = Locked<CaptchaServiceError?>(nil)
    private let demanded = Locked<Int?>(nil)
    private let answer: Secret

    /// Creates a verifier that takes one answer, again and again.
    public init(accepting answer: Secret = Secret("solved")) {
        self.answer = answer
    }

    /// The abuse for which it was asked a challenge, in order.
    public var abuse: [Int] { asked.current }

    /// Makes all further calls fail; nil mends it.
    public func fail(with error: CaptchaServiceError?) {
        failure.withLock { $0 = error }
    }

    /// Has everybody asked for an answer as after so many failures; nil ends it.
    public func demand(_ abuse: Int?) {
        demanded.withLock { $0 = abuse }
    }

    /// What was set.
    public func demand(from peer: IPAddress) -> Int? { demanded.current }

    /// The challenge `riddle.` with the abuse.
    public func challenge(abuse: Int) async throws(CaptchaServiceError) -> String {
        if let error = failure.current { throw error }
        asked.withLock { $0.append(abuse) }
        return "riddle.\(abuse)"
    }

    /// Compares.
    public func accepts(
        _ answer: Secret, abuse: Int, from peer: IPAddress
    ) async throws(CaptchaServiceError) -> Bool {
        if let error = failure.current { throw error }
        return answer.isEqual(to: self.answer)
    }
}
