import Glibc
import Locking

/// Knows whose a folder is: somebody's, from when a process first asks to the next
/// time that somebody empties it.
///
/// An empty folder marks it. A process keeps it open, so that its number can't
/// be another one's, and sees by its count of names whether it is gone
/// (inode(7), `st_nlink`).
final class CacheTenancy: Sendable {
    private struct State {
        var mark: Int32?
        var number = 0

        /// Whether somebody else has emptied the folder.
        var isGone: Bool {
            var status = stat()
            guard let mark, unsafe fstat(mark, &status) == 0 else { return false }
            return status.st_nlink == 0
        }

        mutating func leave() {
            if let mark { close(mark) }
            mark = nil
            number += 1
        }
    }

    private let mark: String
    private let state = Locked(State())

    init(mark: String) {
        self.mark = mark
    }

    deinit {
        if let mark = state.current.mark { close(mark) }
    }

    /// Whose it is now; where nothing can be written it is nobody's, and there is
    /// nothing to end.
    var tenant: CacheTenant {
        state.withLock { state in
            if state.isGone { state.leave() }
            if state.mark == nil, (try? AtomicFile.makeFolder(mark)) != nil {
                let opened = unsafe open(mark, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                if opened >= 0 { state.mark = opened }
            }
            return CacheTenant(state.number)
        }
    }

    /// Whether somebody is still there.
    func isStillThere(_ tenant: CacheTenant) -> Bool {
        state.withLock { $0.number == tenant.number && !$0.isGone }
    }

    /// Has them leave, for all processes.
    func end() {
        state.withLock { state in
            unsafe rmdir(mark)
            state.leave()
        }
    }
}
