import Dispatch
import Glibc
import Locking

/// The signals by which a program is asked to end: SIGTERM and SIGINT.
public enum TerminationSignal {
    /// Returns at the first such signal, or when the task is cancelled.
    ///
    /// The second signal ends the program at once, as if nobody listened, so
    /// that a person can get out of a program that hangs while it stops.
    ///
    /// - Returns: The number of the signal; nil after a cancellation.
    public static func first() async -> Int32? {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        let sources = [SIGTERM, SIGINT].map { number in
            // A dispatch source observes; the default action must not happen.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
        defer {
            for source in sources { source.cancel() }
            for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
        }
        return await signals.first { _ in true }
    }
}
