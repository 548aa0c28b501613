/// The first of several results; later ones are ignored.
///
/// Any thread may give one, before or after one task waits for it. For where a
/// task group would wait for those that come too late.
///
/// ```swift
/// let inTime = FirstResult<Bool>()
/// let stopping = Task { await service.stop(); inTime.give(true) }
/// let timer = Task { try await clock.sleep(for: deadline); inTime.give(false) }
/// if await !inTime.wait() { stopping.cancel() }
/// ```
public final class FirstResult<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case given(Value)
    }

    private let state = Locked(State.open)

    /// Creates one that is still to come.
    public init() {}

    /// Gives a result, which counts if it is the first one.
    public func give(_ value: Value) {
        let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
            switch state {
            case .given: return nil
            case .open:
                state = .given(value)
                return nil
            case .awaited(let continuation):
                state = .given(value)
                return continuation
            }
        }
        waiting?.resume(returning: value)
    }

    /// Waits for the first result, also if the task is cancelled; to be called
    /// once.
    public func wait() async -> Value {
        await withCheckedContinuation { continuation in
            let value: Value? = state.withLock { state in
                if case .given(let value) = state { return value }
                state = .awaited(continuation)
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
