package import CoreModels
package import FoundationEssentials
package import OfflineQueueAPI

/// What waits, without the payloads: the rules of the queue as a value.
///
/// Each request has a slot of the vault for its payload. An entry is there
/// before its payload and goes after it, so every payload has an entry at any
/// moment at which the process may be killed.
package struct QueueIndex: Equatable, Sendable {
    /// How many requests may wait.
    package static let limit = 64
    /// How many notices are kept for the person.
    package static let noticeLimit = 32

    package private(set) var entries: [QueueEntry] = []
    package private(set) var notices: [QueueNotice] = []

    package init() {}

    package init(entries: [QueueEntry], notices: [QueueNotice]) {
        self.entries = entries
        self.notices = notices
    }

    /// Has all times say how long each has really waited.
    package mutating func reckon(at now: Date, _ boot: BootTime) {
        for index in entries.indices { entries[index].reckon(at: now, boot) }
    }

    /// The requests that are to be sent, the oldest first.
    package func waiting(at now: Date) -> [WaitingRequest] {
        entries.filter { !$0.isSettled && !$0.isExpired(at: now) }.map(\.request)
    }

    /// Whether a request is there and isn't settled.
    package func holds(_ id: QueuedRequestID) -> Bool {
        entries.contains { $0.request.id == id && !$0.isSettled }
    }

    /// Adds a request behind all others; one that is there already is told of and
    /// held back as it says.
    ///
    /// - Returns: The slot for its payload; nil if all are taken.
    package mutating func add(_ request: QueuedRequest, at now: Date, since: BootTime? = nil) -> Int? {
        if let index = entries.firstIndex(where: { $0.request.id == request.id }) {
            entries[index].renew(request, at: now)
            return entries[index].slot
        }
        let taken = Set(entries.map(\.slot))
        guard let slot = (0..<Self.limit).first(where: { !taken.contains($0) }) else { return nil }
        entries.append(QueueEntry(request, slot: slot, at: now, since: since))
        return slot
    }

    /// Settles those whose place a request takes.
    ///
    /// - Returns: Those that concern somebody else than it does.
    @discardableResult
    package mutating func settleSuperseded(by id: QueuedRequestID) -> [WaitingRequest] {
        guard let new = entries.first(where: { $0.request.id == id })?.request else { return [] }
        let settled = settle { old in
            guard old.id != new.id, old.kind == new.kind else { return false }
            switch new.kind.supersession {
            case .none: return false
            case .subject: return old.subject == new.subject
            case .kind: return true
            }
        }
        // An address may be written in several ways.
        return settled.filter { old in
            old.subject != new.subject
                && (EmailAddress(old.subject) == nil || EmailAddress(old.subject) != EmailAddress(new.subject))
        }
    }

    /// Notes in whose name a request of an older version is sent.
    package mutating func assign(_ id: QueuedRequestID, to owner: UserID) {
        guard let index = entries.firstIndex(where: { $0.request.id == id }) else { return }
        entries[index].belong(to: owner)
    }

    /// Settles those that have waited too long.
    package mutating func settleExpired(at now: Date) -> [WaitingRequest] {
        var expired: [WaitingRequest] = []
        for index in entries.indices where !entries[index].isSettled && entries[index].isExpired(at: now) {
            entries[index].isSettled = true
            expired.append(entries[index].request)
        }
        return expired
    }

    /// Settles a request: it isn't sent any more, and its payload has to go.
    package mutating func settle(_ id: QueuedRequestID) {
        settle { $0.id == id }
    }

    /// Settles all requests of which something holds.
    ///
    /// - Returns: Those that were still to be sent.
    @discardableResult
    package mutating func settle(where isMeant: (WaitingRequest) -> Bool) -> [WaitingRequest] {
        var settled: [WaitingRequest] = []
        for index in entries.indices where !entries[index].isSettled && isMeant(entries[index].request) {
            entries[index].isSettled = true
            settled.append(entries[index].request)
        }
        return settled
    }

    /// Removes an entry whose payload is gone.
    package mutating func forget(_ id: QueuedRequestID) {
        entries.removeAll { $0.request.id == id }
    }

    /// Holds a request back after a failure.
    package mutating func postpone(
        _ id: QueuedRequestID, because problem: QueueProblem, retryAfter: Duration?, at now: Date, jitter: Double
    ) {
        guard let index = entries.firstIndex(where: { $0.request.id == id }) else { return }
        entries[index].postpone(because: problem, retryAfter: retryAfter, at: now, jitter: jitter)
    }

    /// Notes why a request has to wait for something other than time.
    package mutating func block(_ id: QueuedRequestID, because problem: QueueProblem) {
        guard let index = entries.firstIndex(where: { $0.request.id == id }) else { return }
        entries[index].block(because: problem)
    }

    /// Notes that somebody wants to hear when requests are done.
    ///
    /// - Returns: How many requests that concerns.
    package mutating func askForNotice(at now: Date, where isMeant: (WaitingRequest) -> Bool) -> Int {
        let meant = entries.indices.filter { index in
            let entry = entries[index]
            return !entry.isSettled && !entry.isExpired(at: now) && isMeant(entry.request)
        }
        for index in meant { entries[index].wantsNotice = true }
        return meant.count
    }

    /// Notes what the person should be told; the oldest notices make room.
    package mutating func note(_ notice: QueueNotice) {
        notices = (notices + [notice]).suffix(Self.noticeLimit)
    }

    /// Hands over what somebody should be told.
    package mutating func takeNotices(where isMeant: (QueueNotice) -> Bool) -> [QueueNotice] {
        let taken = notices.filter(isMeant)
        notices.removeAll(where: isMeant)
        return taken
    }

    /// The request to send next, of those that are selected.
    ///
    /// Requests of one kind that concern the same keep their order: one that is held
    /// back, or was tried and is still there, holds back those behind it. It holds
    /// back no others: the server may fail at it for good. One that is left out holds
    /// nothing back: whoever was about to write its payload may be dead.
    package func next(
        _ selection: QueueSelection, at now: Date, tried: Set<QueuedRequestID>, leavingOut: Set<QueuedRequestID> = []
    ) -> QueueEntry? {
        var blocked: Set<Line> = []
        let waiting = entries.filter {
            !$0.isSettled && !$0.isExpired(at: now) && !leavingOut.contains($0.request.id)
        }
        for entry in selected(waiting, by: selection) where !blocked.contains(Line(entry)) {
            if !tried.contains(entry.request.id), selection != .due || !entry.isHeldBack(at: now) { return entry }
            blocked.insert(Line(entry))
        }
        return nil
    }

    private func selected(_ entries: [QueueEntry], by selection: QueueSelection) -> [QueueEntry] {
        switch selection {
        case .due, .all: entries
        case .kind(let kind): entries.filter { $0.request.kind == kind }
        case .request(let id):
            if let last = entries.firstIndex(where: { $0.request.id == id }) {
                entries[...last].filter { Line($0) == Line(entries[last]) }
            } else {
                []
            }
        }
    }

    /// Those that are sent one after the other.
    private struct Line: Hashable {
        let kind: QueuedRequestKind
        let subject: String

        init(_ entry: QueueEntry) {
            kind = entry.request.kind
            subject = entry.request.subject
        }
    }
}
