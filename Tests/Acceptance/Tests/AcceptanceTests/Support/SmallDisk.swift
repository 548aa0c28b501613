import FoundationEssentials
import Glibc
import KernelTesting

/// A disk of its own that can be filled and made read-only.
///
/// Root ignores permissions, so nothing less will do.
final class SmallDisk: Sendable {
    let path: String
    private let folder: TemporaryFolder

    /// Whether this process may mount.
    static let isAllowed: Bool = {
        guard let folder = try? TemporaryFolder(), mount("none", folder.path, "tmpfs", 0, "size=1m") == 0 else {
            return false
        }
        return umount2(folder.path, Int32(MNT_DETACH)) == 0
    }()

    init(mebibytes: Int) throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "disk")
        guard mkdir(path, 0o700) == 0, mount("none", path, "tmpfs", 0, "size=\(mebibytes)m,mode=700") == 0 else {
            throw POSIXFailure(call: "mount", code: errno)
        }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    /// Takes all the space there is.
    func fill() throws {
        let file = open(path + "/filler", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw POSIXFailure(call: "open", code: errno) }
        defer { close(file) }
        for size in [64 * 1024, 1] {
            let zeros = [UInt8](repeating: 0, count: size)
            while write(file, zeros, size) == size {}
        }
    }

    /// Gives a little of it back.
    func giveBack(bytes: Int) throws {
        var status = stat()
        guard stat(path + "/filler", &status) == 0, truncate(path + "/filler", max(0, Int(status.st_size) - bytes)) == 0
        else { throw POSIXFailure(call: "truncate", code: errno) }
    }

    func empty() { unlink(path + "/filler") }

    func makeReadOnly() throws {
        guard mount("none", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else {
            throw POSIXFailure(call: "remount", code: errno)
        }
    }
}
