import Dispatch
import Glibc

/// Signals as bytes in a pipe (the “self-pipe trick”, Bernstein): a source of
/// Dispatch is registered at some later time, and a signal that came before
/// would be lost.
struct SignalPipe: Sendable {
    private let reading: Int32
    private let writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (reading, writing) = (ends[0], ends[1])
    }

    /// Notes a signal; a handler may call it (signal-safety(7)).
    func note(_ number: Int32) {
        let code = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(writing, &byte, 1)
        errno = code
    }

    /// Asks about those that were noted, as they come, until there is an answer
    /// or the task is cancelled.
    func first<Answer>(_ answer: (Int32) async -> Answer?) async -> Answer? {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        let source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: .global())
        source.setEventHandler { [reading] in
            var byte: UInt8 = 0
            if unsafe read(reading, &byte, 1) == 1 { continuation.yield(Int32(byte)) }
        }
        source.resume()
        defer { source.cancel() }
        for await signal in signals {
            if let found = await answer(signal) { return found }
        }
        return nil
    }
}
