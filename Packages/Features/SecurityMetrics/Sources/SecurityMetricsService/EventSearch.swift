import CoreModels
import FoundationEssentials
package import SQLStoreAPI
package import SecurityMetricsAPI
import SecurityMetricsContract

/// Finds events by their marks, a page at a time.
///
/// However many events there are, a page reads some thousands of marks at most: where few of them
/// match, it says how far it looked, and the next one goes on from there.
package struct EventSearch: Sendable {
    /// How many events a page has.
    package static let limit = 50
    /// How many marks are looked at for a page.
    static let patience = 5_000

    /// Of which events: those with one of the first marks, and with one of each of the others.
    private let first: [String]
    private let others: [[String]]
    private let day: String?

    package init(_ query: EventQuery, in db: any SQLReading) throws {
        var conditions: [[String]] = []
        if let account = query.account {
            // A name that no event has, if the account has none.
            let name = try UserID(account).map { try AuditNames.known(of: $0, in: db) ?? "" } ?? account
            conditions.append([EventMarks.account(name)])
        }
        if let kind = query.kind { conditions.append([EventMarks.kind(kind)]) }
        if let severity = query.severity, severity != .info {
            conditions.append(severity.andWorse.map { EventMarks.severity($0.rawValue) })
        }
        day = query.day.map { EventMarks.day($0.description) }
        if let day { conditions.append([day]) }
        first = conditions.first ?? []
        others = Array(conditions.dropFirst())
    }

    /// Where the events of a page are.
    package struct Found: Hashable, Sendable {
        package let positions: [Int]
        package let next: Int?
        package let isPartial: Bool
    }

    package func page(before end: Int?, in db: any SQLReading) throws -> Found {
        guard let range = try range(before: end ?? .max, in: db) else {
            return Found(positions: [], next: nil, isPartial: false)
        }
        guard !first.isEmpty else {
            let positions: [Int] = try db.values(Self.all(in: range))
            return found(positions, floor: nil)
        }
        let floor = try first.compactMap { mark in try db.value(Self.floor(of: mark, in: range), as: Int.self) }.max()
        let narrowed = (floor ?? range.lowerBound)..<range.upperBound
        var positions: [Int] = []
        for mark in first { positions += try db.values(Self.matches(of: mark, others, in: narrowed)) }
        return found(Array(positions.sorted(by: >).prefix(Self.limit + 1)), floor: floor)
    }

    private func found(_ positions: [Int], floor: Int?) -> Found {
        guard positions.count <= Self.limit else {
            let shown = Array(positions.prefix(Self.limit))
            return Found(positions: shown, next: shown.last, isPartial: false)
        }
        return Found(positions: positions, next: floor, isPartial: floor != nil)
    }

    /// Where events may be: those of a day stand together, but for clocks that were wrong.
    private func range(before end: Int, in db: any SQLReading) throws -> Range<Int>? {
        let removed = (try? HeadRow.latest(in: db)?.head.removed) ?? 0
        guard let day else { return removed < end ? removed..<end : nil }
        guard
            let (lowest, highest) = try db.first(
                "SELECT MIN(position), MAX(position) FROM audit_marks WHERE mark = \(day)",
                { row in (try row[0, as: Int?.self], try row[1, as: Int?.self]) }),
            let lowest, let highest, max(lowest, removed) < min(highest + 1, end)
        else { return nil }
        return max(lowest, removed)..<min(highest + 1, end)
    }

    // MARK: Statements

    /// The newest events, whatever they are.
    package static func all(in range: Range<Int>) -> SQL {
        """
        SELECT position FROM audit_events
        WHERE position >= \(range.lowerBound) AND position < \(range.upperBound) AND event IS NOT NULL
        ORDER BY position DESC LIMIT \(limit + 1)
        """
    }

    /// Up to where a mark is looked at.
    package static func floor(of mark: String, in range: Range<Int>) -> SQL {
        """
        SELECT position FROM audit_marks
        WHERE mark = \(mark) AND position >= \(range.lowerBound) AND position < \(range.upperBound)
        ORDER BY position DESC LIMIT 1 OFFSET \(patience - 1)
        """
    }

    /// The newest events with a mark, and one of each of others.
    package static func matches(of mark: String, _ others: [[String]], in range: Range<Int>) -> SQL {
        var sql: SQL = """
            SELECT m.position FROM audit_marks m
            WHERE m.mark = \(mark) AND m.position >= \(range.lowerBound) AND m.position < \(range.upperBound)
            """
        for marks in others {
            sql.append(
                " AND EXISTS (SELECT 1 FROM audit_marks o WHERE o.mark IN \(in: marks) AND o.position = m.position)")
        }
        sql.append(" ORDER BY m.position DESC LIMIT \(limit + 1)")
        return sql
    }
}
