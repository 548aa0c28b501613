package import FoundationEssentials
package import SessionsServiceAPI

/// The refresh tokens of one session, each the successor of the one before,
/// and the rules for what a presented one is worth (RFC 9700, section 4.14.2).
///
/// It is a value: deciding does no input or output. Generations count from 0;
/// the latest is the only one that was never exchanged.
package struct RefreshFamily: Hashable, Sendable {
    /// What to do about a presented token.
    package enum Decision: Hashable, Sendable {
        /// Grant a new token, of the generation that is the latest now.
        case rotate
        /// Grant the successor of the presented token again.
        case repeatSuccessor
        /// Grant nothing; the session is over already.
        case refuse(RefreshRefusal)
        /// Grant nothing and end the session.
        case end(SessionEndReason)
    }

    /// When the session began.
    package let startedAt: Date
    /// The generation that was granted last.
    package private(set) var latest: Int
    /// When a token was granted last, be it again.
    package private(set) var lastGrantedAt: Date
    /// Whether the session is over.
    package private(set) var isEnded: Bool

    package init(startedAt: Date, latest: Int = 0, lastGrantedAt: Date, isEnded: Bool = false) {
        self.startedAt = startedAt
        self.latest = latest
        self.lastGrantedAt = lastGrantedAt
        self.isEnded = isEnded
    }

    /// Decides what a token of the family is worth, and takes the step.
    ///
    /// - Parameters:
    ///   - generation: The token's generation.
    ///   - usedAt: When it was exchanged; nil if it never was.
    ///   - now: The present time.
    ///   - policy: How long tokens are worth something.
    package mutating func present(
        generation: Int, usedAt: Date?, at now: Date, under policy: RefreshPolicy
    ) -> Decision {
        guard !isEnded else { return .refuse(.ended) }
        guard !isExpired(at: now, under: policy) else { return end(.expired) }
        if generation == latest {
            latest += 1
            lastGrantedAt = now
            return .rotate
        }
        // As long as nobody used the successor, its grant may have been lost
        // on the way: the one who asks again is who asked before.
        if isParentOfLatest(generation) { return repeatSuccessor(at: now) }
        // Answers may also overtake one another for a moment. A clock that was
        // set back counts as no time passed.
        if let usedAt, Self.duration(from: usedAt, to: now) < policy.grace { return repeatSuccessor(at: now) }
        return end(.reuse)
    }

    /// Whether a token's successor is the latest, which nobody used yet.
    package func isParentOfLatest(_ generation: Int) -> Bool {
        generation == latest - 1
    }

    /// Whether the session lasted, or its token lay unused, for too long.
    package func isExpired(at now: Date, under policy: RefreshPolicy) -> Bool {
        Self.duration(from: startedAt, to: now) >= policy.absolute
            || Self.duration(from: lastGrantedAt, to: now) >= policy.idle
    }

    /// Who asks again is there, so the session isn't idle.
    private mutating func repeatSuccessor(at now: Date) -> Decision {
        lastGrantedAt = now
        return .repeatSuccessor
    }

    private mutating func end(_ reason: SessionEndReason) -> Decision {
        isEnded = true
        return .end(reason)
    }

    private static func duration(from start: Date, to end: Date) -> Duration {
        .seconds(end.timeIntervalSince(start))
    }
}
