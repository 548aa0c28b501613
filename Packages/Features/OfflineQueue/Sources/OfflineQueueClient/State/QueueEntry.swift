package import CoreModels
package import FoundationEssentials
package import OfflineQueueAPI

/// A request that waits, and where its payload is.
package struct QueueEntry: Equatable, Sendable {
    /// How long the first failure holds a request back; each further one
    /// doubles it.
    package static let firstDelay: Double = 5
    /// How long a failure holds a request back at most.
    package static let longestDelay: Double = 15 * 60
    /// How far the clock may go back before the age of a request is unknown.
    package static let clockTolerance: Double = 5 * 60

    package private(set) var request: WaitingRequest
    package let slot: Int
    /// Since when it waits, by the clock that nobody can set; nil where that isn't
    /// known.
    package let since: BootTime?
    package var wantsNotice: Bool
    /// Whether it isn't sent any more and only has to be removed.
    package var isSettled = false

    package init(_ new: QueuedRequest, slot: Int, at now: Date, since: BootTime? = nil) {
        request = WaitingRequest(
            id: new.id, kind: new.kind, subject: new.subject, owner: new.owner, createdAt: now,
            expiresAt: now + Double(new.kind.lifetime.components.seconds),
            notBefore: Self.end(of: new.retryAfter, from: now))
        self.slot = slot
        self.since = since
        wantsNotice = new.wantsNotice
    }

    /// Has its times say how long it has really waited, by a clock that was wrong when
    /// it came, or is wrong now: neither ends it, nor has it wait for years.
    package mutating func reckon(at now: Date, _ boot: BootTime) {
        guard let waited = since?.duration(to: boot) else { return }
        let came = now.addingTimeInterval(-(waited / .seconds(1))), shift = came.timeIntervalSince(request.createdAt)
        guard abs(shift) > Self.clockTolerance else { return }
        request = WaitingRequest(
            id: request.id, kind: request.kind, subject: request.subject, owner: request.owner, createdAt: came,
            expiresAt: request.expiresAt + shift, attempts: request.attempts,
            notBefore: request.notBefore.map { $0 + shift }, problem: request.problem)
    }

    /// Notes what is known of it now.
    package mutating func renew(_ new: QueuedRequest, at now: Date) {
        wantsNotice = new.wantsNotice
        note(request.problem, attempts: request.attempts, notBefore: Self.end(of: new.retryAfter, from: now))
    }

    private static func end(of pause: Duration?, from now: Date) -> Date? {
        pause.map { now + Double($0.components.seconds) }
    }

    package init(
        _ request: WaitingRequest, slot: Int, since: BootTime? = nil, wantsNotice: Bool, isSettled: Bool
    ) {
        self.request = request
        self.slot = slot
        self.since = since
        self.wantsNotice = wantsNotice
        self.isSettled = isSettled
    }

    /// Whether it waited too long.
    ///
    /// What holds a password also goes when the clock went back, since nobody
    /// knows then how long it has been there (D9). What somebody wrote doesn't.
    package func isExpired(at now: Date) -> Bool {
        let age = now.timeIntervalSince(request.createdAt)
        return now >= request.expiresAt || (request.kind.holdsPassword && age < -Self.clockTolerance)
    }

    /// Whether a failure holds it back.
    package func isHeldBack(at now: Date) -> Bool {
        guard let notBefore = request.notBefore else { return false }
        // Farther off than the server may ask for: the clock went back.
        return notBefore > now && notBefore.timeIntervalSince(now) <= 86_400
    }

    /// Notes a failure.
    ///
    /// - Parameter jitter: From 0 to 1; it takes up to half of the delay away,
    ///   so that not all devices come back at once.
    package mutating func postpone(because problem: QueueProblem, retryAfter: Duration?, at now: Date, jitter: Double) {
        var delay = Self.firstDelay
        for _ in 0..<request.attempts where delay < Self.longestDelay { delay *= 2 }
        delay = min(delay, Self.longestDelay) * (1 - jitter / 2)
        if let retryAfter { delay = max(delay, Double(retryAfter.components.seconds)) }
        note(problem, attempts: request.attempts + 1, notBefore: now + delay)
    }

    /// Notes why it has to wait, though not for how long.
    package mutating func block(because problem: QueueProblem) {
        note(problem, attempts: request.attempts, notBefore: nil)
    }

    /// Notes in whose name it is sent.
    package mutating func belong(to owner: UserID) {
        request = WaitingRequest(
            id: request.id, kind: request.kind, subject: request.subject, owner: owner, createdAt: request.createdAt,
            expiresAt: request.expiresAt, attempts: request.attempts, notBefore: request.notBefore,
            problem: request.problem)
    }

    private mutating func note(_ problem: QueueProblem?, attempts: Int, notBefore: Date?) {
        request = WaitingRequest(
            id: request.id, kind: request.kind, subject: request.subject, owner: request.owner,
            createdAt: request.createdAt, expiresAt: request.expiresAt, attempts: attempts, notBefore: notBefore,
            problem: problem)
    }
}
