import Glibc
import KernelTesting
import Locking

/// A pseudo-terminal: what a program takes for a terminal, seen from behind.
final class PseudoTerminal: Sendable {
    /// The end at which a person would sit.
    private let outer: Int32
    /// The end that the program has.
    let inner: Int32
    let path: String
    private let seen = Locked("")

    init(columns: UInt16 = 100) throws {
        // What grantpt(3) and its kin do (pts(4)); their header hides them from Swift.
        outer = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (locked, number): (Int32, UInt32) = (0, 0)
        guard outer >= 0, ioctl(outer, Request.setLock, &locked) == 0, ioctl(outer, Request.number, &number) == 0
        else { throw POSIXError(code: errno) }
        path = "/dev/pts/\(number)"
        inner = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard inner >= 0 else { throw POSIXError(code: errno) }
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(inner, UInt(TIOCSWINSZ), &size) == 0 else { throw POSIXError(code: errno) }
    }

    deinit {
        close(outer)
        close(inner)
    }

    /// TIOCSPTLCK and TIOCGPTN of ioctl_tty(2).
    private enum Request {
        static let setLock: UInt = 0x4004_5431
        static let number: UInt = 0x8004_5430
    }

    struct POSIXError: Error { let code: Int32 }

    /// Types text; a line feed is the Enter key.
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(outer, bytes, bytes.count)
    }

    /// All that has appeared on the screen.
    var screen: String {
        drain(waitingFor: 0)
        return seen.current
    }

    /// Waits until text appears on the screen; false if nothing comes any more.
    func shows(_ text: String) async -> Bool {
        await onThread { [self] in
            while !seen.current.contains(text) {
                guard drain(waitingFor: 60_000) else { return false }
            }
            return true
        }
    }

    /// Whether what is typed shows.
    var isEchoing: Bool {
        var settings = termios()
        tcgetattr(inner, &settings)
        return settings.c_lflag & tcflag_t(ECHO) != 0
    }

    @discardableResult
    private func drain(waitingFor milliseconds: Int32) -> Bool {
        var request = pollfd(fd: outer, events: Int16(POLLIN), revents: 0)
        var wait = milliseconds
        var received = false
        while poll(&request, 1, wait) > 0 {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = read(outer, &buffer, buffer.count)
            guard count > 0 else { break }
            let text = String(decoding: buffer.prefix(count), as: UTF8.self)
            seen.withLock { $0 += text }
            received = true
            wait = 0
        }
        return received
    }
}
