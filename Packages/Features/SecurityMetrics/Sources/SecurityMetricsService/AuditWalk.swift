import FoundationEssentials
import SQLStoreAPI
import SecurityMetricsContract

/// Looks at a trail event by event, from the first one on: each against its hash, and all hashes
/// against each signed head.
///
/// It can stop after any event and go on later, so that a server looks through a long trail
/// in short steps.
struct AuditWalk: Sendable {
    /// What of the trail was seen.
    private(set) var tree = MerkleFrontier()
    /// How many events had been removed.
    private(set) var removed = 0
    /// Which names events have, and which of them were those of accounts that were deleted; nil where
    /// nobody asks.
    var names: (used: Set<String>, deleted: Set<String>)?
    /// How many events the greatest head is of.
    let signed: Int
    private let hashing: MerkleHashing
    /// The heads that weren't reached yet, by their size.
    private var ahead: ArraySlice<TreeHead>

    /// - Parameter heads: Those that the server signed.
    init(_ heads: [TreeHead], _ hashing: MerkleHashing) {
        ahead = heads.sorted { $0.size < $1.size }[...]
        signed = ahead.last?.size ?? 0
        self.hashing = hashing
    }

    /// Visits the next events.
    ///
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - removalEnd: Before which place a signed head says that events were removed for their age.
    ///   - tell: Hears what is wrong.
    /// - Returns: Whether there may be more.
    mutating func goOn(
        _ limit: Int = .max, removalEnd: Int, in db: any SQLReading, _ tell: (AuditFinding) -> Void
    ) throws -> Bool {
        try pass(tell)
        var visited = 0, isWhole = true
        guard visited < limit else { return true }
        try AuditRow.scanTree(from: tree.size, in: db) { row in
            let place = tree.size
            guard row.position == place else {
                tell(.missing(place))
                isWhole = false
                return .stop
            }
            var hash = row.hash
            if let bytes = row.bytes {
                hash = try hashing.leaf(bytes)
                if hash != row.hash { tell(.edited(place)) }
                if names != nil, let name = AuditNames.name(in: bytes) {
                    names?.used.insert(name)
                    if bytes.contains(AuditNames.deletion) { names?.deleted.insert(name) }
                }
            } else {
                removed += 1
                if place >= removalEnd { tell(.removed(place)) }
            }
            try tree.append(hash, hashing)
            try pass(tell)
            visited += 1
            return visited < limit ? .next : .stop
        }
        return isWhole && visited == limit
    }

    /// The heads of more events than there are.
    var missed: [AuditFinding] { ahead.map { .cut($0.size) } }

    /// Compares the tree with the heads of its size.
    private mutating func pass(_ tell: (AuditFinding) -> Void) throws {
        while let head = ahead.first, head.size <= tree.size {
            if try tree.root(hashing).base64EncodedString() != head.root { tell(.changed(head.size)) }
            ahead.removeFirst()
        }
    }
}
