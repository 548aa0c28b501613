import ConsoleAPI
import Glibc

/// Reads keys from a terminal that gives them out one by one.
enum KeyReader {
    /// Waits for a key by which somebody goes on or leaves, as in a pager.
    ///
    /// - Returns: Whether they go on; nil for any other key.
    static func wantsMore(from descriptor: Int32, _ wakeup: Wakeup) throws(TerminalError) -> Bool? {
        try LineReader.waitForInput(descriptor, wakeup)
        var byte: UInt8 = 0
        let count = unsafe read(descriptor, &byte, 1)
        if count < 0, errno == EINTR || errno == EAGAIN { return nil }
        guard count >= 0 else { throw .system(code: errno) }
        guard count > 0 else { return false }
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: " "): return true
        case UInt8(ascii: "y"), UInt8(ascii: "Y"), UInt8(ascii: "s"), UInt8(ascii: "S"): return true
        case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "q"), UInt8(ascii: "Q"): return false
        case escape: return skipSequence(from: descriptor) ? nil : false
        // Linux hands out a NUL for a Ctrl-D that was typed while lines were
        // still read (n_tty).
        case endOfTransmission, 0: return false
        default: return nil
        }
    }

    private static let escape: UInt8 = 0x1B
    private static let endOfTransmission: UInt8 = 0x04

    /// Skips what an arrow key or the like sends behind its escape character, at
    /// once with it (ECMA-48, section 5.4).
    ///
    /// - Returns: Whether there was such a thing: else it was the key Esc.
    private static func skipSequence(from descriptor: Int32) -> Bool {
        switch waitingByte(of: descriptor) {
        case UInt8(ascii: "O"): return waitingByte(of: descriptor) != nil
        case UInt8(ascii: "["):
            while let byte = waitingByte(of: descriptor), !(0x40...0x7E).contains(byte) {}
            return true
        default: return false
        }
    }

    /// A byte that is there already.
    private static func waitingByte(of descriptor: Int32) -> UInt8? {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), byte: UInt8 = 0
        guard unsafe poll(&request, 1, 0) > 0, unsafe read(descriptor, &byte, 1) == 1 else { return nil }
        return byte
    }
}
