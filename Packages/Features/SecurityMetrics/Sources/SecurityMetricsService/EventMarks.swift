package import FoundationEssentials
package import SQLStoreAPI
import SecurityMetricsAPI

/// By what events are found: their account, kind, severity and day, in an index beside the trail.
///
/// It follows from the events, is made a while after these, and proves nothing: whoever changes it
/// hides events from a page, and none from verifying and exporting.
package enum EventMarks {
    /// SQLite keeps the rows in the index itself.
    static let migration = Migration(
        "audit-0003",
        """
        CREATE TABLE audit_marks (
            mark TEXT NOT NULL,
            position BIGINT NOT NULL,
            PRIMARY KEY (mark, position)
        ) WITHOUT ROWID;
        CREATE TABLE audit_marked (
            id INTEGER PRIMARY KEY,
            size BIGINT NOT NULL
        );
        """,
        elsewhere: """
            CREATE TABLE audit_marks (
                mark TEXT NOT NULL,
                position BIGINT NOT NULL,
                PRIMARY KEY (mark, position)
            );
            CREATE TABLE audit_marked (
                id INTEGER PRIMARY KEY,
                size BIGINT NOT NULL
            );
            """)

    /// How many events are marked in one transaction: the writer is held for about a tenth of a second.
    static let batch = 2_000

    static var sweep: Sweep { Sweep("audit-marks", every: .seconds(5)) { db in try extend(in: db) } }

    // MARK: The marks of an event

    static func account(_ name: String) -> String { "account \(name)" }
    static func kind(_ name: String) -> String { "kind \(name)" }
    static func severity(_ word: String) -> String { "severity \(word)" }
    static func day(_ day: String) -> String { "day \(day)" }
    static func span(_ span: EventSpan) -> String { span.isHour ? hour(span.description) : day(span.description) }
    private static func hour(_ hour: String) -> String { "hour \(hour)" }

    /// Most events are of the least severity, which nobody looks for.
    private static func marks(of record: AuditRecord) -> Set<String> {
        var marks: Set = [kind(record.kind), day(String(record.at.prefix(10))), hour(String(record.at.prefix(13)))]
        for name in [record.account, record.actor].compactMap(\.self) { marks.insert(account(name)) }
        if record.severity != "info" { marks.insert(severity(record.severity)) }
        return marks
    }

    // MARK: Counting

    /// How many events there are of kinds, by name, on days.
    ///
    /// What a clock that was wrong put between them isn't counted.
    static func counts(of kinds: [String], on days: [String], in db: any SQLReading) throws -> [String: Int] {
        let days = days.map(day), names = Dictionary(uniqueKeysWithValues: kinds.map { (kind($0), $0) })
        guard
            let (first, last) = try db.first(
                "SELECT MIN(position), MAX(position) FROM audit_marks WHERE mark IN \(in: days)",
                { row in (try row[0, as: Int?.self], try row[1, as: Int?.self]) }), let first, let last
        else { return [:] }
        let counts = try db.rows(
            """
            SELECT k.mark, COUNT(*) FROM audit_marks k
            WHERE k.mark IN \(in: names.keys.sorted()) AND k.position >= \(first) AND k.position <= \(last)
                AND EXISTS (SELECT 1 FROM audit_marks d WHERE d.mark IN \(in: days) AND d.position = k.position)
            GROUP BY k.mark
            """
        ) { row in (try row[0, as: String.self], try row[1, as: Int.self]) }
        return counts.reduce(into: [:]) { result, count in names[count.0].map { result[$0] = count.1 } }
    }

    /// Whether all events of before a time have places and are marked.
    package static func reach(_ time: Date, in db: any SQLReading) throws -> Bool {
        let waiting = try WaitingEvent.next(1, in: db).events.first.flatMap { AuditRecord($0.event)?.date }
        if let waiting, waiting < time { return false }
        let size = try db.value("SELECT size FROM audit_marked WHERE id = 1", as: Int.self) ?? 0
        var isReached = true
        try AuditRow.scanTree(from: size, in: db) { row in
            guard let date = row.event.flatMap(AuditRecord.init)?.date else { return .next }
            isReached = date >= time
            return .stop
        }
        return isReached
    }

    // MARK: Keeping them

    /// Marks the next events.
    package static func extend(in db: any SQLWriting) throws {
        let first = try db.value("SELECT size FROM audit_marked WHERE id = 1", as: Int.self) ?? 0
        var next = first
        try visit(first..<first + batch, in: db) { position, marks in
            next = position + 1
            for mark in marks {
                try db.run(
                    """
                    INSERT INTO audit_marks (mark, position) VALUES (\(mark), \(position))
                    ON CONFLICT (mark, position) DO NOTHING
                    """)
            }
        }
        guard next > first else { return }
        try db.run(
            "INSERT INTO audit_marked (id, size) VALUES (1, \(next)) ON CONFLICT (id) DO UPDATE SET size = \(next)")
    }

    /// Removes those of events whose bytes are about to be removed.
    package static func remove(_ positions: Range<Int>, in db: any SQLWriting) throws {
        try visit(positions, in: db) { position, marks in
            for mark in marks {
                try db.run("DELETE FROM audit_marks WHERE mark = \(mark) AND position = \(position)")
            }
        }
    }

    /// Removes all, before another trail begins.
    static func removeAll(in db: any SQLWriting) throws {
        try db.run("DELETE FROM audit_marks")
        try db.run("DELETE FROM audit_marked")
    }

    private static func visit(
        _ positions: Range<Int>, in db: any SQLReading, _ body: (Int, Set<String>) throws -> Void
    ) throws {
        var rows: [AuditRow] = []
        try AuditRow.scanTree(from: positions.lowerBound, in: db) { row in
            guard row.position < positions.upperBound else { return .stop }
            rows.append(row)
            return .next
        }
        for row in rows {
            try body(row.position, row.event.flatMap(AuditRecord.init).map(marks) ?? [])
        }
    }
}
