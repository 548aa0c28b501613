import Glibc

/// A pipe of which a test holds both ends.
final class TestPipe: Sendable {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw PseudoTerminal.POSIXError(code: errno) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    func fill(_ bytes: [UInt8]) {
        _ = write(writing, bytes, bytes.count)
    }

    /// What is in the pipe at the moment.
    func contents() -> String {
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(reading, &buffer, buffer.count)
            guard count > 0 else { break }
            all += buffer.prefix(count)
        }
        return String(decoding: all, as: UTF8.self)
    }
}
