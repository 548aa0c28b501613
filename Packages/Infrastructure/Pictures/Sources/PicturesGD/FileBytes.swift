import Glibc
import Locking

/// The bytes of an open file, read where they are wanted.
package struct FileBytes: Sendable {
    private let descriptor: Int32
    private let failure = Locked<Int32>(0)
    /// How many there are.
    package let count: Int

    /// The error number of a read that failed, and didn't only come to the end; 0
    /// if none did.
    var errorNumber: Int32 { failure.current }

    /// - Returns: nil for anything but a file; `errno` is 0 unless the disk didn't
    ///   say what it is.
    package init?(descriptor: Int32) {
        var status = stat()
        errno = 0
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.descriptor = descriptor
        count = Int(status.st_size)
    }

    /// Reads bytes; nil unless all of them are there.
    func read(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, count, off_t(offset))
        }
        if read < 0 { failure.withLock { $0 = errno } }
        return read == count ? bytes : nil
    }
}

extension [UInt8] {
    /// A number of up to four bytes, the highest first; nil beyond the end.
    func bigEndian(at offset: Int, count: Int) -> Int? {
        guard offset >= 0, offset + count <= self.count else { return nil }
        return self[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// A number of up to four bytes, the lowest first; nil beyond the end.
    func littleEndian(at offset: Int, count: Int) -> Int? {
        guard offset >= 0, offset + count <= self.count else { return nil }
        return self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
