/// How long to wait before connecting again: longer after each failure, and
/// not all clients at once; a value without input or output.
package struct Reconnection: Hashable, Sendable {
    /// The longest pause that isn't asked for by the server.
    static let longest = Duration.seconds(60)

    /// The pause after the first failure.
    private var shortest = Duration.seconds(1)
    private var failures = 0

    package init() {}

    /// The connection stands; a server may say how long to wait.
    package mutating func succeed(retry: Duration?) {
        failures = 0
        if let retry { shortest = min(max(retry, .milliseconds(100)), Self.longest) }
    }

    /// The connection is lost or could not be made.
    ///
    /// - Parameters:
    ///   - retryAfter: For how long the server asks to be left alone.
    ///   - jitter: From 0 to 1, at random.
    /// - Returns: How long to wait.
    package mutating func fail(retryAfter: Duration? = nil, jitter: Double) -> Duration {
        let pause = min(shortest * (1 << min(failures, 6)), Self.longest)
        failures += 1
        return max(pause, retryAfter ?? .zero) + pause * (min(max(jitter, 0), 1) / 2)
    }
}
