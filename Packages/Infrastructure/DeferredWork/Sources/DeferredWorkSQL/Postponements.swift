package import FoundationEssentials

/// When work that failed is tried again: after ten seconds, then each time after
/// twice as long, up to ten minutes.
///
/// A restart forgets it: whoever starts a server anew may have mended something.
package struct Postponements {
    /// In seconds.
    package static let first: TimeInterval = 10
    /// In seconds.
    package static let longest: TimeInterval = 600

    private var entries: [UUID: (pause: TimeInterval, end: Date)] = [:]

    package init() {}

    /// Whether the work isn't to be tried yet.
    package func holdsBack(_ id: UUID, at now: Date) -> Bool {
        entries[id].map { Self.rest(until: $0.end, at: now) > 0 } ?? false
    }

    /// Takes note of a failure.
    ///
    /// - Returns: Whether it is the first one of this work.
    package mutating func add(_ id: UUID, at now: Date) -> Bool {
        let last = entries[id]?.pause
        let pause = last.map { min($0 * 2, Self.longest) } ?? Self.first
        entries[id] = (pause, now.addingTimeInterval(pause))
        return last == nil
    }

    /// Forgets work that is over.
    package mutating func remove(_ id: UUID) {
        entries[id] = nil
    }

    /// In how many seconds there is something to try again; nil if nothing failed.
    package func rest(at now: Date) -> TimeInterval? {
        entries.values.map { Self.rest(until: $0.end, at: now) }.min()
    }

    /// A clock that was set back must hold nothing back for longer than a failure
    /// can.
    private static func rest(until end: Date, at now: Date) -> TimeInterval {
        let rest = end.timeIntervalSince(now)
        return rest > longest ? 0 : max(0, rest)
    }
}
