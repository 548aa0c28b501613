package import FoundationEssentials
package import RateLimitingAPI

/// What is remembered of the attempts of one identifier, and decides on the
/// next one.
package struct AttemptHistory: Hashable, Sendable {
    /// When the attempts happened that may still count, the oldest first.
    package private(set) var attempts: [Date]
    /// When the lock ends, if there is one.
    package private(set) var lockedUntil: Date?
    /// How many locks there were since the last success.
    package private(set) var lockouts: Int
    /// How many attempts there were since the last success.
    package private(set) var failures: Int

    /// Creates a history; an empty one unless told.
    package init(attempts: [Date] = [], lockedUntil: Date? = nil, lockouts: Int = 0, failures: Int = 0) {
        self.attempts = attempts
        self.lockedUntil = lockedUntil
        self.lockouts = lockouts
        self.failures = failures
    }

    /// Whether there is nothing to remember.
    package var isEmpty: Bool { self == AttemptHistory() }

    /// Allows an attempt and takes note of it, or refuses it.
    package mutating func admit(at now: Date, by policy: RateLimitPolicy) -> Admission {
        settle(at: now, by: policy)
        if let limit = policy.hardLimit, failures >= limit {
            return .refused(for: policy.longestLockout, isFinal: true)
        }
        if let wait = remainingLockout(at: now) { return .refused(for: wait) }
        if attempts.count >= policy.maxAttempts { return .refused(for: timeToRoom(at: now, by: policy)) }
        return .allowed(
            remaining: policy.maxAttempts - attempts.count - 1, beginsLockout: fail(at: now, by: policy),
            reset: timeToRoom(at: now, by: policy))
    }

    /// Takes note of a failure that was not asked for before.
    ///
    /// - Returns: Whether it began a lock.
    package mutating func recordFailure(at now: Date, by policy: RateLimitPolicy) -> Bool {
        settle(at: now, by: policy)
        guard remainingLockout(at: now) == nil, attempts.count < policy.maxAttempts else { return false }
        return fail(at: now, by: policy)
    }

    /// Forgets everything, as after a success.
    package mutating func clear() {
        self = AttemptHistory()
    }

    /// Takes back the latest attempt, which came to no verdict, and the lock
    /// that it began.
    package mutating func withdraw(by policy: RateLimitPolicy) {
        guard attempts.popLast() != nil else { return }
        failures = max(0, failures - 1)
        guard lockedUntil != nil, attempts.count < policy.maxAttempts else { return }
        lockedUntil = nil
        lockouts = max(0, lockouts - 1)
    }

    /// How many seconds the lock still lasts; nil if there is none.
    package func remainingLockout(at now: Date) -> TimeInterval? {
        lockedUntil.map { $0.timeIntervalSince(now) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// How many attempts count at a time.
    package func count(at now: Date, by policy: RateLimitPolicy) -> Int {
        var settled = self
        settled.settle(at: now, by: policy)
        return settled.attempts.count
    }

    /// Forgets what counts no more.
    private mutating func settle(at now: Date, by policy: RateLimitPolicy) {
        if let end = lockedUntil {
            // A clock that was set back must not lock for longer than a lock
            // can last.
            let latest = now.addingTimeInterval(policy.longestLockout)
            if end > latest { lockedUntil = latest }
            guard end <= now else { return }
            lockedUntil = nil
            attempts = []
        }
        // One that lies ahead was counted by a call that overtook this one, or by
        // a clock that was set back since. If it didn't count, guesses side by
        // side would be a way around the limit.
        attempts = attempts.map { min($0, now) }.filter { now.timeIntervalSince($0) < policy.window }
    }

    private mutating func fail(at now: Date, by policy: RateLimitPolicy) -> Bool {
        attempts.append(now)
        failures += 1
        guard policy.lockout > 0, attempts.count >= policy.maxAttempts else { return false }
        lockedUntil = now.addingTimeInterval(policy.lockout(after: lockouts))
        lockouts += 1
        return true
    }

    /// In how many seconds the oldest attempt counts no more, or the lock ends.
    private func timeToRoom(at now: Date, by policy: RateLimitPolicy) -> TimeInterval {
        remainingLockout(at: now) ?? attempts.first.map { policy.window - now.timeIntervalSince($0) } ?? policy.window
    }
}
