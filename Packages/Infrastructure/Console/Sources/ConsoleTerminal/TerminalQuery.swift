import ConsoleAPI
import Glibc

/// A question that the terminal answers, and not the person.
struct TerminalQuery: Sendable {
    /// The terminal.
    let path: String
    /// How long it may take to answer.
    let patience: Duration

    /// Asks, and returns what has come when it is complete, when the time is up
    /// or when the task is cancelled.
    ///
    /// Nothing is asked while somebody types, since the answer couldn't be told
    /// from that, nor in the background, where the terminal is somebody else's.
    func ask(_ question: String, isComplete: @escaping @Sendable ([UInt8]) -> Bool) async -> [UInt8] {
        let answer = try? await Question.ask { wakeup throws(TerminalError) in
            let terminal = try OpenTerminal(path: path)
            let foreground = tcgetpgrp(terminal.descriptor)
            guard foreground < 0 || foreground == getpgrp() else { return [UInt8]() }
            let hidden = try HiddenInput(of: terminal.descriptor, byLine: false)
            defer { hidden.end() }
            guard Self.wait(for: terminal.descriptor, wakeup, .zero) == false else { return [] }
            _ = Screen.write(question, to: terminal.descriptor)
            let end = ContinuousClock.now + patience
            var bytes: [UInt8] = []
            while !isComplete(bytes), bytes.count < Self.limit {
                let left = ContinuousClock.now.duration(to: end)
                guard left > .zero, Self.wait(for: terminal.descriptor, wakeup, left) == true else { break }
                var buffer = [UInt8](repeating: 0, count: 256)
                let count = unsafe read(terminal.descriptor, &buffer, buffer.count)
                guard count > 0 else { break }
                bytes += buffer.prefix(count)
            }
            return bytes
        }
        return answer ?? []
    }

    /// No answer is as long.
    private static let limit = 4_096

    /// Whether there is something to read; nil when nobody waits any more.
    private static func wait(for descriptor: Int32, _ wakeup: Wakeup, _ time: Duration) -> Bool? {
        var requests = (
            pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        )
        let (seconds, attoseconds) = time.components
        let milliseconds = Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
        let count = unsafe withUnsafeMutableBytes(of: &requests) { bytes in
            unsafe bytes.withMemoryRebound(to: pollfd.self) { unsafe poll($0.baseAddress, 2, milliseconds) }
        }
        if count < 0 { return errno == EINTR ? false : nil }
        return requests.0.revents != 0 ? nil : requests.1.revents != 0
    }
}
