import SQLStoreAPI
import Threads

/// Threads, each with a connection of its own, that share one queue.
///
/// A pool of one is what makes writes run one after another. Threads are started
/// when all others are busy, up to the limit, and open their connections when
/// they need them.
final class WorkerPool: Sendable {
    private struct State {
        var waiting: [Operation] = []
        var running: [Operation] = []
        var threads = 0
        /// How many threads wait for something to do.
        var idle = 0
        /// Nothing more is accepted, and threads end when all is done.
        var isClosed = false
        var isInterrupting = false
        var faults: [SQLError] = []
        var whenClosed: CheckedContinuation<Void, Never>?
    }

    private let name: String
    private let limit: Int
    private let makeConnection: @Sendable () throws(SQLError) -> Connection
    private let state = Monitor(State())

    init(name: String, limit: Int, makeConnection: @escaping @Sendable () throws(SQLError) -> Connection) {
        self.name = name
        self.limit = limit
        self.makeConnection = makeConnection
    }

    deinit {
        state.withLock { $0.isClosed = true }
        state.signalAll()
    }

    /// Calls `body` on a thread, with a cancellation that follows the task's.
    func perform<Value: Sendable>(
        _ body: @Sendable (Connection, Cancellation) throws -> Value
    ) async throws -> Value {
        let cancellation = Cancellation()
        return try await withoutActuallyEscaping(body) { body in
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    add(
                        Operation(cancellation) { connection in
                            let result = Result { try body(connection.get(), cancellation) }
                            return { continuation.resume(with: result) }
                        })
                }
            } onCancel: {
                cancel(cancellation)
            }
        }
    }

    // MARK: - The queue

    private func add(_ operation: Operation) {
        enum Step { case refuse(SQLError), start, wake, nothing }
        let step: Step = state.withLock { state in
            if state.isClosed { return .refuse(SQLError(.closed, "the store is closed")) }
            if let error = operation.cancellation.error { return .refuse(error) }
            state.waiting.append(operation)
            guard state.waiting.count > state.idle, state.threads < limit else {
                // Whoever wakes up wakes another one if there is more to do.
                return state.waiting.count == 1 ? .wake : .nothing
            }
            state.threads += 1
            return .start
        }
        switch step {
        case .refuse(let error): operation.perform(on: .failure(error))()
        case .start: startThread()
        case .wake: state.signal()
        case .nothing: break
        }
    }

    /// Has an operation end, at once if it waits.
    private func cancel(_ cancellation: Cancellation) {
        cancellation.cancel()
        let operation: Operation? = state.withLock { state in
            let position = state.waiting.firstIndex { $0.cancellation === cancellation }
            return position.map { state.waiting.remove(at: $0) }
        }
        if let operation, let error = cancellation.error { operation.perform(on: .failure(error))() }
    }

    // MARK: - Threads

    private func startThread() {
        do throws(ThreadError) {
            try BlockingThread.start(name: name) { [state, makeConnection] in Self.work(state, makeConnection) }
        } catch {
            let failure = SQLError(.other, "no thread for the database: pthread_create failed with error \(error.code)")
            let stranded = state.withLock { state in
                state.threads -= 1
                // The other threads, if there are any, do what waits.
                defer { if state.threads == 0 { state.waiting = [] } }
                return state.threads == 0 ? state.waiting : []
            }
            for operation in stranded { operation.perform(on: .failure(failure))() }
        }
    }

    private static func work(
        _ state: Monitor<State>, _ makeConnection: () throws(SQLError) -> Connection
    ) {
        var connection: Connection?
        var last: Operation?
        while let operation = next(state, after: last) {
            operation.perform(on: open(&connection, makeConnection))()
            last = operation
        }
        let fault = connection?.close()
        let whenClosed = state.withLock { state in
            if let fault { state.faults.append(fault) }
            state.threads -= 1
            return state.threads == 0 ? state.whenClosed.take() : nil
        }
        whenClosed?.resume()
    }

    private static func open(
        _ connection: inout Connection?, _ makeConnection: () throws(SQLError) -> Connection
    ) -> Result<Connection, SQLError> {
        do throws(SQLError) {
            if let connection { return .success(connection) }
            let new = try makeConnection()
            connection = new
            return .success(new)
        } catch {
            return .failure(error)
        }
    }

    /// Waits for the next operation; nil when there is nothing more to come.
    private static func next(_ state: Monitor<State>, after last: Operation?) -> Operation? {
        var last = last, isIdle = false
        let (operation, wakesAnother) = state.wait { state -> (Operation?, Bool)? in
            if isIdle { state.idle -= 1 }
            if let last = last.take() { state.running.removeAll { $0 === last } }
            guard !state.waiting.isEmpty else {
                if state.isClosed { return (nil, false) }
                state.idle += 1
                isIdle = true
                return nil
            }
            let operation = state.waiting.removeFirst()
            state.running.append(operation)
            if state.isInterrupting { operation.cancellation.close() }
            return (operation, !state.waiting.isEmpty && state.idle > 0)
        }
        if wakesAnother { state.signal() }
        return operation
    }

    // MARK: - Closing

    /// Refuses new work, waits for the accepted work and closes all connections.
    ///
    /// - Parameter interrupting: Whether work is cut short; it is in any case
    ///   when the task is cancelled.
    /// - Returns: What was wrong with closing.
    func close(interrupting: Bool) async -> [SQLError] {
        state.withLock { $0.isClosed = true }
        if interrupting { interrupt() }
        state.signalAll()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.threads > 0 { state.whenClosed = continuation }
                    return state.threads == 0
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            interrupt()
        }
        return state.withLock { $0.faults }
    }

    private func interrupt() {
        state.withLock { state in
            state.isInterrupting = true
            for operation in state.running { operation.cancellation.close() }
        }
    }
}
