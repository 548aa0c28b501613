import CoreModels
package import CryptographyAPI
package import FoundationEssentials
package import SQLStoreAPI
import SecurityMetricsContract
import SecurityMetricsServiceAPI

/// Gives events their places in the tree, signs its head, and removes what is old.
package struct AuditTrail: Sendable {
    /// What is in the way of going on.
    package enum Obstacle: Error, Hashable {
        /// What was kept of the tree isn't what was signed: somebody has changed it.
        case changed
        /// Somebody else goes on with the trail meanwhile.
        case busy
    }

    /// How many events get their places, or are removed, in one transaction.
    package static let batch = 5_000

    private let signer: HeadSigner
    private let hashing: MerkleHashing
    private let names: AuditNames

    package init(_ signer: HeadSigner, _ cryptography: Cryptography) {
        self.signer = signer
        hashing = MerkleHashing(cryptography.hashing)
        names = AuditNames(cryptography)
    }

    /// Gives the next events that have no place theirs, and signs the head.
    ///
    /// Rows that are no events stay where they are.
    ///
    /// - Parameter seen: The tree as whoever calls saw it before; nil if they didn't.
    /// - Returns: The tree, whether all events have their places, and how many rows are no events.
    /// - Throws: ``Obstacle/changed`` if the tree isn't what was signed, or doesn't go on from
    ///   what was seen.
    package func seal(
        at now: Date, after seen: MerkleFrontier? = nil, in db: any SQLWriting
    ) throws -> (tree: MerkleFrontier, isDone: Bool, unreadable: Int) {
        let latest = try latest(in: db)
        var tree = try tree(of: latest)
        guard try seen.map({ try goesOn(tree, from: $0, in: db) }) ?? true,
            try !db.exists("SELECT 1 FROM audit_events WHERE position >= \(tree.size)")
        else { throw Obstacle.changed }
        let (waiting, unreadable) = try WaitingEvent.next(Self.batch, in: db)
        guard !waiting.isEmpty else { return (tree, true, unreadable) }
        var known: [UserID: String] = [:]
        for event in waiting {
            let line = try line(of: event, &known, in: db), hash = try hashing.leaf(Data(line.utf8))
            try AuditRow.insert(line, hash, at: tree.size, in: db)
            try tree.append(hash, hashing)
            try event.remove(in: db)
        }
        try keep(tree, removed: latest?.head.removed ?? 0, at: now, in: db)
        return (tree, waiting.count < Self.batch, unreadable)
    }

    /// Takes a step of looking through the whole trail.
    func look(_ watch: AuditWatch, at now: Date, in db: any SQLWriting) throws -> AuditFinding? {
        try watch.look(with: signer, hashing, at: now, in: db)
    }

    /// The latest head, which is signed.
    ///
    /// - Throws: ``Obstacle/changed`` if it isn't.
    func head(in db: any SQLReading) throws -> HeadDisplay.Shown? {
        let latest = try latest(in: db)
        _ = try tree(of: latest)
        return latest.map { HeadDisplay.Shown(head: $0.head, key: signer.publicKey) }
    }

    /// Gives all events theirs.
    package func sealAll(in database: any SQLDatabase, at now: Date) async throws {
        while try await database.write({ db in try !seal(at: now, in: db).isDone }) {}
    }

    /// Up to which place events are older than a date, as signed heads show it: whatever an event
    /// says of its time, it is older than a head that has its place.
    package func end(ofEventsUntil date: Date, in db: any SQLReading) throws -> Int {
        guard let latest = try latest(in: db)?.head else { return 0 }
        let heads = try HeadRow.all(in: db).filter { try $0.size > latest.removed && signer.hasSigned($0) }
        return HeadTimes.believed(heads).last { $0.date <= date }?.head.size ?? latest.removed
    }

    /// Removes the bytes of the events before a place; their hashes stay.
    ///
    /// The head says so, so that nobody else can unseen, and an event for who reads.
    ///
    /// - Returns: Whether all of them are removed; a call removes ``batch``.
    package func removeEvents(before end: Int, at now: Date, in db: any SQLWriting) throws -> Bool {
        let latest = try latest(in: db), tree = try tree(of: latest)
        guard let removed = latest?.head.removed, end > removed, end <= tree.size else { return true }
        let place = min(end, removed + Self.batch)
        try EventMarks.remove(removed..<place, in: db)
        try db.run("UPDATE audit_events SET event = NULL WHERE position >= \(removed) AND position < \(place)")
        try keep(tree, removed: place, at: now, in: db)
        let event = AuditEvent(.eventsRemoved, because: "before \(place)")
        try WaitingEvent.insert(AuditRecord.write(event, from: nil, at: now), of: nil, in: db)
        return place == end
    }

    /// Puts all events and heads away, with rows that are none, and begins a new trail with an event
    /// that says what was before it; what waits comes behind that.
    ///
    /// - Parameter former: The tree of all events, as ``tree(in:)`` makes it before: that takes a
    ///   while, in which others write.
    /// - Throws: ``Obstacle/busy`` if an event has got its place since.
    package func begin(after before: MerkleFrontier, at now: Date, in db: any SQLWriting) throws {
        guard try Self.size(in: db) == before.size else { throw Obstacle.busy }
        try db.run("DELETE FROM audit_events")
        try db.run("DELETE FROM audit_heads")
        try db.run("DELETE FROM audit_nodes")
        try EventMarks.removeAll(in: db)
        try WaitingEvent.removeUnreadable(in: db)
        try names.removeForeign(in: db)
        let root = try before.root(hashing).base64EncodedString()
        let event = AuditEvent(.trailBegun, because: "after \(before.size) events with root \(root)")
        let line = AuditRecord.write(event, from: nil, at: now), hash = try hashing.leaf(Data(line.utf8))
        var tree = MerkleFrontier()
        try AuditRow.insert(line, hash, at: 0, in: db)
        try tree.append(hash, hashing)
        try keep(tree, removed: 0, at: now, in: db)
    }

    /// The tree of all events, whatever was signed.
    package func tree(in db: any SQLReading) throws -> MerkleFrontier {
        var tree = MerkleFrontier()
        try AuditRow.scanTree(in: db) { row in
            try tree.append(row.bytes.map { try hashing.leaf($0) } ?? row.hash, hashing)
            return .next
        }
        return tree
    }

    private static func size(in db: any SQLReading) throws -> Int {
        try db.countOfRows("SELECT position, event, hash FROM audit_events", where: AuditRow.isEvent)
    }

    private func latest(in db: any SQLReading) throws -> HeadRow? {
        do {
            return try HeadRow.latest(in: db)
        } catch let error as SQLError where [.typeMismatch, .unexpectedNull].contains(error.code) {
            throw Obstacle.changed
        }
    }

    private func line(
        of event: WaitingEvent, _ known: inout [UserID: String], in db: any SQLWriting
    ) throws -> String {
        guard let account = event.account else { return event.event }
        let name = try known[account] ?? names.name(of: account, in: db)
        known[account] = name
        return AuditRecord.naming(name, in: event.event)
    }

    private func keep(_ tree: MerkleFrontier, removed: Int, at now: Date, in db: any SQLWriting) throws {
        let head = try signer.sign(tree.root(hashing), size: tree.size, removed: removed, at: now)
        try HeadRow.insert(head, tree.kept, in: db)
    }

    /// The tree of the latest head.
    private func tree(of latest: HeadRow?) throws -> MerkleFrontier {
        guard let latest else { return MerkleFrontier() }
        guard let tree = MerkleFrontier(size: latest.head.size, subtrees: latest.subtrees),
            try tree.root(hashing).base64EncodedString() == latest.head.root, try signer.hasSigned(latest.head)
        else { throw Obstacle.changed }
        return tree
    }

    /// Whether a tree goes on from one that was seen, by the hashes of what came since.
    private func goesOn(_ tree: MerkleFrontier, from seen: MerkleFrontier, in db: any SQLReading) throws -> Bool {
        var rebuilt = seen
        if tree.size > seen.size {
            try AuditRow.scanTree(from: seen.size, in: db) { row in
                try rebuilt.append(row.hash, hashing)
                return rebuilt.size < tree.size ? .next : .stop
            }
        }
        return rebuilt == tree
    }
}
