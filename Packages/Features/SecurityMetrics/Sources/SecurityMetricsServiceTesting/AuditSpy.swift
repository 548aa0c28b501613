import Locking
public import SQLStoreAPI
public import SecurityMetricsServiceAPI

/// An audit trail that remembers what was written in transactions that were committed.
public struct AuditSpy: AuditRecording {
    private let state = Locked<[AuditEvent]>([])

    /// Creates an empty one.
    public init() {}

    /// What was written, the earliest first.
    public var events: [AuditEvent] { state.current }

    /// What was written, as `kind outcome cause` each.
    public var lines: [String] {
        events.map { [$0.kind.name, $0.outcome.rawValue, $0.cause].compactMap(\.self).joined(separator: " ") }
    }

    /// Remembers an event once it is on disk.
    public func record(_ event: AuditEvent, in transaction: any SQLWriting) throws {
        try transaction.afterCommit { state.withLock { $0.append(event) } }
    }

    /// Forgets what was written.
    public func forget() { state.withLock { $0 = [] } }
}
