import FoundationEssentials
import MailedProofsServiceAPI

/// What becomes of a proof that somebody presents, decided without input or
/// output.
struct ProofState: Hashable, Sendable {
    /// How often a code may be tried.
    static let maximumAttempts = 5

    /// For how many seconds a proof may be ahead of whoever presents it.
    static let overtaking: TimeInterval = 60

    /// When the proof was made.
    let createdAt: Date
    /// How often the code was tried.
    var attempts: Int
    /// Whether the link or the code was used.
    var isUsed: Bool

    /// Why a proof proves nothing.
    enum Refusal: Hashable, Sendable {
        case unknown, expired, used

        var outcome: MailedProofOutcome {
            switch self {
            case .unknown: .unknown
            case .expired: .expired
            case .used: .used
            }
        }
    }

    /// Counts a try of the code and decides.
    ///
    /// - Parameter isRight: Whether the code is the one that was sent.
    /// - Returns: nil if it proves.
    mutating func tryCode(isRight: Bool, at now: Date, lifetime: Duration) -> Refusal? {
        // Counted on and on: SQLite writes no row that is as it was, and what
        // isn't written takes less time than an unknown address (D2).
        attempts += 1
        // Right or wrong makes no difference once the tries are used up.
        guard attempts <= Self.maximumAttempts, isRight else { return .unknown }
        return use(at: now, lifetime: lifetime)
    }

    /// Decides about the link, which nobody can guess: tries of the code don't
    /// count against it.
    ///
    /// - Returns: nil if it proves.
    mutating func use(at now: Date, lifetime: Duration) -> Refusal? {
        if isUsed { return .used }
        // One of the future was made while the clock was wrong; it would last for
        // as long as that lies ahead.
        let age = now.timeIntervalSince(createdAt)
        guard age < lifetime / .seconds(1), age > -Self.overtaking else { return .expired }
        isUsed = true
        return nil
    }
}
