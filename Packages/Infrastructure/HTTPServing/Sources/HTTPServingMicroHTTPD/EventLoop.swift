import AtomicFiles
import CMicroHTTPD
import Glibc
import HTTPServingAPI
import Locking
import Synchronization

/// One thread that waits for events, runs the HTTP library and runs Swift jobs.
///
/// Handlers run here too, as long as nothing else wants them: a request is
/// read, answered and written without changing threads, which is what makes
/// the server fast. The price is that a handler must not block.
///
/// `@unchecked Sendable`: what isn't locked or atomic is touched on the
/// loop's own thread only; ``run(_:)`` is the way there.
final class EventLoop: TaskExecutor, @unchecked Sendable {
    /// What the loop drives.
    protocol Client: AnyObject {
        /// Does whatever input or output is due.
        func turn()
        /// Milliseconds until `turn` is due; -1 for no limit.
        var timeout: Int32 { get }
        /// Is called about once a second, as long as `timeout` makes the loop
        /// wake up that often.
        func tick()
        /// Whether the loop may end.
        var isFinished: Bool { get }
    }

    private struct Queue {
        var jobs: [UnownedJob] = []
        var operations: [@Sendable () -> Void] = []

        var isEmpty: Bool { jobs.isEmpty && operations.isEmpty }
    }

    private let queue = Locked(Queue())
    private let thread = Atomic<UInt>(0)
    private let poll: Int32
    private let wakeUp: Int32
    private var sources: [UInt64: (UInt32) -> Void] = [:]
    private var nextToken: UInt64 = 1
    private var batch: [UnownedJob] = []

    init() throws(HTTPServingError) {
        poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        wakeUp = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard poll >= 0, wakeUp >= 0 else {
            let reason = SystemReason(errno).text
            close(poll)
            close(wakeUp)
            throw .system(reason: reason)
        }
        _ = control(EPOLL_CTL_ADD, wakeUp, events: EPOLLIN.rawValue, token: 0)
    }

    deinit {
        close(poll)
        close(wakeUp)
    }

    // MARK: From any thread

    /// Whether the caller is on the loop's thread.
    var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        add { $0.jobs.append(job) }
    }

    /// Runs `operation` on the loop's thread: at once if this is it, perhaps in
    /// the midst of the library's work.
    func run(_ operation: @escaping @Sendable () -> Void) {
        if isCurrent { operation() } else { add { $0.operations.append(operation) } }
    }

    /// Runs `operation` on the loop's thread, outside of the library's work, and
    /// waits for what it returns.
    func perform<Value: Sendable>(_ operation: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            add { $0.operations.append { continuation.resume(returning: operation()) } }
        }
    }

    private func add(_ change: (inout Queue) -> Void) {
        let wasEmpty = queue.withLock { queue in
            defer { change(&queue) }
            return queue.isEmpty
        }
        if wasEmpty, !isCurrent { eventfd_write(wakeUp, 1) }
    }

    // MARK: On the loop's thread

    /// Watches a descriptor until ``unwatch(_:token:)``.
    ///
    /// - Returns: what stands for the watch, nil when the system refuses.
    func watch(_ descriptor: Int32, events: UInt32, _ handler: @escaping (UInt32) -> Void) -> UInt64? {
        let token = nextToken
        guard control(EPOLL_CTL_ADD, descriptor, events: events, token: token) else { return nil }
        nextToken += 1
        sources[token] = handler
        return token
    }

    func unwatch(_ descriptor: Int32, token: UInt64) {
        sources[token] = nil
        _ = control(EPOLL_CTL_DEL, descriptor, events: 0, token: token)
    }

    /// Runs the queued jobs, and what they queue, up to a bound.
    ///
    /// This may be called from within the library's callbacks, so operations,
    /// which may stop the library, wait for the loop itself.
    ///
    /// - Returns: whether there was anything.
    @discardableResult
    func runJobs(rounds: Int = 8) -> Bool {
        var didWork = false
        for _ in 0..<rounds {
            // A job that runs jobs itself takes a batch of its own.
            var jobs = batch
            batch = []
            queue.withLock { swap(&$0.jobs, &jobs) }
            guard !jobs.isEmpty else { break }
            didWork = true
            for job in jobs { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
            jobs.removeAll(keepingCapacity: true)
            batch = jobs
        }
        return didWork
    }

    private func runOperations() {
        let operations = queue.withLock { queue in
            defer { queue.operations = [] }
            return queue.operations
        }
        for operation in operations { operation() }
    }

    private func control(_ operation: Int32, _ descriptor: Int32, events: UInt32, token: UInt64) -> Bool {
        var event = unsafe epoll_event()
        unsafe event.events = events
        unsafe event.data.u64 = token
        return unsafe epoll_ctl(poll, operation, descriptor, &event) == 0
    }

    // MARK: The thread

    /// Starts the thread, which drives the client that `make` makes there and
    /// ends when the client is finished.
    func start(_ make: @escaping @Sendable (EventLoop) -> any Client) throws(HTTPServingError) {
        let body = unsafe Unmanaged.passRetained(ThreadBody { [self] in loop(make(self)) })
        var handle = pthread_t()
        let code = unsafe pthread_create(
            &handle, nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            unsafe body.release()
            throw .system(reason: SystemReason(code).text)
        }
        pthread_detach(handle)
    }

    private func loop(_ client: any Client) {
        // Signals belong to the program's own threads. SIGPIPE in particular
        // would end the program when a client leaves during sendfile(2).
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        var events = unsafe [epoll_event](repeating: epoll_event(), count: 64)
        var lastTick = Self.seconds()
        while !client.isFinished {
            let isBusy = queue.withLock { !$0.isEmpty }
            let limit = client.timeout
            let timeout = isBusy ? 0 : limit
            let count = unsafe epoll_wait(poll, &events, Int32(events.count), timeout)
            for index in 0..<Int(max(count, 0)) { unsafe dispatch(events[index]) }
            let now = Self.seconds()
            if now != lastTick {
                lastTick = now
                client.tick()
            }
            runOperations()
            runJobs()
            client.turn()
        }
        sources = [:]
        thread.store(0, ordering: .relaxed)
    }

    private func dispatch(_ event: epoll_event) {
        let token = unsafe event.data.u64
        if token == 0 {
            var value: eventfd_t = 0
            unsafe eventfd_read(wakeUp, &value)
        } else {
            unsafe sources[token]?(event.events)
        }
    }

    private static func seconds() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return time.tv_sec
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
