import Glibc
import SQLStoreAPI

/// Keeps other processes from opening, creating or setting aside the same
/// database at the same time.
struct FileLock {
    let path: String
    let timeout: Duration
    /// Hears once of others who have it, when they have been waited for for a second.
    let onWait: () -> Void

    /// Calls `body` while it holds the lock.
    func hold<Value>(_ body: () throws(SQLError) -> Value) throws(SQLError) -> Value {
        let descriptor = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemFailure(call: "opening \(path)").sqlError }
        // Closing the only descriptor gives the lock back (flock(2)).
        defer { close(descriptor) }
        try acquire(descriptor)
        return try body()
    }

    private func acquire(_ descriptor: Int32) throws(SQLError) {
        let start = ContinuousClock.now
        var isTold = false
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw SystemFailure(call: "locking \(path)").sqlError
            }
            let time = ContinuousClock.now - start
            guard time < timeout else { throw SQLError(.busy, "\(path): another process is opening the database") }
            if !isTold, time >= .seconds(1) {
                isTold = true
                onWait()
            }
            usleep(5000)
        }
    }
}
