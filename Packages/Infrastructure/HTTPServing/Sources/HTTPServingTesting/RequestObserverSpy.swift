public import HTTPServingAPI
import Locking

/// Keeps what it hears of.
public final class RequestObserverSpy: RequestObserver {
    private struct State {
        var reports: [RequestReport] = []
        var failures: [any Error] = []
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    /// Creates a spy.
    public init() {}

    /// The reports so far, in the order in which they came.
    public var reports: [RequestReport] { state.withLock { $0.reports } }
    /// The unexpected errors so far.
    public var failures: [any Error] { state.withLock { $0.failures } }

    /// Returns once there are `count` reports.
    public func waitForReports(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.reports.count < count { state.waiters.append((count, continuation)) }
                return state.reports.count >= count
            }
            if isThere { continuation.resume() }
        }
    }

    /// Keeps reports.
    public func requestsDidEnd(_ reports: [RequestReport]) {
        let ready = state.withLock { state in
            state.reports += reports
            let count = state.reports.count
            let ready = state.waiters.filter { $0.count <= count }.map(\.continuation)
            state.waiters.removeAll { $0.count <= count }
            return ready
        }
        for waiter in ready { waiter.resume() }
    }

    /// Keeps an error.
    public func requestDidFail(_ request: ServerRequest, error: any Error) {
        state.withLock { $0.failures.append(error) }
    }
}
