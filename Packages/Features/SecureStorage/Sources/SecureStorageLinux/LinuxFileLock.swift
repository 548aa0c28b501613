import CLinuxStorage
import Glibc
import Locking

/// A lock of an open file description (fcntl(2)).
///
/// Unlike the older record locks of POSIX it holds between threads as well,
/// and isn't lost when some other part of the process closes the same file.
/// Unlike flock(2) there are 2^63 of them in one file, so a lock needs neither
/// a file nor a name of its own on disk.
final class LinuxFileLock: FileLock {
    private let file: OpenFile
    private let slot: Int64
    private let idle: IdleLockFile

    /// Takes a lock, or returns nil while somebody else has it.
    init?(_ path: String, slot: Int64, _ idle: IdleLockFile) throws(FileSystemError) {
        while true {
            let file = if let file = idle.take(path) { file } else { try OpenFile(path, flags: O_RDWR | O_CREAT) }
            guard clinux_lock_byte(file.descriptor, slot, Int16(F_WRLCK)) == 0 else {
                let code = errno
                if code == EAGAIN || code == EACCES { return nil }
                throw FileSystemError("fcntl", path, code: code)
            }
            let locked = try file.factsWithoutTimes()
            guard locked.kind == .file else { throw FileSystemError("open", path, code: EINVAL) }
            // The folder may have been moved away since the file was opened.
            var status = stat()
            if unsafe clinux_stat_without_times(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, &status) == 0,
                FileFacts(status, hasTimes: false).identity == locked.identity
            {
                self.file = file
                self.slot = slot
                self.idle = idle
                return
            }
        }
    }

    deinit {
        if clinux_lock_byte(file.descriptor, slot, Int16(F_UNLCK)) == 0 { idle.keep(file) }
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

/// The file of locks while nobody holds one by it: it stays open, since opening
/// and closing it takes longer than taking a lock and giving it up.
final class IdleLockFile: Sendable {
    private let file = Locked<OpenFile?>(nil)

    /// The file, which is the caller's alone from then on.
    func take(_ path: String) -> OpenFile? {
        let file = file.withLock { file in
            defer { file = nil }
            return file
        }
        return file?.path == path ? file : nil
    }

    func keep(_ file: OpenFile) {
        self.file.withLock { $0 = file }
    }
}
