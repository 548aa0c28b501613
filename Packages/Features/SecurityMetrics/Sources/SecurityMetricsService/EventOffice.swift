import CoreModels
import FoundationEssentials
import Localization
import OperatingAPI
import SQLStoreAPI
import SecurityMetricsAPI
import SecurityMetricsServiceAPI

/// Shows the trail and what was found in it to administrators, and closes incidents for them.
struct EventOffice: EventBrowsing, IncidentClosing {
    let database: any SQLDatabase
    let recorder: AuditRecorder
    let now: @Sendable () -> Date
    private let declared: @Sendable () -> [AuditKind]
    /// How many incidents a page has.
    private static let limit = 50

    init(
        database: any SQLDatabase, kinds: @escaping @Sendable () -> [AuditKind], recorder: AuditRecorder,
        now: @escaping @Sendable () -> Date
    ) {
        self.database = database
        self.recorder = recorder
        self.now = now
        declared = kinds
    }

    var kinds: [EventKind] {
        declared().map { EventKind($0.name, $0.title) }.sorted { $0.name < $1.name }
    }

    func events(_ query: EventQuery, before position: Int?) async throws(EventsUnavailable) -> EventPage {
        let titles = Dictionary(declared().map { ($0.name, $0.title) }) { first, _ in first }
        return try await read { db in
            let found = try EventSearch(query, in: db).page(before: position, in: db)
            let events = try found.positions.compactMap { try Self.event(at: $0, titles, in: db) }
            return EventPage(events, next: found.next, isPartial: found.isPartial)
        }
    }

    func counts(of days: [EventDay]) async throws(EventsUnavailable) -> [EventCount] {
        try await read { db in
            try days.map { day in
                let mark = EventMarks.day(day.description)
                let (all, first, last) =
                    try db.first(
                        "SELECT COUNT(*), MIN(position), MAX(position) FROM audit_marks WHERE mark = \(mark)"
                    ) { row in (try row[0, as: Int.self], try row[1, as: Int?.self], try row[2, as: Int?.self]) }
                    ?? (0, nil, nil)
                guard let first, let last else { return EventCount(day, all: 0, grave: 0) }
                let grave = EventSeverity.warning.andWorse.map { EventMarks.severity($0.rawValue) }
                let count = try db.value(
                    """
                    SELECT COUNT(*) FROM audit_marks WHERE mark IN \(in: grave)
                        AND position >= \(first) AND position <= \(last)
                    """, as: Int.self)
                return EventCount(day, all: all, grave: count ?? 0)
            }
        }
    }

    func counts(
        ofKinds kinds: [String], in spans: [EventSpan]
    ) async throws(EventsUnavailable) -> [[Int]] {
        try await read { db in
            let ranges = try spans.map { span in
                // The first and the last of an index are found at once, each by itself.
                let mark = EventMarks.span(span)
                return (
                    try db.first("SELECT MIN(position) FROM audit_marks WHERE mark = \(mark)") {
                        try $0[0, as: Int?.self]
                    } ?? nil,
                    try db.first("SELECT MAX(position) FROM audit_marks WHERE mark = \(mark)") {
                        try $0[0, as: Int?.self]
                    } ?? nil
                )
            }
            return try kinds.map { kind in
                try ranges.map { first, last in
                    guard let first, let last else { return 0 }
                    return try db.value(
                        """
                        SELECT COUNT(*) FROM audit_marks
                        WHERE mark = \(EventMarks.kind(kind)) AND position >= \(first) AND position <= \(last)
                        """, as: Int.self) ?? 0
                }
            }
        }
    }

    func export(
        _ query: EventQuery, as format: EventFormat, from place: EventExport.Place?
    ) async throws(EventsUnavailable) -> EventExport {
        let titles = Dictionary(declared().map { ($0.name, $0.title) }) { first, _ in first }
        let exporter = EventExporter(query, as: format, titles: titles)
        return try await read { db in try exporter.part(from: place, in: db) }
    }

    func incidents(open isOpen: Bool, before number: Int?) async throws(EventsUnavailable) -> IncidentPage {
        try await read { db in
            let rows = try IncidentRow.latest(Self.limit + 1, isOpen: isOpen, before: number, in: db)
            let shown = rows.prefix(Self.limit)
            return IncidentPage(
                shown.map(ShownIncident.init), next: rows.count > Self.limit ? shown.last?.number : nil)
        }
    }

    func incident(_ number: Int) async throws(EventsUnavailable) -> ShownIncident? {
        try await read { db in try IncidentRow.find(number, in: db).map(ShownIncident.init) }
    }

    func close(
        _ number: Int, by administrator: UserID, in transaction: any SQLWriting
    ) throws -> ClosedIncident {
        try IncidentRow.close(number, at: now(), in: transaction) {
            let kind = AuditKind(OperatorDeed.incidentClosed)
            try recorder.record(AuditEvent(kind, because: "\(number)", by: administrator), in: transaction)
        }
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReading) throws -> Value
    ) async throws(EventsUnavailable) -> Value {
        do {
            return try await database.read { db in try body(db) }
        } catch {
            throw EventsUnavailable()
        }
    }

    /// - Returns: nil for what isn't an event any more, or somebody else wrote.
    private static func event(
        at position: Int, _ titles: [String: LocalizedText], in db: any SQLReading
    ) throws -> ShownEvent? {
        var found: AuditRow?
        try AuditRow.scanTree(from: position, in: db) { row in
            if row.position == position { found = row }
            return .stop
        }
        guard let record = found?.event.flatMap(AuditRecord.init) else { return nil }
        return ShownEvent(
            position: position, time: record.at, date: record.date,
            kind: EventKind(record.kind, titles[record.kind] ?? LocalizedText(verbatim: record.kind)),
            severity: EventSeverity(rawValue: record.severity),
            isRefused: record.outcome == AuditOutcome.refused.rawValue,
            account: try record.account.flatMap { try AuditNames.account(named: $0, in: db) },
            accountName: record.account,
            actor: try record.actor.flatMap { try AuditNames.account(named: $0, in: db) }, actorName: record.actor,
            address: record.address, program: record.program, cause: record.cause)
    }
}

extension ShownIncident {
    init(_ row: IncidentRow) {
        let rule = PatternRule.named(row.rule)
        let state: State =
            if let closedAt = row.closedAt { .closed(closedAt) } else { row.endedAt == nil ? .running : .over }
        self.init(
            number: row.number, title: rule?.title ?? LocalizedText(verbatim: row.rule), advice: rule?.advice,
            severity: rule.flatMap { EventSeverity(rawValue: $0.severity.rawValue) }, state: state,
            network: row.network, account: row.account, begunAt: row.begunAt, crossedAt: row.crossedAt,
            foundAt: row.foundAt, latestAt: row.latestAt, events: row.events, accounts: row.targets,
            networks: row.networks, isLate: row.isLate, answer: row.answer?.text(for: row.network))
    }
}
