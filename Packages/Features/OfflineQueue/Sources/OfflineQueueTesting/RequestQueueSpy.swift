public import CoreModels
import Locking
public import OfflineQueueAPI

/// Remembers what was to wait, and answers retries as a test says.
public final class RequestQueueSpy: RequestQueueing, QueueRetrying, QueueInspecting {
    private struct State {
        var enqueued: [QueuedRequest] = []
        var sealed: [QueuedRequest] = []
        var withdrawn: [QueuedRequestID] = []
        var discarded: [QueuedRequestKind] = []
        var forgotten: [User?] = []
        var others = 0
        var dropped: [QueuedRequestID] = []
        var asked: [QueuedRequestID?] = []
        var selections: [QueueSelection] = []
        var reports: [QueuedRequestReport] = []
        var waiting: [WaitingRequest] = []
        var notices: [QueueNotice] = []
        var failure: OfflineQueueError?
    }

    private let state = Locked(State())

    /// Creates a queue in which something may wait already.
    public init(
        waiting: [WaitingRequest] = [], others: Int = 0, notices: [QueueNotice] = [],
        failure: OfflineQueueError? = nil
    ) {
        state.withLock {
            $0.waiting = waiting
            $0.others = others
            $0.notices = notices
            $0.failure = failure
        }
    }

    /// What was to wait, in order.
    public var enqueued: [QueuedRequest] { state.withLock { $0.enqueued } }
    /// What was kept before it was sent for the first time, in order.
    public var sealed: [QueuedRequest] { state.withLock { $0.sealed } }
    /// What of that didn't go on waiting, in order.
    public var withdrawn: [QueuedRequestID] { state.withLock { $0.withdrawn } }
    /// The kinds that were discarded, in order.
    public var discarded: [QueuedRequestKind] { state.withLock { $0.discarded } }
    /// Whose requests were forgotten, in order; nil for everybody's.
    public var forgotten: [User?] { state.withLock { $0.forgotten } }
    /// The requests of which the person wants to hear, in order; nil for all.
    public var asked: [QueuedRequestID?] { state.withLock { $0.asked } }
    /// The requests that were dropped, in order.
    public var dropped: [QueuedRequestID] { state.withLock { $0.dropped } }
    /// What was selected to be sent, in order.
    public var selections: [QueueSelection] { state.withLock { $0.selections } }

    /// Sets what retries report from now on.
    public func answerRetries(with reports: [QueuedRequestReport]) {
        state.withLock { $0.reports = reports }
    }

    /// Remembers the request.
    public func enqueue(_ request: QueuedRequest) async throws(OfflineQueueError) {
        try check()
        state.withLock { $0.enqueued.append(request) }
    }

    /// Remembers the request, and whether it goes on waiting.
    public func sending<Value>(
        _ request: QueuedRequest, _ send: () async -> (value: Value, waits: Bool)
    ) async -> Value {
        state.withLock { if $0.failure == nil { $0.sealed.append(request) } }
        let (value, waits) = await send()
        if !waits { state.withLock { $0.withdrawn.append(request.id) } }
        return value
    }

    /// Remembers the kind.
    public func discard(_ kind: QueuedRequestKind) async throws(OfflineQueueError) {
        try check()
        state.withLock { $0.discarded.append(kind) }
    }

    /// Remembers the person.
    public func forget(_ person: User?) async throws(OfflineQueueError) {
        try check()
        state.withLock { $0.forgotten.append(person) }
    }

    /// Those that were to wait.
    public func requests(_ kind: QueuedRequestKind) async throws(OfflineQueueError) -> [QueuedRequest] {
        try check()
        return state.withLock { $0.enqueued.filter { $0.kind == kind } }
    }

    /// Answers with the reports.
    public func retry(_ selection: QueueSelection) async throws(OfflineQueueError) -> [QueuedRequestReport] {
        try check()
        return state.withLock {
            $0.selections.append(selection)
            return $0.reports
        }
    }

    /// Reports once, and is done.
    public func retryUntilDone(
        _ report: @escaping @Sendable (QueuedRequestReport) -> Void
    ) async throws(OfflineQueueError) -> [QueuedRequestReport] {
        let reports = try await retry(.all)
        for outcome in reports { report(outcome) }
        return reports
    }

    /// What waits.
    public func waiting() async throws(OfflineQueueError) -> [WaitingRequest] {
        try check()
        return state.withLock { $0.waiting }
    }

    /// As many as the test says.
    public func othersWaiting() async throws(OfflineQueueError) -> Int {
        try check()
        return state.withLock { $0.others }
    }

    /// Remembers the request, and counts it.
    public func askForNotice(of id: QueuedRequestID?) async throws(OfflineQueueError) -> Int {
        try check()
        return state.withLock { state in
            state.asked.append(id)
            return state.waiting.count { id == nil || $0.id == id }
        }
    }

    /// Remembers the request, and takes it out.
    public func drop(_ id: QueuedRequestID) async throws(OfflineQueueError) -> Bool {
        try check()
        return state.withLock { state in
            state.dropped.append(id)
            let count = state.waiting.count
            state.waiting.removeAll { $0.id == id }
            return state.waiting.count < count
        }
    }

    /// Takes everything out.
    public func dropAll() async throws(OfflineQueueError) {
        state.withLock { state in
            state.dropped += state.waiting.map(\.id)
            state.waiting = []
        }
    }

    /// Hands the notices over.
    public func takeNotices() async throws(OfflineQueueError) -> [QueueNotice] {
        try check()
        return state.withLock { state in
            defer { state.notices = [] }
            return state.notices
        }
    }

    private func check() throws(OfflineQueueError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
