import FoundationEssentials

/// When a letter that could not be delivered is tried again.
enum DeliverySchedule {
    /// How often a letter is tried: for about a day.
    static let maximumAttempts = 30
    /// The time before the second try, in seconds; it doubles from try to try.
    static let firstDelay: TimeInterval = 30
    /// The longest time between two tries, in seconds.
    static let longestDelay: TimeInterval = 3_600
    /// After what time to look for letters that others put back.
    static let longestPause: TimeInterval = 60
    /// For how long letters that could not be delivered are kept.
    static let retention: TimeInterval = 30 * 86_400

    /// The time until the next try.
    ///
    /// - Parameters:
    ///   - attempts: How many tries there were.
    ///   - spread: From 0 to 1: a fifth less or more, so that many letters that
    ///     failed together don't come back together.
    static func delay(after attempts: Int, spread: Double) -> TimeInterval {
        let doublings = Double(min(max(attempts - 1, 0), 20))
        return min(firstDelay * pow(2, doublings), longestDelay) * (0.8 + 0.4 * spread)
    }

    private static func pow(_ base: Double, _ exponent: Double) -> Double {
        (0..<Int(exponent)).reduce(1) { result, _ in result * base }
    }
}
