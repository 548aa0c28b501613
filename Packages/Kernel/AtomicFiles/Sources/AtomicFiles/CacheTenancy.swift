import Glibc
import Locking

/// The time from a process's first use of a cache to the next time that somebody
/// empties it.
///
/// An empty folder marks it. A process keeps it open, so that its number can't
/// be another one's, and sees by its count of names whether it is gone
/// (inode(7), `st_nlink`).
final class CacheTenancy: Sendable {
    private let mark: String
    private let descriptor = Locked<Int32?>(nil)

    init(mark: String) {
        self.mark = mark
    }

    deinit {
        if let descriptor = descriptor.current { close(descriptor) }
    }

    /// Begins at the first call; where nothing can be written there is none, and
    /// nothing to end.
    func begin() {
        descriptor.withLock { descriptor in
            guard descriptor == nil, (try? AtomicFile.makeFolder(mark)) != nil else { return }
            let opened = unsafe open(mark, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            if opened >= 0 { descriptor = opened }
        }
    }

    /// Whether somebody else has emptied the cache since.
    var isOver: Bool {
        descriptor.withLock { descriptor in
            var status = stat()
            guard let descriptor, unsafe fstat(descriptor, &status) == 0 else { return false }
            return status.st_nlink == 0
        }
    }

    /// Ends it for all processes; this one may begin anew.
    func end() {
        descriptor.withLock { descriptor in
            unsafe rmdir(mark)
            if let open = descriptor { close(open) }
            descriptor = nil
        }
    }
}
