import CTerminal
import ConsoleAPI
import Glibc
import Locking

/// The two output streams, and the progress line that stays below what they show.
final class Screen: Sendable {
    private struct State {
        var outputState = OutputState.open
        /// The progress line as it stands on screen.
        var status: String?
    }

    private let output: Int32
    private let errors: Int32
    private let state = Locked(State())

    init(output: Int32, errors: Int32) {
        self.output = output
        self.errors = errors
    }

    var outputState: OutputState { state.withLock { $0.outputState } }

    /// Writes to standard output.
    ///
    /// The lock is held meanwhile: that is what keeps two texts apart.
    func write(_ bytes: [UInt8]) {
        state.withLock { state in
            guard state.outputState == .open else { return }
            erase(state.status)
            if let code = Self.write(bytes, to: output) {
                state.outputState = code == EPIPE ? .closed : .failed(code: code)
            }
            draw(state.status)
        }
    }

    /// Writes text to standard error; where that isn't possible there is nobody to tell.
    func writeError(_ text: String) {
        state.withLock { state in
            erase(state.status)
            _ = Self.write(text, to: errors)
            draw(state.status)
        }
    }

    /// Shows a progress line in place of the one before; nil takes it away.
    func show(status: String?) {
        state.withLock { state in
            if status == nil { erase(state.status) }
            state.status = status
            draw(status)
        }
    }

    private func erase(_ status: String?) {
        if status != nil { _ = Self.write("\r\u{1B}[K", to: errors) }
    }

    private func draw(_ status: String?) {
        if let status { _ = Self.write("\r" + status + "\u{1B}[K", to: errors) }
    }

    /// Writes all of a text.
    ///
    /// - Returns: nil, or the `errno` with which it ended.
    static func write(_ text: String, to descriptor: Int32) -> Int32? {
        write(Array(text.utf8), to: descriptor)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var start = 0
        while start < bytes.count {
            let count = unsafe bytes[start...].withUnsafeBytes {
                unsafe cterminal_write(descriptor, $0.baseAddress, $0.count)
            }
            switch Int32(truncatingIfNeeded: -count) {
            case EINTR: continue
            case EAGAIN: waitUntilWritable(descriptor)
            case let code where count < 0: return code
            default: start += count
            }
        }
        return nil
    }

    /// Somebody who shares the terminal may have made it non-blocking.
    private static func waitUntilWritable(_ descriptor: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
    }
}
