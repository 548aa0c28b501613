package import SQLStoreAPI
import Threads

/// Threads, each with a connection of its own, that share one queue.
///
/// A pool of one is what makes writes run one after another. Threads are started
/// when all others are busy, up to the limit, and connect when they have something
/// to do; a connection that was lost is replaced. Where there may be no more of
/// them, those that are there do all.
package final class ConnectionPool<Connection: PooledConnection>: Sendable {
    /// How long an operation waits for a connection, and by which clock.
    package typealias Patience = (limit: Duration, clock: any Clock<Duration>)

    private struct State {
        var waiting: [Operation<Connection>] = []
        var running: [Operation<Connection>] = []
        var threads = 0
        /// How many threads have a connection.
        var connections = 0
        /// How many threads wait for something to do.
        var idle = 0
        /// Nothing more is accepted, and threads end when all is done.
        var isClosed = false
        var isInterrupting = false
        var faults: [SQLError] = []
        var whenClosed: CheckedContinuation<Void, Never>?

        /// Has the one that waits longest run.
        mutating func takeFirst() -> Operation<Connection> {
            let operation = waiting.removeFirst()
            running.append(operation)
            if isInterrupting { operation.cancellation.close() }
            return operation
        }
    }

    private let name: String
    private let limit: Int
    private let patience: Patience?
    private let connect: @Sendable () throws(SQLError) -> Connection
    private let state = Monitor(State())

    /// - Parameters:
    ///   - name: That of its threads.
    ///   - limit: How many connections there are at most.
    ///   - patience: Nil for ever.
    package init(
        name: String, limit: Int, patience: Patience? = nil,
        connect: @escaping @Sendable () throws(SQLError) -> Connection
    ) {
        self.name = name
        self.limit = limit
        self.patience = patience
        self.connect = connect
    }

    deinit {
        state.withLock { $0.isClosed = true }
        state.signalAll()
    }

    /// Calls `body` on a thread, with a cancellation that follows the task's.
    ///
    /// - Parameters:
    ///   - isWriting: Whether it is completed when the pool closes, and not cut short.
    ///   - isJoint: Whether the connection may do it in one go with others; `body` may be called again then, after what
    ///     it did was undone.
    /// - Throws: `busy` if no connection is free in time, or what `body` throws.
    package func perform<Value: Sendable>(
        isWriting: Bool = false, isJoint: Bool = false, _ body: @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        let operation = Operation<Connection>(isWriting: isWriting, isJoint: isJoint)
        defer { operation.set(nil) }
        return try await withoutActuallyEscaping(body) { body in
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    operation.set { connection in
                        let result = Result { try body(connection.get()) }
                        return { continuation.resume(with: result) }
                    }
                    add(operation)
                }
            } onCancel: {
                operation.cancellation.cancel()
                if let error = operation.cancellation.error { giveUp(operation, error) }
            }
        }
    }

    // MARK: - The queue

    private enum Step { case refuse(SQLError), start, wake, wait }

    private func add(_ operation: Operation<Connection>) {
        let step: Step = state.withLock { state in
            if state.isClosed { return .refuse(SQLError(.closed, "the store is closed")) }
            if let error = operation.cancellation.error { return .refuse(error) }
            state.waiting.append(operation)
            guard state.waiting.count > state.idle, state.threads < limit else {
                // Whoever wakes up wakes another one if there is more to do.
                return state.waiting.count <= state.idle ? .wake : .wait
            }
            state.threads += 1
            return .start
        }
        switch step {
        case .refuse(let error): operation.perform(on: .failure(error))()
        case .start:
            startThread()
            limitWait(of: operation)
        case .wake: state.signal()
        case .wait: limitWait(of: operation)
        }
    }

    private func limitWait(of operation: Operation<Connection>) {
        state.signal()
        guard let patience else { return }
        operation.set(
            Task { [weak self] in
                guard (try? await patience.clock.sleep(for: patience.limit)) != nil else { return }
                self?.giveUp(
                    operation, SQLError(.busy, "no connection to the database was free for \(patience.limit)"))
            })
    }

    /// Ends an operation that still waits.
    private func giveUp(_ operation: Operation<Connection>, _ error: SQLError) {
        let waits = state.withLock { state in
            let position = state.waiting.firstIndex { $0 === operation }
            if let position { state.waiting.remove(at: position) }
            return position != nil
        }
        if waits { operation.perform(on: .failure(error))() }
    }

    // MARK: - Threads

    private func startThread() {
        do throws(ThreadError) {
            try BlockingThread.start(name: name) { [state, connect] in Self.work(state, connect) }
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

    private static func work(_ state: Monitor<State>, _ connect: () throws(SQLError) -> Connection) {
        var connection: Connection?
        var last: Operation<Connection>?
        while let operation = next(state, after: last) {
            last = operation
            if connection?.isBroken == true {
                connection = nil
                state.withLock { $0.connections -= 1 }
            }
            let result = Result { () throws(SQLError) in
                if let connection { return connection }
                let new = try connect()
                connection = new
                state.withLock { $0.connections += 1 }
                return new
            }
            if connection == nil, leave(operation, to: state) { break }
            if operation.isJoint, let connection {
                perform(operation, on: connection, state)
            } else {
                operation.perform(on: result)()
            }
        }
        let hadConnection = connection != nil, fault = connection?.close()
        connection = nil
        let whenClosed = state.withLock { state in
            if hadConnection { state.connections -= 1 }
            if let fault { state.faults.append(fault) }
            state.threads -= 1
            return state.threads == 0 ? state.whenClosed.take() : nil
        }
        whenClosed?.resume()
    }

    /// Has those threads do an operation that have a connection, since this one gets none.
    ///
    /// - Returns: Whether there are any.
    private static func leave(_ operation: Operation<Connection>, to state: Monitor<State>) -> Bool {
        let isLeft = state.withLock { state in
            guard state.connections > 0 else { return false }
            state.running.removeAll { $0 === operation }
            state.waiting.insert(operation, at: 0)
            return true
        }
        if isLeft { state.signal() }
        return isLeft
    }

    /// Waits for the next operation; nil when there is nothing more to come.
    private static func next(_ state: Monitor<State>, after last: Operation<Connection>?) -> Operation<Connection>? {
        var last = last, isIdle = false
        let (operation, wakesAnother) = state.wait { state -> (Operation<Connection>?, Bool)? in
            if isIdle { state.idle -= 1 }
            if let last = last.take() { state.running.removeAll { $0 === last } }
            guard !state.waiting.isEmpty else {
                if state.isClosed { return (nil, false) }
                state.idle += 1
                isIdle = true
                return nil
            }
            let operation = state.takeFirst()
            return (operation, !state.waiting.isEmpty && state.idle > 0)
        }
        if wakesAnother { state.signal() }
        return operation
    }

    /// Lets a connection do an operation in one go with as many of the next ones as it takes.
    private static func perform(
        _ operation: Operation<Connection>, on connection: Connection, _ state: Monitor<State>
    ) {
        var others: [Operation<Connection>] = []
        connection.perform(operation) {
            let next = state.withLock { state in state.waiting.first?.isJoint == true ? state.takeFirst() : nil }
            if let next { others.append(next) }
            return next
        }
        guard !others.isEmpty else { return }
        state.withLock { state in state.running.removeAll { running in others.contains { $0 === running } } }
    }

    // MARK: - Closing

    /// Refuses new work, cuts reads short, completes the writes that were accepted,
    /// and closes all connections; when the task is cancelled, writes are cut short
    /// too.
    ///
    /// - Returns: What was wrong with closing the connections.
    @discardableResult
    package func close() async -> [SQLError] {
        state.withLock { state in
            state.isClosed = true
            for operation in state.waiting + state.running where !operation.isWriting {
                operation.cancellation.close()
            }
        }
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
            state.withLock { state in
                state.isInterrupting = true
                for operation in state.running { operation.cancellation.close() }
            }
        }
        return state.withLock { $0.faults }
    }
}
