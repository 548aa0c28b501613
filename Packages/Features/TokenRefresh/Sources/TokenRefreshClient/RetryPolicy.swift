package import HTTPTransportAPI
import HTTPTypes

/// How often a refresh is tried, and how long to wait in between.
package struct RetryPolicy: Hashable, Sendable {
    /// How often the server is asked in all.
    package var tries = 3
    /// The wait after the first try; each further one is twice as long.
    package var firstPause = Duration.milliseconds(250)
    /// How long a person is kept waiting: no further try begins later.
    package var limit = Duration.seconds(15)

    package init() {}

    /// How long to wait after a try that failed; nil to give up.
    ///
    /// - Parameters:
    ///   - number: Which try it was, from 1.
    ///   - patience: How long the server asks to be left alone.
    ///   - elapsed: How long all of it has taken.
    /// - Returns: The least time to wait, and how much of it is left to chance
    ///   in addition, so that those who failed together don't come back
    ///   together.
    package func pause(
        afterTry number: Int, _ patience: Duration, elapsed: Duration
    ) -> (least: Duration, jitter: Duration)? {
        guard number < tries else { return nil }
        let backoff = firstPause * (1 << (number - 1))
        let least = max(backoff, patience)
        guard elapsed + least + backoff <= limit else { return nil }
        return (least, backoff)
    }

    /// Whether an error of the network may be gone at the next try.
    package static func isPassing(_ error: HTTPTransportError) -> Bool {
        switch error {
        case .connectivity, .timedOut: true
        default: false
        }
    }

    /// How long the server asks to be left alone by an answer that isn't its
    /// last word; nil if it doesn't want to be asked again.
    ///
    /// A server that fails may be asked at once. One that has had too many
    /// requests (429) is asked again only when it says after which time.
    package static func patience(askedBy answer: ServerAnswer) -> Duration? {
        if answer.status.isServerError { return answer.retryAfter ?? .zero }
        return answer.retryAfter
    }
}
