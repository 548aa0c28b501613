import FoundationEssentials
import Glibc

/// Tells who holds the lock on a file, from the kernel's list of locks
/// (proc_locks(5)).
enum LockHolder {
    /// The process that has a file locked by flock(2).
    ///
    /// - Returns: nil where the system doesn't tell, as for a process of another
    ///   container, or on a file system that has other numbers there.
    static func process(holding descriptor: Int32) -> Int32? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        // While others lock and unlock, one that is in it may be missed between two pages.
        for _ in 0..<10 {
            guard let list = list() else { return nil }
            let process = process(holding: UInt64(status.st_ino), on: UInt64(status.st_dev), in: list)
            if let process { return process }
        }
        return nil
    }

    /// The kernel's list to its end: each read(2) gives a page of it at most, and who takes a short
    /// read for the end has the first page alone.
    private static func list() -> String? {
        let descriptor = unsafe open("/proc/locks", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var list: [UInt8] = [], page = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = unsafe page.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return count == 0 ? String(decoding: list, as: UTF8.self) : nil }
            list += page[..<count]
        }
    }

    /// The process of a line such as `3: FLOCK  ADVISORY  WRITE 812 fe:00:1630 0 EOF`;
    /// who waits for it has `->` behind the number.
    private static func process(holding inode: UInt64, on device: UInt64, in list: String) -> Int32? {
        for line in list.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", let process = Int32(words[4]), process > 0 else { continue }
            let place = words[5].split(separator: ":")
            guard place.count == 3, let major = UInt64(place[0], radix: 16), let minor = UInt64(place[1], radix: 16)
            else { continue }
            if UInt64(place[2]) == inode, makedev(major, minor) == device { return process }
        }
        return nil
    }

    /// As makedev(3), which is a macro.
    private static func makedev(_ major: UInt64, _ minor: UInt64) -> UInt64 {
        (major & 0xfff) << 8 | (major & ~0xfff) << 32 | minor & 0xff | (minor & ~0xff) << 12
    }
}
