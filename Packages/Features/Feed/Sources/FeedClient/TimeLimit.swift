import HTTPTransportAPI
import Locking

/// Ends what takes too long.
///
/// One timer watches over all that is going on: a task that sleeps is gone from
/// memory only when its time is up, however early it is cancelled, and one for
/// each picture would add up.
final class TimeLimit: Sendable {
    private struct Watched {
        /// The tick after which it began.
        let start: Int
        let cancel: @Sendable () -> Void
    }

    private struct State {
        var watched: [Int: Watched] = [:]
        var overdue: Set<Int> = []
        var nextID = 0
        var tick = 0
        var isTicking = false
        var ticker: Task<Void, Never>?
    }

    /// What lasts longer than so many ticks has had its time.
    private static let ticks = 4

    private let state = Locked(State())
    private let period: Duration
    private let clock: any Clock<Duration>
    private let executor: (any TaskExecutor)?

    /// - Parameters:
    ///   - duration: How much time there is at least; a quarter more at most.
    ///   - executor: Where the work is done; nil for anywhere.
    init(_ duration: Duration, clock: any Clock<Duration>, executor: (any TaskExecutor)?) {
        period = duration / Self.ticks
        self.clock = clock
        self.executor = executor
    }

    deinit {
        state.current.ticker?.cancel()
    }

    /// Runs `body` until it ends or its time is up, whichever comes first.
    ///
    /// - Throws: What it throws; `timedOut` when it was ended.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(HTTPTransportError) -> Value
    ) async throws(HTTPTransportError) -> Value {
        let task = Task(executorPreference: executor) { () async -> Result<Value, HTTPTransportError> in
            do throws(HTTPTransportError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        let id = begin { task.cancel() }
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        let wasOverdue = end(id)
        if case .failure = outcome, wasOverdue { throw .timedOut }
        return try outcome.get()
    }

    private func begin(_ cancel: @escaping @Sendable () -> Void) -> Int {
        let (id, startsTicking) = state.withLock { state in
            state.nextID += 1
            state.watched[state.nextID] = Watched(start: state.tick, cancel: cancel)
            defer { state.isTicking = true }
            return (state.nextID, !state.isTicking)
        }
        if startsTicking { startTicking() }
        return id
    }

    private func end(_ id: Int) -> Bool {
        state.withLock { state in
            state.watched[id] = nil
            return state.overdue.remove(id) != nil
        }
    }

    /// Ticks as long as there is something to watch over.
    private func startTicking() {
        let ticker = Task { [weak self, clock, period] in
            repeat { try? await clock.sleep(for: period) } while self?.tick() == true
        }
        state.withLock { $0.ticker = ticker }
    }

    private func tick() -> Bool {
        let (overdue, goesOn) = state.withLock { state -> ([Watched], Bool) in
            state.tick += 1
            state.isTicking = !state.watched.isEmpty
            // It may have begun just before a tick.
            let overdue = state.watched.filter { state.tick - $0.value.start > Self.ticks }
            state.overdue.formUnion(overdue.keys)
            return (Array(overdue.values), state.isTicking)
        }
        for watched in overdue { watched.cancel() }
        return goesOn
    }
}
