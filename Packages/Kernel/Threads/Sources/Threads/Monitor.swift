import Glibc

/// A value that one thread at a time can reach, and that threads can wait for.
///
/// For threads that have nothing else to do: whoever waits here blocks its
/// thread, which a task must not.
///
/// `@unchecked Sendable`: the value is accessed under the POSIX mutex only, which
/// is destroyed after the last reference is gone.
@safe public final class Monitor<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    /// Creates a monitor of `value`.
    public init(_ value: sending Value) {
        self.value = value
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe pthread_cond_destroy(condition)
        unsafe mutex.deallocate()
        unsafe condition.deallocate()
    }

    /// Calls `body` with exclusive access to the value; it must not wait, nor
    /// come here again.
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Calls `body` with exclusive access to the value, and again after each
    /// signal until it returns something.
    public func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }

    /// Has one thread that waits look at the value again.
    ///
    /// Behind the lock, which the thread would else wake up to wait for.
    public func signal() {
        unsafe pthread_cond_signal(condition)
    }

    /// Has all threads that wait look at the value again.
    public func signalAll() {
        unsafe pthread_cond_broadcast(condition)
    }
}
