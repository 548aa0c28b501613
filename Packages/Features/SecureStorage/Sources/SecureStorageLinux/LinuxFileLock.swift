import CLinuxStorage
import Glibc

/// A lock of an open file description (fcntl(2)).
///
/// Unlike the older record locks of POSIX it holds between threads as well,
/// and isn't lost when some other part of the process closes the same file.
/// Unlike flock(2) there are 2^63 of them in one file, so a lock needs neither
/// a file nor a name of its own on disk.
final class LinuxFileLock: FileLock {
    private let file: OpenFile

    /// Takes a lock, or returns nil while somebody else has it.
    init?(_ path: String, slot: Int64) throws(FileSystemError) {
        while true {
            let file = try OpenFile(path, flags: O_RDWR | O_CREAT)
            let opened = try file.factsWithoutTimes()
            guard opened.kind == .file else { throw FileSystemError("open", path, code: EINVAL) }
            guard clinux_lock_byte(file.descriptor, slot) == 0 else {
                let code = errno
                if code == EAGAIN || code == EACCES { return nil }
                throw FileSystemError("fcntl", path, code: code)
            }
            // The folder may have been moved away while the file was opened.
            var status = stat()
            if unsafe clinux_stat_without_times(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, &status) == 0 {
                let present = FileFacts(status, hasTimes: false).identity
                if present.inode == opened.identity.inode, present.device == opened.identity.device {
                    self.file = file
                    return
                }
            }
        }
    }

    func counter() throws(FileSystemError) -> UInt64? {
        var bytes: UInt64 = 0
        let count = unsafe withUnsafeMutableBytes(of: &bytes) { buffer in
            unsafe pread(file.descriptor, buffer.baseAddress, buffer.count, 0)
        }
        guard count >= 0 else { throw FileSystemError("pread", file.path, code: errno) }
        return count == 8 ? UInt64(bigEndian: bytes) : nil
    }

    func setCounter(_ value: UInt64) throws(FileSystemError) {
        let count = unsafe withUnsafeBytes(of: value.bigEndian) { buffer in
            unsafe pwrite(file.descriptor, buffer.baseAddress, buffer.count, 0)
        }
        guard count == 8 else { throw FileSystemError("pwrite", file.path, code: count < 0 ? errno : EIO) }
    }
}
