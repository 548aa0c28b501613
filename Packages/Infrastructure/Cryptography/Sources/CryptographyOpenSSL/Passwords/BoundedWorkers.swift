import CProcess  // Its header brings signal.h: which module sigset_t is in depends on the order of the build.
package import CryptographyAPI
import Glibc
import Locking

/// Runs long computations on threads of their own, only so many at a time.
///
/// The cooperative pool has as many threads as there are cores: a computation of
/// 0.2 seconds there would hold up everything else. Threads start when there is
/// work and end when there is none; what waits is served in order. They get what
/// time others leave: whoever hashes waits for a while anyway.
package final class BoundedWorkers: Sendable {
    private struct Job {
        let id: UInt64
        /// Computes, and hands the result on.
        let run: @Sendable () -> Void
        /// Hands an error on instead.
        let abandon: @Sendable (CryptographyError) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var threadCount = 0
        var lastID: UInt64 = 0
        var isClosed = false
    }

    private enum Admission {
        case refused(CryptographyError)
        case queued
        case needsThread
    }

    private let threadLimit: Int
    private let queueLimit: Int
    private let state = Locked(State())

    /// Creates workers without any thread yet.
    ///
    /// - Parameters:
    ///   - threadLimit: How many computations run at a time.
    ///   - queueLimit: How many may wait; one more is refused as overload.
    package init(threadLimit: Int, queueLimit: Int) {
        self.threadLimit = threadLimit
        self.queueLimit = queueLimit
    }

    /// Runs `work` when its turn comes.
    ///
    /// - Throws: What `work` throws; ``CryptographyError/overloaded`` if too many
    ///   wait; ``CryptographyError/cancelled`` if the task is cancelled before
    ///   its turn.
    package func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(CryptographyError) -> Value
    ) async throws(CryptographyError) -> Value {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let result: Result<Value, CryptographyError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit(
                    Job(
                        id: id,
                        run: { continuation.resume(returning: Result(catching: work)) },
                        abandon: { continuation.resume(returning: .failure($0)) }))
            }
        } onCancel: {
            // A task is marked as cancelled before this runs, so a job that
            // isn't in the queue yet is refused by `admit`.
            state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
            }?.abandon(.cancelled)
        }
        return try result.get()
    }

    /// How many computations run and how many wait.
    package var load: (running: Int, waiting: Int) {
        state.withLock { (running: $0.threadCount, waiting: $0.waiting.count) }
    }

    /// Refuses what waits and whatever comes from now on as overload; what runs
    /// goes on to its end.
    package func close() {
        let abandoned = state.withLock { state in
            state.isClosed = true
            defer { state.waiting.removeAll() }
            return state.waiting
        }
        for job in abandoned { job.abandon(.overloaded) }
    }

    private func submit(_ job: Job) {
        switch state.withLock({ admit(job, in: &$0) }) {
        case .refused(let error):
            job.abandon(error)
        case .queued:
            break
        case .needsThread:
            guard startThread() else { return giveUpThread() }
        }
    }

    private func admit(_ job: Job, in state: inout State) -> Admission {
        if Task.isCancelled { return .refused(.cancelled) }
        if state.isClosed { return .refused(.overloaded) }
        let isFull = state.threadCount >= threadLimit
        if isFull, state.waiting.count >= queueLimit { return .refused(.overloaded) }
        state.waiting.append(job)
        if isFull { return .queued }
        state.threadCount += 1
        return .needsThread
    }

    private func next() -> Job? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.threadCount -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    /// By how much threads are nicer than the program.
    ///
    /// They have a third of the weight of others then (sched(7), "The nice
    /// value"). More would starve them where other programs keep the machine
    /// busy.
    package static let niceness: Int32 = 5

    /// Works until nothing waits any more; the whole life of a thread.
    private func work() {
        // On Linux each thread has a nice value of its own (setpriority(2), "C
        // library/kernel differences"). It may always be raised.
        let thread = Int32(PRIO_PROCESS.rawValue)
        setpriority(thread, 0, getpriority(thread, 0) + Self.niceness)
        while let job = next() { job.run() }
    }

    /// The system gave no thread: what waits is served by those that run, or,
    /// if there are none, refused.
    private func giveUpThread() {
        let abandoned = state.withLock { state in
            state.threadCount -= 1
            guard state.threadCount == 0 else { return [Job]() }
            defer { state.waiting.removeAll() }
            return state.waiting
        }
        for job in abandoned { job.abandon(.overloaded) }
    }

    private func startThread() -> Bool {
        var thread = pthread_t()
        let workers = unsafe Unmanaged.passRetained(self)
        let result = unsafe pthread_create(
            &thread, nil,
            { context in
                var signals = sigset_t()
                unsafe sigfillset(&signals)  // Signals are for the program's own threads.
                unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
                if let context = unsafe context {
                    unsafe Unmanaged<BoundedWorkers>.fromOpaque(context).takeRetainedValue().work()
                }
                return nil
            }, unsafe workers.toOpaque())
        guard result == 0 else {
            unsafe workers.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
