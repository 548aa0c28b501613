import Glibc

/// The bytes of an open file, read where they are wanted.
package struct FileBytes: Sendable {
    private let descriptor: Int32
    /// How many there are.
    package let count: Int

    /// - Returns: nil for anything but a file.
    package init?(descriptor: Int32) {
        var status = stat()
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
