import Locking
import SQLStoreAPI

/// Hands out workers, first come first served.
///
/// A pool of one is what makes writes run one after another. Workers are made
/// when all others are busy, up to the limit.
final class WorkerPool: Sendable {
    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Result<Worker, SQLError>, Never>
    }

    private struct State {
        var idle: [Worker]
        var all: [Worker]
        var waiters: [Waiter] = []
        var nextWaiter = 0
        var cancelledBeforeWaiting: Set<Int> = []
        var running: [ObjectIdentifier: Cancellation] = [:]
        var isClosed = false
        var isInterrupting = false
        var whenIdle: CheckedContinuation<Void, Never>?

        var isIdle: Bool { running.isEmpty && waiters.isEmpty && idle.count == all.count }
    }

    private let limit: Int
    private let makeWorker: @Sendable () throws(SQLError) -> Worker
    private let state: Locked<State>

    init(
        limit: Int, first: Worker? = nil,
        makeWorker: @escaping @Sendable () throws(SQLError) -> Worker
    ) {
        self.limit = limit
        self.makeWorker = makeWorker
        let workers = first.map { [$0] } ?? []
        state = Locked(State(idle: workers, all: workers))
    }

    /// Calls `body` on a free worker's thread, with a cancellation that follows
    /// the task's.
    func perform<Value: Sendable>(
        _ body: @Sendable (Connection, Cancellation) throws -> Value
    ) async throws -> Value {
        let cancellation = Cancellation()
        let worker = try await acquire()
        state.withLock { state in
            state.running[ObjectIdentifier(cancellation)] = cancellation
            if state.isInterrupting { cancellation.close() }
        }
        defer { release(worker, cancellation) }
        return try await withTaskCancellationHandler {
            try await worker.perform(cancellation) { connection in try body(connection, cancellation) }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Refuses new work, waits for the accepted work and closes all workers.
    ///
    /// - Parameter interrupting: Whether work is cut short; it is in any case
    ///   when the task is cancelled.
    /// - Returns: What was wrong with closing.
    func close(interrupting: Bool) async -> [SQLError] {
        state.withLock { $0.isClosed = true }
        if interrupting { interrupt() }
        await withTaskCancellationHandler {
            await waitUntilIdle()
        } onCancel: {
            interrupt()
        }
        let workers = state.withLock { state in
            defer { (state.idle, state.all) = ([], []) }
            return state.all
        }
        var errors: [SQLError] = []
        for worker in workers {
            if let error = await worker.close() { errors.append(error) }
        }
        return errors
    }

    private func interrupt() {
        let running = state.withLock { state in
            state.isInterrupting = true
            return Array(state.running.values)
        }
        for cancellation in running { cancellation.close() }
    }

    private func waitUntilIdle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if !state.isIdle { state.whenIdle = continuation }
                return state.isIdle
            }
            if isIdle { continuation.resume() }
        }
    }

    // MARK: - Waiting

    private func acquire() async throws(SQLError) -> Worker {
        if let answer = state.withLock({ state in answer(&state) }) { return try answer.get() }
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enter(Waiter(id: id, continuation: continuation))
            }
        } onCancel: {
            cancelWaiter(id)
        }
        // The handler may have come before or after the waiter, or not at all.
        state.withLock { _ = $0.cancelledBeforeWaiting.remove(id) }
        return try result.get()
    }

    private func enter(_ waiter: Waiter) {
        let answer: Result<Worker, SQLError>? = state.withLock { state in
            if state.cancelledBeforeWaiting.contains(waiter.id) { return .failure(Self.cancelled) }
            if let answer = self.answer(&state) { return answer }
            state.waiters.append(waiter)
            return nil
        }
        if let answer { waiter.continuation.resume(returning: answer) }
    }

    /// What who comes now gets without waiting; nil while all are busy.
    private func answer(_ state: inout State) -> Result<Worker, SQLError>? {
        if state.isClosed { return .failure(SQLError(.closed, "the store is closed")) }
        if let worker = state.idle.popLast() { return .success(worker) }
        guard state.all.count < limit else { return nil }
        let made = Result { () throws(SQLError) in try makeWorker() }
        if case .success(let worker) = made { state.all.append(worker) }
        return made
    }

    private func cancelWaiter(_ id: Int) {
        let waiter: Waiter? = state.withLock { state in
            guard let position = state.waiters.firstIndex(where: { $0.id == id }) else {
                state.cancelledBeforeWaiting.insert(id)
                return nil
            }
            return state.waiters.remove(at: position)
        }
        waiter?.continuation.resume(returning: .failure(Self.cancelled))
    }

    private static var cancelled: SQLError { SQLError(.cancelled, "the task was cancelled") }

    private func release(_ worker: Worker, _ cancellation: Cancellation) {
        let (next, whenIdle) = state.withLock { state -> (Waiter?, CheckedContinuation<Void, Never>?) in
            state.running[ObjectIdentifier(cancellation)] = nil
            if !state.waiters.isEmpty { return (state.waiters.removeFirst(), nil) }
            state.idle.append(worker)
            guard state.isIdle, let whenIdle = state.whenIdle else { return (nil, nil) }
            state.whenIdle = nil
            return (nil, whenIdle)
        }
        next?.continuation.resume(returning: .success(worker))
        whenIdle?.resume()
    }
}
