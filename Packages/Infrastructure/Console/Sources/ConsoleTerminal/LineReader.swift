import ConsoleAPI
import CoreModels
import Glibc

/// Reads one line, a byte at a time, so that what follows it stays for others.
enum LineReader {
    /// The bytes up to the line's end, or to the end of the input.
    ///
    /// A line that is too long is read to its end all the same: what is left of
    /// a password must not reach the shell as its next command.
    static func line(from descriptor: Int32, limit: Int, _ wakeup: Wakeup) throws(TerminalError) -> LineBuffer {
        let buffer = LineBuffer(limit: limit)
        var hasInput = false
        while true {
            try waitForInput(descriptor, wakeup)
            var byte: UInt8 = 0
            let count = unsafe read(descriptor, &byte, 1)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw .system(code: errno) }
            if count == 0 {
                guard hasInput else { throw .endOfInput }
                break
            }
            if byte == UInt8(ascii: "\n") { break }
            hasInput = true
            buffer.append(byte)
        }
        buffer.finish()
        guard !buffer.isOverfull else { throw .tooLong(limit: limit) }
        return buffer
    }

    static func waitForInput(_ descriptor: Int32, _ wakeup: Wakeup) throws(TerminalError) {
        var requests = (
            pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        )
        let count = unsafe withUnsafeMutableBytes(of: &requests) { bytes in
            unsafe bytes.withMemoryRebound(to: pollfd.self) { unsafe poll($0.baseAddress, 2, -1) }
        }
        guard count >= 0 || errno == EINTR else { throw .system(code: errno) }
        if count > 0, requests.0.revents != 0 { throw .interrupted }
    }
}

/// The bytes of a line, wiped at the end of their life.
final class LineBuffer {
    private let limit: Int
    private var bytes: [UInt8] = []
    private(set) var isOverfull = false

    init(limit: Int) {
        self.limit = limit
        // Room enough from the start: an array that grows leaves copies behind.
        bytes.reserveCapacity(limit + 1)
    }

    deinit {
        unsafe bytes.withUnsafeMutableBytes { buffer in
            // explicit_bzero(3): a wipe that the optimiser may not drop.
            if let base = buffer.baseAddress { unsafe explicit_bzero(base, buffer.count) }
        }
    }

    func append(_ byte: UInt8) {
        if bytes.count <= limit { bytes.append(byte) } else { isOverfull = true }
    }

    /// Ends the line; a file from elsewhere may have a carriage return before its line feed.
    func finish() {
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        if bytes.count > limit { isOverfull = true }
    }

    func secret() throws(TerminalError) -> Secret {
        let secret = Secret(bytes)
        guard secret.withText({ $0 != nil }) else { throw .invalidText }
        return secret
    }

    func text() throws(TerminalError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidText }
        return text
    }
}
