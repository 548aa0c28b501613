import CoreModels

/// The wrong pass phrases since the last right one, while the program runs.
///
/// It goes by a clock that nobody can set, back or forward.
struct UnlockAttempts: Sendable {
    /// How many may be tried at once.
    private static let atOnce = 5
    /// How long the next one waits after these, and at most; each failure doubles it.
    private static let firstPause = Duration.seconds(60), longestPause = Duration.seconds(3_600)

    /// How often an authenticator may fail before only the pass phrase is asked for.
    private static let authenticatorLimit = 3

    /// How often an authenticator didn't open it.
    var authenticatorFailures = 0
    /// Whether an authenticator may still be asked.
    var asksAuthenticators: Bool { authenticatorFailures < Self.authenticatorLimit }
    private var count = 0
    private var end: BootTime?

    /// How long one has to wait; nil for not at all.
    func wait(at now: BootTime) -> Duration? {
        guard let end, let rest = now.duration(to: end), rest > .zero else { return nil }
        return rest
    }

    /// Counts an attempt as a failure before it is made.
    ///
    /// - Returns: How long it has to wait, and then it doesn't count; nil if it may
    ///   be made.
    mutating func begin(at now: BootTime) -> Duration? {
        if let wait = wait(at: now) { return wait }
        count += 1
        guard count >= Self.atOnce else { return nil }
        let doublings = min(count - Self.atOnce, 10)
        end = now.advanced(by: min(Self.firstPause * (1 << doublings), Self.longestPause))
        return nil
    }

    /// Takes back an attempt of which nobody knows whether it was wrong.
    mutating func takeBack() {
        count = max(0, count - 1)
        end = nil
    }
}
