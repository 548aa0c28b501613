import Glibc
import Locking

/// The databases that are open in this process.
///
/// This is state of the process, as the locks behind it are: closing any
/// descriptor of a file drops all POSIX locks that the process holds on it
/// (fcntl(2)). Hence nobody but the library may open the files of a database
/// that is open here.
enum OpenFiles {
    struct Identity: Hashable, Sendable {
        let device: UInt
        let number: UInt
    }

    private static let counts = Locked<[Identity: Int]>([:])

    static func identity(of path: String) -> Identity? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Identity(device: UInt(status.st_dev), number: UInt(status.st_ino))
    }

    static func contains(_ path: String) -> Bool {
        guard let identity = identity(of: path) else { return false }
        return counts.withLock { $0[identity] != nil }
    }

    /// Notes a file as open for as long as the result lives.
    static func add(_ path: String) -> Entry? {
        guard let identity = identity(of: path) else { return nil }
        counts.withLock { $0[identity, default: 0] += 1 }
        return Entry(identity: identity)
    }

    private static func remove(_ identity: Identity) {
        counts.withLock { counts in
            let count = (counts[identity] ?? 1) - 1
            counts[identity] = count > 0 ? count : nil
        }
    }

    /// A file that is open.
    final class Entry: Sendable {
        private let identity: Identity

        fileprivate init(identity: Identity) {
            self.identity = identity
        }

        deinit { OpenFiles.remove(identity) }
    }
}
