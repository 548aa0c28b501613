/// A thread of its own that runs the jobs of one actor.
///
/// For actors whose work blocks, on the disk or in a C library. The thread ends
/// once the executor and all that it was given to do are gone.
///
/// ```swift
/// actor Archive {
///     private let thread: SerialThread
///     nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
/// }
/// ```
public final class SerialThread: SerialExecutor {
    private struct Queue {
        // The executor is kept with each job: its actor may go, and the executor
        // with it, while the last job runs.
        var jobs: [(job: UnownedJob, executor: SerialThread)] = []
        var isFinished = false
    }

    private let queue = Monitor(Queue())

    /// Starts the thread; of its name 15 bytes count.
    ///
    /// - Throws: What `pthread_create(3)` returned.
    public init(name: String) throws(ThreadError) {
        try BlockingThread.start(name: name) { [queue] in Self.run(queue) }
    }

    deinit {
        queue.withLock { $0.isFinished = true }
        queue.signal()
    }

    /// Runs a job after those that came before it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The job may be the last that the executor does, and both be gone before
        // this returns. A mere `let` isn't enough: the compiler takes for granted
        // that `self` is alive, and retains nothing.
        let kept = unsafe Unmanaged.passRetained(queue)
        defer { unsafe kept.release() }
        let queue = queue
        queue.withLock { $0.jobs.append((job, self)) }
        queue.signal()
    }

    private static func run(_ queue: Monitor<Queue>) {
        while let batch = next(queue) {
            for (job, executor) in batch { unsafe job.runSynchronously(on: executor.asUnownedSerialExecutor()) }
        }
    }

    /// All jobs that wait; nil once there is nothing more to come.
    private static func next(_ queue: Monitor<Queue>) -> [(job: UnownedJob, executor: SerialThread)]? {
        queue.wait { queue in
            if queue.jobs.isEmpty { return queue.isFinished ? .some(nil) : nil }
            defer { queue.jobs.removeAll() }
            return queue.jobs
        }
    }
}
