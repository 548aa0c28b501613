import Glibc
import Locking

/// A file or stream that takes whole lines, each with one write(2).
///
/// A destination that takes nothing (a pipe that nobody reads, a full disk)
/// holds up a line for at most ``patience``, and the next ones not at all: they
/// are counted and dropped until it takes lines again.
package final class LogOutput: Sendable {
    /// Where lines go.
    package enum Target: Sendable {
        /// A stream that is open, such as standard error.
        case descriptor(Int32)
        /// A file, created with mode 0600 if need be, and only ever appended to.
        case file(path: String)
    }

    /// Why a log file can't be used.
    package struct OpeningError: Error, CustomStringConvertible {
        package let path: String
        package let code: Int32
        package var description: String { "The log file \(path) can't be opened: \(errorText(code))" }
    }

    private struct State {
        var descriptor: Int32?
        var lost = 0
        /// Whether the last line that was written lacks its end.
        var isTorn = false
        var isStalled = false
        /// Whether it is a file on a disk, which is always ready and raises no
        /// signal.
        var isRegularFile = false
    }

    private static let patience: Int32 = 50

    private let target: Target
    private let state = Locked(State())

    package init(_ target: Target) {
        self.target = target
    }

    deinit { close() }

    /// Opens the target; lines that come before open it too.
    package func open() throws(OpeningError) {
        let code = state.withLock { state in Self.open(target, &state) }
        if case .file(let path) = target, let code { throw OpeningError(path: path, code: code) }
    }

    /// Closes a file; the next line opens it again.
    package func close() {
        state.withLock { state in
            if case .file = target, let descriptor = state.descriptor { Glibc.close(descriptor) }
            state.descriptor = nil
        }
    }

    /// Writes lines, or counts them as lost.
    ///
    /// - Parameters:
    ///   - text: The lines; more than ``LogLineFormat/maximumBytes`` may be torn.
    ///   - lines: How many they are.
    ///   - report: Makes a line that tells how many were lost, to stand before these.
    package func write(_ text: [UInt8], lines: Int, reportingLost report: (Int) -> [UInt8]) {
        state.withLock { state in
            guard Self.open(target, &state) == nil, let descriptor = state.descriptor else {
                state.lost += lines
                return
            }
            if state.lost > 0 {
                guard Self.write(report(state.lost), to: descriptor, &state) else {
                    state.lost += lines
                    return
                }
                state.lost = 0
            }
            if !Self.write(text, to: descriptor, &state) { state.lost += lines }
        }
    }

    /// Opens the target if it isn't open; nil, or the `errno`.
    private static func open(_ target: Target, _ state: inout State) -> Int32? {
        guard state.descriptor == nil else { return nil }
        switch target {
        case .descriptor(let descriptor): state.descriptor = descriptor
        case .file(let path):
            // O_NONBLOCK: a FIFO that nobody reads is an error, not a wait. It
            // means nothing to a regular file.
            let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
            let descriptor = unsafe Glibc.open(path, flags, 0o600)
            guard descriptor >= 0 else { return errno }
            state.descriptor = descriptor
        }
        var status = stat()
        state.isRegularFile =
            state.descriptor.map { unsafe fstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
        return nil
    }

    private static func write(_ lines: [UInt8], to descriptor: Int32, _ state: inout State) -> Bool {
        guard state.isRegularFile || isReady(descriptor, patience: state.isStalled ? 0 : patience) else {
            state.isStalled = true
            return false
        }
        let text = state.isTorn ? [UInt8(ascii: "\n")] + lines : lines
        let isRegularFile = state.isRegularFile
        let (start, end) = unsafe text.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
                let count =
                    unsafe isRegularFile
                    ? Glibc.write(descriptor, rest.baseAddress, rest.count)
                    : PipeSafeWriting.write(rest, to: descriptor)
                if count == -EINTR || (count == -1 && isRegularFile && errno == EINTR) { continue }
                guard count > 0 else { break }
                start += count
            }
            return (start, bytes.count)
        }
        if start > 0 { state.isTorn = start < end }
        state.isStalled = start == 0
        return start == end
    }

    /// Whether a line can be written without a wait.
    private static func isReady(_ descriptor: Int32, patience: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        var count = unsafe poll(&request, 1, patience)
        while count < 0, errno == EINTR { count = unsafe poll(&request, 1, patience) }
        return count > 0 && request.revents & Int16(POLLOUT) != 0
    }
}

private func errorText(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
