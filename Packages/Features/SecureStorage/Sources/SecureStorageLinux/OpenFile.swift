import CLinuxStorage
import Glibc

/// Owns an open file and closes it.
final class OpenFile: Sendable {
    let descriptor: Int32
    let path: String

    init(_ path: String, flags: Int32, followsLinks: Bool = false) throws(FileSystemError) {
        let all = flags | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = Self.retrying { unsafe open(path, all, 0o600) }
        guard descriptor >= 0 else { throw FileSystemError("open", path, code: errno) }
        self.descriptor = descriptor
        self.path = path
    }

    deinit { Glibc.close(descriptor) }

    func facts() throws(FileSystemError) -> FileFacts {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileSystemError("fstat", path, code: errno) }
        return FileFacts(status)
    }

    /// What the file system tells, except when the file was changed: asking for
    /// that makes the next change more expensive.
    func factsWithoutTimes() throws(FileSystemError) -> FileFacts {
        var status = stat()
        guard unsafe clinux_stat_without_times(descriptor, "", AT_EMPTY_PATH, &status) == 0 else {
            throw FileSystemError("statx", path, code: errno)
        }
        return FileFacts(status, hasTimes: false)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int = 0) throws(FileSystemError) -> Int {
        var count = 0
        while count < buffer.count {
            let chunk = Self.retrying {
                unsafe pread(
                    descriptor, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count, offset + count)
            }
            guard chunk >= 0 else { throw FileSystemError("read", path, code: errno) }
            if chunk == 0 { break }
            count += chunk
        }
        return count
    }

    func write(_ buffer: UnsafeRawBufferPointer, at offset: Int = 0) throws(FileSystemError) {
        var count = 0
        while count < buffer.count {
            let chunk = Self.retrying {
                unsafe pwrite(
                    descriptor, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count, offset + count)
            }
            guard chunk > 0 else { throw FileSystemError("write", path, code: chunk < 0 ? errno : EIO) }
            count += chunk
        }
    }

    func synchronize() throws(FileSystemError) {
        guard Self.retrying({ fsync(descriptor) }) == 0 else { throw FileSystemError("fsync", path, code: errno) }
    }

    /// Forces the contents to disk, and of the rest what is needed to read
    /// them.
    func synchronizeData() throws(FileSystemError) {
        guard Self.retrying({ fdatasync(descriptor) }) == 0 else {
            throw FileSystemError("fdatasync", path, code: errno)
        }
    }

    private static func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }
}
