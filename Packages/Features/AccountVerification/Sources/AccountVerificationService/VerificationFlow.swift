import FoundationEssentials

/// What becomes of a code that somebody types, decided without input or output.
struct VerificationFlow: Hashable, Sendable {
    /// How often a code may be tried.
    static let maximumAttempts = 5

    /// When the code was made.
    let createdAt: Date
    /// How often it was tried.
    var attempts: Int
    /// Whether it was used.
    var isUsed: Bool

    /// What becomes of a try.
    enum Outcome: String, Hashable, Sendable {
        case confirmed
        case wrong
        case expired
        case used
    }

    /// Counts a try and decides.
    ///
    /// - Parameters:
    ///   - isRight: Whether the code is the one that was sent.
    ///   - lifetime: For how long a code counts.
    mutating func attempt(isRight: Bool, at now: Date, lifetime: TimeInterval) -> Outcome {
        // Right or wrong makes no difference once the tries are used up.
        guard attempts < Self.maximumAttempts else { return .wrong }
        attempts += 1
        guard isRight else { return .wrong }
        if isUsed { return .used }
        guard now.timeIntervalSince(createdAt) < lifetime else { return .expired }
        isUsed = true
        return .confirmed
    }
}
