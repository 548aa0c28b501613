import Glibc

/// The signals by which a program is asked to end: SIGTERM and SIGINT.
public enum TerminationSignal {
    private static let numbers = [SIGTERM, SIGINT]
    private static let pipe = SignalPipe()

    /// Takes over the signals from now on, so that none is lost before
    /// ``first()`` is called.
    ///
    /// Call it before telling anybody that the program runs. Until then a signal
    /// ends the program at once.
    public static func observe() {
        _ = pipe
        for number in numbers { signal(number) { TerminationSignal.pipe.note($0) } }
    }

    /// Returns at the first such signal, or when the task is cancelled.
    ///
    /// The second signal ends the program at once, as if nobody listened, so
    /// that a person can get out of a program that hangs while it stops.
    ///
    /// - Returns: The number of the signal; nil after a cancellation.
    public static func first() async -> Int32? {
        observe()
        defer { for number in numbers { signal(number, SIG_DFL) } }
        return await pipe.first { $0 }
    }
}
