import CoreModels
import FoundationEssentials
import HTTPServingAPI
import Locking
import SecurityMetricsServiceAPI

/// Sees events as they come to be on disk, and knows what was found in them.
///
/// What it remembers of accounts and addresses are numbers that mean something in this process
/// only.
final class PatternWatch: Sendable {
    private let kinds = PatternRule.all.reduce(into: Set<String>()) { $0.formUnion($1.kinds.union($1.against)) }
    private let detector = Locked(PatternDetector())

    /// Whether anything is looked for in events of a kind.
    func concerns(_ kind: AuditKind) -> Bool { kinds.contains(kind.name) }

    /// Takes an event into account.
    ///
    /// - Parameter target: What stands for an address that has no account; nil for none.
    func see(_ event: AuditEvent, about target: Int? = nil, at time: Date) {
        guard concerns(event.kind) else { return }
        let sighting = Sighting(
            event.kind.name, because: event.cause, at: time.timeIntervalSince1970,
            target: event.account?.hashValue ?? target, account: event.account,
            from: event.address?.neighbourhood)
        detector.withLock { $0.see(sighting) }
    }

    /// What is new of incidents that wasn't settled yet.
    func changes(at time: Date) -> [PatternChange] {
        detector.withLock { $0.changes(at: time.timeIntervalSince1970) }
    }

    /// Takes note that changes are on disk.
    func settle(_ changes: [PatternChange]) { detector.withLock { $0.settle(changes) } }

    /// Takes note that an account is gone.
    func forget(_ account: UserID) { detector.withLock { $0.forget(account) } }
}
