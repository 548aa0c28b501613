import Locking
public import SessionsAPI

/// Notes how sessions end.
public final class SessionEndSpy: SessionEndObserving {
    private let recorded = Locked<[SessionEnd]>([])

    /// Creates a spy that has heard nothing.
    public init() {}

    /// What was heard so far, in order.
    public var ends: [SessionEnd] { recorded.current }

    /// Notes an end.
    public func sessionDidEnd(_ end: SessionEnd) async {
        recorded.withLock { $0.append(end) }
    }
}
