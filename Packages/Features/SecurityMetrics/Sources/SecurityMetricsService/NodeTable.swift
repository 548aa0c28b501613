package import FoundationEssentials
package import SQLStoreAPI
package import SecurityMetricsContract

/// The roots of complete subtrees, kept beside the events: so a proof of consistency reads some
/// hundred rows, however long the trail is.
///
/// They follow from the hashes of events, and are made a while after these. A root that isn't
/// there, or somebody has changed, leads to no proof or to one that proves nothing: the signed
/// head says what the whole tree is.
package struct NodeTable: Sendable {
    /// The height of the smallest subtrees that are kept.
    ///
    /// They have 256 events; those below would take as many rows as events.
    static let height = 8
    /// How many subtrees of the smallest size are added in one transaction: the writer is held for
    /// less than a tenth of a second.
    static let batch = 50
    /// How many events a proof may read at most: what waits for its subtrees for some sweeps.
    static let patience = 50_000

    /// A proof would have to read too much, since subtrees are missing.
    package struct Behind: Error {}

    private let hashing: MerkleHashing

    package init(_ hashing: MerkleHashing) {
        self.hashing = hashing
    }

    // MARK: Adding

    /// Adds subtrees of the next events.
    ///
    /// - Parameter size: How many events have their places.
    package func extend(to size: Int, in db: any SQLWriting) throws {
        let last = try db.value(
            "SELECT position FROM audit_nodes WHERE height = \(Self.height) ORDER BY position DESC LIMIT 1",
            as: Int.self)
        // Whoever can write the database can put any number there.
        guard (last ?? 0) >= 0, (last ?? 0) < size else { return }
        let next = last.map { $0 + 1 } ?? 0, end = min(size >> Self.height, next + Self.batch)
        for position in next..<max(next, end) { try add(position, in: db) }
    }

    private func add(_ position: Int, in db: any SQLWriting) throws {
        var (height, position) = (Self.height, position)
        var hash = try leavesRoot(of: position << height..<(position + 1) << height, in: db)
        try insert(height, position, hash, in: db)
        while position & 1 == 1, let left = try node(height, position - 1, in: db) {
            hash = try hashing.node(left, hash)
            (height, position) = (height + 1, position >> 1)
            try insert(height, position, hash, in: db)
        }
    }

    private func insert(_ height: Int, _ position: Int, _ hash: Data, in db: any SQLWriting) throws {
        try db.run("INSERT INTO audit_nodes (height, position, hash) VALUES (\(height), \(position), \(hash))")
    }

    // MARK: Proving

    /// The proof that the first so many events of a tree are those of an earlier one.
    ///
    /// - Throws: ``Behind`` while subtrees are missing.
    package func consistency(from old: Int, to size: Int, in db: any SQLReading) throws -> [Data] {
        var patience = Self.patience
        return try MerkleProof.consistency(from: old, to: size).map { try root(of: $0, &patience, in: db) }
    }

    /// The root of a subtree, whose first leaf is where a complete subtree of its size begins.
    private func root(of leaves: Range<Int>, _ patience: inout Int, in db: any SQLReading) throws -> Data {
        let height = leaves.count.bitWidth - 1 - leaves.count.leadingZeroBitCount
        let isComplete = leaves.count == 1 << height
        if isComplete, height >= Self.height, let node = try node(height, leaves.lowerBound >> height, in: db) {
            return node
        }
        guard height >= Self.height else {
            patience -= leaves.count
            guard patience >= 0 else { throw Behind() }
            return try leavesRoot(of: leaves, in: db)
        }
        let middle = leaves.lowerBound + 1 << (isComplete ? height - 1 : height)
        return try hashing.node(
            root(of: leaves.lowerBound..<middle, &patience, in: db),
            root(of: middle..<leaves.upperBound, &patience, in: db))
    }

    private func node(_ height: Int, _ position: Int, in db: any SQLReading) throws -> Data? {
        try db.value("SELECT hash FROM audit_nodes WHERE height = \(height) AND position = \(position)")
    }

    private func leavesRoot(of leaves: Range<Int>, in db: any SQLReading) throws -> Data {
        var tree = MerkleFrontier()
        let hashes: [Data] = try db.values(
            """
            SELECT hash FROM audit_events WHERE position >= \(leaves.lowerBound) AND position < \(leaves.upperBound)
            ORDER BY position
            """)
        guard hashes.count == leaves.count else { throw AuditTrail.Obstacle.changed }
        for hash in hashes { try tree.append(hash, hashing) }
        return try tree.root(hashing)
    }
}
