import Dispatch
import Glibc

/// The signals by which a program is asked to end: SIGTERM and SIGINT.
public enum TerminationSignal {
    private static let numbers = [SIGTERM, SIGINT]

    /// Signals arrive as bytes in a pipe (the “self-pipe trick”, Bernstein):
    /// a source of Dispatch is registered at some later time, and a signal that
    /// came before would be lost.
    private static let pipe: (reading: Int32, writing: Int32) = {
        var ends: [Int32] = [-1, -1]
        _ = Glibc.pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }()

    /// Takes over the signals from now on, so that none is lost before
    /// ``first()`` is called.
    ///
    /// Call it before telling anybody that the program runs. Until then a signal
    /// ends the program at once.
    public static func observe() {
        _ = pipe
        for number in numbers {
            signal(number) { number in
                let code = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(TerminationSignal.pipe.writing, &byte, 1)
                errno = code
            }
        }
    }

    /// Returns at the first such signal, or when the task is cancelled.
    ///
    /// The second signal ends the program at once, as if nobody listened, so
    /// that a person can get out of a program that hangs while it stops.
    ///
    /// - Returns: The number of the signal; nil after a cancellation.
    public static func first() async -> Int32? {
        observe()
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        let source = DispatchSource.makeReadSource(fileDescriptor: pipe.reading, queue: .global())
        source.setEventHandler {
            var byte: UInt8 = 0
            if read(pipe.reading, &byte, 1) == 1 { continuation.yield(Int32(byte)) }
        }
        source.resume()
        defer {
            source.cancel()
            for number in numbers { signal(number, SIG_DFL) }
        }
        return await signals.first { _ in true }
    }
}
