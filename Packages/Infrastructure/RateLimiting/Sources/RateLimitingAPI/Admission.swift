public import FoundationEssentials

/// Whether an attempt is allowed.
public struct Admission: Hashable, Sendable {
    /// Whether it is.
    public let isAllowed: Bool
    /// How many further attempts would be allowed now.
    public let remaining: Int
    /// In how many seconds more are allowed.
    public let reset: TimeInterval
    /// Whether this attempt began a lock, unless it succeeds.
    public let beginsLockout: Bool
    /// Whether waiting doesn't help.
    public let isFinal: Bool

    package static func allowed(remaining: Int, beginsLockout: Bool, reset: TimeInterval) -> Admission {
        Admission(isAllowed: true, remaining: remaining, reset: reset, beginsLockout: beginsLockout, isFinal: false)
    }

    package static func refused(for seconds: TimeInterval, isFinal: Bool = false) -> Admission {
        Admission(isAllowed: false, remaining: 0, reset: seconds, beginsLockout: false, isFinal: isFinal)
    }
}
