package import SecurityMetricsServiceAPI

/// How soon, how many and in which form events are handed over again after failures.
///
/// A restart forgets it: whoever starts a server anew may have mended something.
package struct ForwardingPace: Sendable {
    /// The pause after the first failure; it doubles from one to the next.
    package static let first = Duration.seconds(5)
    /// The longest pause, so that a receiver that is back gets what it missed soon.
    package static let longest = Duration.seconds(300)
    /// The longest pause that a receiver can ask for.
    package static let longestAsked = Duration.seconds(3_600)

    /// How many events are handed over together at most.
    package private(set) var limit: Int
    /// Whether the next events come without what strangers wrote.
    package private(set) var isWithoutStrangersWords = false
    private let largest: Int
    private var failures = 0

    /// - Parameter largest: How many events the forwarder takes.
    package init(largest: Int) {
        self.largest = max(1, largest)
        limit = self.largest
    }

    /// Takes note that the receiver has what it was handed.
    package mutating func succeed() {
        failures = 0
        isWithoutStrangersWords = false
        limit = min(largest, limit * 2)
    }

    /// Takes note of a failure.
    ///
    /// - Parameters:
    ///   - error: nil where it isn't the receiver's.
    ///   - spread: From 0 to 1: a fifth less or more, so that servers that failed together don't
    ///     come back together.
    /// - Returns: How long to wait.
    package mutating func fail(_ error: ForwardingError?, spread: Double) -> Duration {
        var asked = Duration.zero
        switch error {
        case .refused: if limit > 1 { limit = 1 } else { isWithoutStrangersWords = true }
        case .unavailable(_, let retryAfter): asked = min(retryAfter ?? .zero, Self.longestAsked)
        case nil: break
        }
        let pause = min(Self.first * (1 << min(failures, 20)), Self.longest) * (0.8 + 0.4 * spread)
        failures += 1
        return max(pause, asked)
    }
}
