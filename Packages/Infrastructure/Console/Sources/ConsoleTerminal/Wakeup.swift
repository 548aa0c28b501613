import CTerminal
import ConsoleAPI
import Glibc

/// A pipe by which a task that is cancelled wakes the thread that reads for it.
final class Wakeup: Sendable {
    /// Readable once ``wake()`` was called.
    let descriptor: Int32
    private let writing: Int32

    init() throws(TerminalError) {
        var ends: (reading: Int32, writing: Int32) = (-1, -1)
        let code = unsafe cterminal_pipe(&ends.reading, &ends.writing)
        guard code == 0 else { throw .system(code: code) }
        descriptor = ends.reading
        writing = ends.writing
    }

    deinit {
        close(descriptor)
        close(writing)
    }

    func wake() {
        var byte: UInt8 = 0
        _ = unsafe write(writing, &byte, 1)
    }
}
