import FoundationEssentials
import Locking
import RateLimitingAPI

/// What a store failed to take note of, which is done with the next change of the same history.
///
/// An attempt counts as failed from when it is admitted. If a full disk kept what it came to, the
/// right password would count as a wrong one; so what is owed is kept in memory until it is
/// written. Nobody gains an attempt by it: what was admitted and refused stays counted, and only
/// what came to no verdict is taken back.
package final class UnwrittenChanges: Sendable {
    enum Change: Hashable, Sendable {
        /// An attempt succeeded, or somebody proved who they are in another way.
        case clear
        /// The latest attempt came to no verdict.
        case withdraw
        /// An attempt failed that wasn't admitted before.
        case failure(Date)
    }

    /// Of how many histories changes are kept, and how many of each: strangers must not fill
    /// the memory while the disk is full.
    private static let capacity = 10_000, length = 100

    private let changes = Locked<[AttemptKey: [Change]]>([:])

    package init() {}

    /// What is owed to a history, in order; it stays.
    func changes(of key: AttemptKey) -> [Change] { changes.current[key] ?? [] }

    /// Takes what is owed to a history, for one who writes it.
    func take(_ key: AttemptKey) -> [Change] {
        changes.withLock { $0.isEmpty ? [] : $0.removeValue(forKey: key) ?? [] }
    }

    /// Keeps what could not be written, before all that came since.
    func keep(_ unwritten: [Change], of key: AttemptKey) {
        guard !unwritten.isEmpty else { return }
        changes.withLock { changes in
            guard changes[key] != nil || changes.count < Self.capacity else { return }
            let all = unwritten + (changes[key] ?? [])
            // Before a success nothing counts.
            changes[key] = Array((all.lastIndex(of: .clear).map { all[$0...] } ?? all[...]).suffix(Self.length))
        }
    }
}

extension AttemptHistory {
    /// Makes up for what could not be written.
    mutating func make(_ unwritten: [UnwrittenChanges.Change], by policy: RateLimitPolicy) {
        for change in unwritten {
            switch change {
            case .clear: clear()
            case .withdraw: withdraw(by: policy)
            case .failure(let date): _ = recordFailure(at: date, by: policy)
            }
        }
    }
}
