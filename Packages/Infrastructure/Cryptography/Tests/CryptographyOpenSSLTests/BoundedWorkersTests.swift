import CryptographyAPI
import CryptographyOpenSSL
import Dispatch
import Glibc
import KernelTesting
import Locking
import Testing

struct BoundedWorkersTests {
    /// A job that stays on its thread until it is let go.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let (started, announce) = AsyncStream<Void>.makeStream()

        func hold() {
            announce.finish()
            semaphore.wait()
        }

        func open() { semaphore.signal() }

        func waitUntilHeld() async {
            for await _ in started {}
        }
    }

    @Test func runsAndReturnsTheResult() async throws {
        let workers = BoundedWorkers(threadLimit: 2, queueLimit: 10)
        let sum = try await workers.run { () throws(CryptographyError) in (1...1000).reduce(0, +) }
        #expect(sum == 500_500)
        await #expect(throws: CryptographyError.authenticationFailed) {
            try await workers.run { () throws(CryptographyError) in throw .authenticationFailed }
        }
    }

    @Test func worksBehindEverybodyElse() async throws {
        let thread = Int32(PRIO_PROCESS.rawValue), own = getpriority(thread, 0)
        let workers = BoundedWorkers(threadLimit: 1, queueLimit: 10)
        let niceness = try await workers.run { () throws(CryptographyError) in getpriority(thread, 0) }
        #expect(niceness == min(19, own + BoundedWorkers.niceness))
        #expect(getpriority(thread, 0) == own, "the thread's alone, not the program's")
    }

    @Test func runsNoMoreThanAllowedAtATime() async throws {
        let workers = BoundedWorkers(threadLimit: 3, queueLimit: 1000)
        let load = Locked((now: 0, most: 0))
        let gate = Gate()
        async let held: Void = workers.run { () throws(CryptographyError) in gate.hold() }
        await gate.waitUntilHeld()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await workers.run { () throws(CryptographyError) in
                        load.withLock { load in
                            load.now += 1
                            load.most = max(load.most, load.now)
                        }
                        load.withLock { $0.now -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(load.withLock { $0.most } <= 2)
        #expect(workers.load.running <= 3)
        gate.open()
        try await held
    }

    @Test func refusesWhatWaitsOnceItIsClosedAndEndsWhatHasBegun() async throws {
        let workers = BoundedWorkers(threadLimit: 1, queueLimit: 3)
        let gate = Gate()
        let held = Task {
            try await workers.run { () throws(CryptographyError) in
                gate.hold()
                return "done"
            }
        }
        await gate.waitUntilHeld()
        let waiting = Task { try await workers.run { () throws(CryptographyError) in } }
        while workers.load.waiting == 0 { await Task.yield() }
        workers.close()
        await #expect(throws: CryptographyError.overloaded) { try await waiting.value }
        await #expect(throws: CryptographyError.overloaded) {
            try await workers.run { () throws(CryptographyError) in }
        }
        gate.open()
        #expect(try await held.value == "done")
    }

    @Test func servesInOrderAndRefusesOverload() async throws {
        let workers = BoundedWorkers(threadLimit: 1, queueLimit: 3)
        let gate = Gate()
        let order = Locked<[Int]>([])
        let held = Task { try await workers.run { () throws(CryptographyError) in gate.hold() } }
        await gate.waitUntilHeld()
        var waiting: [Task<Void, any Error>] = []
        for number in 0..<3 {
            waiting.append(
                Task {
                    try await workers.run { () throws(CryptographyError) in order.withLock { $0.append(number) } }
                })
            while workers.load.waiting <= number { await Task.yield() }
        }
        await #expect(throws: CryptographyError.overloaded) {
            try await workers.run { () throws(CryptographyError) in order.withLock { $0.append(3) } }
        }
        gate.open()
        for task in [held] + waiting { try await task.value }
        #expect(order.current == [0, 1, 2])
    }

    @Test func givesThePlaceUpWhenCancelled() async throws {
        let workers = BoundedWorkers(threadLimit: 1, queueLimit: 1)
        let gate = Gate()
        let hasRun = Locked(false)
        let held = Task { try await workers.run { () throws(CryptographyError) in gate.hold() } }
        await gate.waitUntilHeld()
        let waiting = Task {
            try await workers.run { () throws(CryptographyError) in hasRun.withLock { $0 = true } }
        }
        while workers.load.waiting == 0 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CryptographyError.cancelled) { try await waiting.value }
        #expect(workers.load.waiting == 0)
        gate.open()
        try await held.value
        #expect(!hasRun.current)
    }

    @Test func neverStartsForACancelledTask() async throws {
        let workers = BoundedWorkers(threadLimit: 1, queueLimit: 1)
        let hasRun = Locked(false)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await workers.run { () throws(CryptographyError) in hasRun.withLock { $0 = true } }
        }
        await #expect(throws: CryptographyError.cancelled) { try await task.value }
        #expect(!hasRun.current)
    }

    @Test func finishesWhatHasBegunWhenCancelled() async throws {
        let workers = BoundedWorkers(threadLimit: 1, queueLimit: 1)
        let gate = Gate()
        let task = Task {
            try await workers.run { () throws(CryptographyError) in
                gate.hold()
                return 42
            }
        }
        await gate.waitUntilHeld()
        task.cancel()
        gate.open()
        #expect(try await task.value == 42)
    }

    @Test func endsEveryJobExactlyOnceUnderCancellation() async throws {
        let workers = BoundedWorkers(threadLimit: 2, queueLimit: 10_000)
        let tasks = (0..<2000).map { number in
            Task {
                do throws(CryptographyError) {
                    return try await workers.run { () throws(CryptographyError) in number }
                } catch {
                    return error == .cancelled ? number : -1
                }
            }
        }
        for task in tasks where Bool.random() { task.cancel() }
        // A continuation resumed twice traps, one never resumed hangs.
        for (number, task) in tasks.enumerated() { #expect(await task.value == number) }
    }

    @Test func keepsNoThreadAndNoMemoryWithoutWork() async throws {
        try await expectRelease {
            let workers = BoundedWorkers(threadLimit: 2, queueLimit: 10)
            try await workers.run { () throws(CryptographyError) in }
            while workers.load.running > 0 { await Task.yield() }
            return workers
        }
    }
}
