import CryptographyAPI
import FoundationEssentials
import Localization
import SQLStoreAPI
import SecurityMetricsServiceAPI
import TelemetryAPI

/// The events of the trail that a forwarder didn't get yet.
///
/// Nothing is copied for it: the trail has the events, and a row for each forwarder says how far it
/// is. A power cut may take back what such a row says of the last seconds; then events come again.
struct ForwardingQueue: Sendable {
    /// What comes next.
    enum Next: Sendable {
        /// Events to be handed over.
        case batch(Batch)
        /// Something was noted: look again.
        case changed
    }

    struct Batch: Sendable {
        let events: [ForwardedEvent]
        /// Their places.
        let places: Range<Int>
        /// The hash of the last one.
        let hash: Data
    }

    /// How many rows are looked at in one step.
    private static let stride = 5_000

    let name: String
    let database: any SQLDatabase
    let hashing: any Hashing
    let keeping: Duration
    let log: Logger
    let now: @Sendable () -> Date
    let isTimeDisputed: @Sendable () -> Bool

    /// Looks what comes next; nil for nothing.
    ///
    /// - Parameters:
    ///   - limit: How many events at most.
    ///   - size: How many events the trail has that no power cut takes back.
    func next(_ limit: Int, personal: Bool, of size: Int) async throws -> Next? {
        let found = try await database.read { db in try look(limit, personal: personal, of: size, in: db) }
        switch found {
        case nil: return nil
        case .foreign(let row):
            try await beginAnew(row)
            return .changed
        case .surplus(let row, let end):
            try await passOver(row, before: end)
            return .changed
        case .batch(let row, let batch):
            if batch.places.upperBound != row.pending {
                try await database.write(.soon) { db in try row.propose(batch.places.upperBound, in: db) }
            }
            return .batch(batch)
        }
    }

    /// Takes note that the receiver has a batch.
    func settle(_ batch: Batch) async throws {
        let now = now()
        let isNoted = try await database.write(.soon) { db in
            try ForwarderRow.advance(name, over: batch.places, hash: batch.hash, at: now, in: db)
        }
        if !isNoted { log.warning("somebody else forwards these events, too", ["forwarder": name]) }
    }

    /// Takes note of a failure.
    func fail(because reason: String) async throws {
        let now = now()
        try await database.write(.soon) { db in try ForwarderRow.fail(name, because: reason, at: now, in: db) }
    }

    // MARK: Looking

    private enum Found: Sendable {
        case foreign(ForwarderRow)
        /// What is before a place is too old, or can't be read any more.
        case surplus(ForwarderRow, end: Int)
        case batch(ForwarderRow, Batch)
    }

    private func look(_ limit: Int, personal: Bool, of size: Int, in db: any SQLReading) throws -> Found? {
        guard let row = try ForwarderRow.find(name, in: db) else { return nil }
        // A trail that was begun anew beside the server is shorter than what it has shown.
        let count = try ForwarderRow.count(in: db)
        guard try row.isInTrail(of: count, in: db) else { return .foreign(row) }
        var end = min(size, count, row.position + Self.stride)
        if row.pending > row.position { end = min(end, row.pending) }
        guard row.position < end else { return nil }
        let oldest = isTimeDisputed() ? .distantPast : now().addingTimeInterval(-(keeping / .seconds(1)))
        var events: [ForwardedEvent] = [], last: Data?
        // Before which place nothing is left to be handed over, where no event comes first.
        var passed = end
        try AuditRow.scanTree(from: row.position, before: end, in: db) { entry in
            guard let event = try ForwardedEvent(entry, personal: personal, hashing, in: db), event.date >= oldest
            else { return events.isEmpty ? .next : .stop }
            // Places may be missing, too.
            guard entry.position == row.position + events.count, events.count < limit else {
                passed = entry.position
                return .stop
            }
            events.append(event)
            last = entry.hash
            return .next
        }
        guard let last else { return .surplus(row, end: passed) }
        return .batch(row, Batch(events: events, places: row.position..<row.position + events.count, hash: last))
    }

    // MARK: What it never gets

    private func passOver(_ row: ForwarderRow, before end: Int) async throws {
        let now = now(), count = end - row.position
        try await database.write(.soon) { db in
            let hash = try ForwarderRow.hash(at: end - 1, in: db)
            guard try row.passOver(before: end, hash: hash, count: count, in: db) else { return }
            let event = AuditEvent(.eventsPassedOver, because: "\(name) \(count) before \(end)")
            try WaitingEvent.insert(AuditRecord.write(event, from: nil, at: now), of: nil, in: db)
            try db.afterCommit { [log, name] in
                log.critical(
                    "security events were passed over: they are too old, or can't be read any more",
                    ["forwarder": name, "count": count, "before": end])
            }
        }
    }

    /// Goes to the beginning of a trail that isn't the one of which the forwarder got events.
    private func beginAnew(_ row: ForwarderRow) async throws {
        try await database.write(.soon) { db in
            guard try row.passOver(before: 0, hash: nil, count: 0, in: db) else { return }
            try db.afterCommit { [log, name] in
                log.critical(
                    "the audit trail isn't the one that was forwarded: it is forwarded from its beginning",
                    ["forwarder": name, "position": row.position])
            }
        }
    }
}
