import CThreads
import Glibc

/// A thread of its own that runs the jobs of one actor.
///
/// For actors whose work blocks, on the disk or in a C library: on the
/// cooperative pool, which has one thread per core, a few such calls would stop
/// everything else. The thread ends once the executor and all that it was given
/// to do are gone.
///
/// ```swift
/// actor Archive {
///     private let thread: SerialThread
///     nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
/// }
/// ```
public final class SerialThread: SerialExecutor {
    private let queue: JobQueue

    /// Starts the thread; of its name 15 bytes count.
    ///
    /// - Throws: What `pthread_create(3)` returned.
    public init(name: String) throws(ThreadError) {
        queue = JobQueue(name: name)
        try queue.startThread()
    }

    deinit { queue.finish() }

    /// Runs a job after those that came before it.
    public func enqueue(_ job: consuming ExecutorJob) {
        queue.append(UnownedJob(job), for: self)
    }
}

/// What a `SerialThread` has yet to run.
///
/// `@unchecked Sendable`: all mutable state is accessed under the POSIX mutex
/// only, which is destroyed after the last reference is gone.
@safe private final class JobQueue: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    // The executor is kept with each job: its actor may go, and the executor
    // with it, while the last job runs.
    private var jobs: [(job: UnownedJob, executor: SerialThread)] = []
    private var isFinished = false
    private let name: String

    init(name: String) {
        self.name = name
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe pthread_cond_destroy(condition)
        unsafe mutex.deallocate()
        unsafe condition.deallocate()
    }

    func append(_ job: UnownedJob, for executor: SerialThread) {
        // The job may be the last that the executor does, and be done before this
        // returns.
        let kept = unsafe Unmanaged.passRetained(self)
        defer { unsafe kept.release() }
        unsafe pthread_mutex_lock(mutex)
        jobs.append((job, executor))
        unsafe pthread_mutex_unlock(mutex)
        // Behind the lock, which the thread would else wake up to wait for.
        unsafe pthread_cond_signal(condition)
    }

    func finish() {
        unsafe pthread_mutex_lock(mutex)
        isFinished = true
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    func startThread() throws(ThreadError) {
        // Signals belong to the threads of the program.
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }

        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(self)
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue().run()
                }
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            unsafe context.release()
            throw ThreadError(code: code)
        }
        pthread_detach(thread)
    }

    private func run() {
        unsafe cthreads_name_current(name)
        while let batch = next() {
            for (job, executor) in batch {
                unsafe job.runSynchronously(on: executor.asUnownedSerialExecutor())
            }
        }
    }

    /// All jobs that wait; nil once there is nothing more to come.
    private func next() -> [(job: UnownedJob, executor: SerialThread)]? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while jobs.isEmpty {
            if isFinished { return nil }
            unsafe pthread_cond_wait(condition, mutex)
        }
        let batch = jobs
        jobs.removeAll()
        return batch
    }
}

/// A thread that could not be started.
public struct ThreadError: Error, Hashable, Sendable {
    /// The number that `pthread_create(3)` returned, as in `errno`.
    public let code: Int32
}
