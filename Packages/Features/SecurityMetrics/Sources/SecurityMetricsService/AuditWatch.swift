import CryptographyAPI
import FoundationEssentials
import Locking
import SQLStoreAPI
import SecurityMetricsContract

/// Looks through the whole trail while the server runs, a step at a time: when it starts, and once a day.
///
/// Signing alone sees only what is new.
final class AuditWatch: Sendable {
    /// How many events are looked at in one step: the writer is held for a tenth of a second.
    static let step = 5_000
    /// After how long it begins from the first event again.
    static let pause: TimeInterval = 86_400

    private struct State {
        var walk: AuditWalk?
        /// When it went through the trail last.
        var ended: Date?
    }

    private let state = Locked(State())

    /// Takes the next step, if it is time for one.
    ///
    /// - Returns: What is wrong with the trail; nil where nothing was found.
    func look(with signer: HeadSigner, _ hashing: MerkleHashing, at now: Date, in db: any SQLWriting) throws
        -> AuditFinding?
    {
        let (current, ended) = state.withLock { ($0.walk, $0.ended) }
        if current == nil, let ended, abs(now.timeIntervalSince(ended)) < Self.pause { return nil }
        var found: AuditFinding?
        var walk: AuditWalk
        if let current {
            walk = current
        } else {
            var heads: [TreeHead] = []
            for head in try HeadRow.all(in: db) {
                if try signer.hasSigned(head) { heads.append(head) } else { found = found ?? .forgedHead(head.size) }
            }
            walk = AuditWalk(heads, hashing)
        }
        // More may have been removed since it began.
        var removalEnd = 0
        if let latest = try HeadRow.all(in: db).last, try signer.hasSigned(latest) { removalEnd = latest.removed }
        let left = walk.signed - walk.tree.size
        let mayGoOn = try walk.goOn(min(Self.step, max(0, left)), removalEnd: removalEnd, in: db) {
            found = found ?? $0
        }
        let isDone = walk.tree.size >= walk.signed || !mayGoOn
        if isDone { found = found ?? walk.missed.first }
        let next = isDone || found != nil ? nil : walk
        try db.afterCommit { [state] in
            state.withLock { state in
                state.walk = next
                if next == nil { state.ended = now }
            }
        }
        return found
    }
}
