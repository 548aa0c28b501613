public import FoundationEssentials

/// How many attempts are allowed, and what follows when there are more.
public struct RateLimitPolicy: Hashable, Sendable {
    /// How many attempts are allowed within the window.
    public let maxAttempts: Int
    /// For how many seconds an attempt counts.
    public let window: TimeInterval
    /// For how many seconds the last allowed attempt locks; 0 for no lock: then
    /// there is room again as soon as the oldest attempt counts no more.
    public let lockout: TimeInterval
    /// Each further lock lasts twice as long, up to so many seconds.
    public let longestLockout: TimeInterval
    /// After how many attempts without a success in between none is allowed
    /// any more, until a reset; nil for no end.
    public let hardLimit: Int?

    /// Creates a policy; all locks last equally long unless told.
    public init(
        maxAttempts: Int, window: TimeInterval, lockout: TimeInterval = 0, longestLockout: TimeInterval? = nil,
        hardLimit: Int? = nil
    ) {
        self.maxAttempts = max(1, maxAttempts)
        self.window = max(1, window)
        self.lockout = max(0, lockout)
        self.longestLockout = max(longestLockout ?? lockout, self.lockout)
        self.hardLimit = hardLimit
    }

    /// How long the next lock lasts after so many.
    package func lockout(after locks: Int) -> TimeInterval {
        // Doubling 30 times outlasts any lock, and overflows nothing.
        min(longestLockout, lockout * TimeInterval(1 << min(locks, 30)))
    }
}
