import FoundationEssentials

/// The wrong pass phrases since the last right one, while the program runs.
struct UnlockAttempts: Sendable {
    /// How many may be tried at once.
    private static let atOnce = 5
    /// How long the next one waits after these, and at most; each failure doubles it.
    private static let firstPause = TimeInterval(60), longestPause = TimeInterval(3_600)

    private var count = 0
    private var end = Date.distantPast

    /// How long one has to wait; nil for not at all.
    ///
    /// A clock that was set back makes nobody wait longer.
    func wait(at now: Date) -> Duration? {
        let rest = end.timeIntervalSince(now)
        return rest > 0 ? .seconds(min(rest, Self.longestPause)) : nil
    }

    /// Counts an attempt as a failure before it is made.
    ///
    /// - Returns: How long it has to wait, and then it doesn't count; nil if it may
    ///   be made.
    mutating func begin(at now: Date) -> Duration? {
        if let wait = wait(at: now) { return wait }
        count += 1
        guard count >= Self.atOnce else { return nil }
        let doublings = min(count - Self.atOnce, 10)
        end = now.addingTimeInterval(min(Self.firstPause * Double(1 << doublings), Self.longestPause))
        return nil
    }

    /// Takes back an attempt of which nobody knows whether it was wrong.
    mutating func takeBack() {
        count = max(0, count - 1)
        end = .distantPast
    }
}
