package import CoreModels
package import FoundationEssentials
package import SQLStoreAPI

extension SQLSeries {
    /// They begin anew whenever no event waits.
    fileprivate static let waitingEvents = SQLSeries(
        "audit.waiting", latest: "SELECT MAX(number) FROM audit_waiting")
}

/// An event that has no place in the tree yet, and doesn't say whose account it is about.
package struct WaitingEvent: Sendable {
    /// Its place among those that wait.
    package let number: Int
    /// Whose account it is about; nil where there is none.
    package let account: UserID?
    /// Its bytes, but for the name of the account.
    package let event: String

    /// Adds an event behind all others.
    package static func insert(_ event: String, of account: UserID?, in db: any SQLWriting) throws {
        let number = try db.nextNumber(of: .waitingEvents)
        try db.run("INSERT INTO audit_waiting (number, user_id, event) VALUES (\(number), \(account), \(event))")
    }

    /// The next ones, in the order in which they get their places; rows that are no events stay
    /// behind, so that none of them holds the others up.
    static func next(_ limit: Int, in db: any SQLReading) throws -> (events: [WaitingEvent], unreadable: Int) {
        var events: [WaitingEvent] = [], unreadable = 0
        try db.scan("SELECT number, user_id, event FROM audit_waiting ORDER BY number") { row in
            if let event = WaitingEvent(row) { events.append(event) } else { unreadable += 1 }
            return events.count < limit ? .next : .stop
        }
        return (events, unreadable)
    }

    /// Those of an account.
    static func all(of account: UserID, in db: any SQLReading) throws -> [WaitingEvent] {
        try db.rows("SELECT number, user_id, event FROM audit_waiting WHERE user_id = \(account)") { row in
            WaitingEvent(row)
        }.compactMap { $0 }
    }

    /// Visits all, the latest first.
    package static func scanLatest(in db: any SQLReading, _ visit: (WaitingEvent) throws -> SQLScan) throws {
        try db.scan("SELECT number, user_id, event FROM audit_waiting ORDER BY number DESC") { row in
            try WaitingEvent(row).map(visit) ?? .next
        }
    }

    /// How many there are, and how many of them are older than a date; rows that are no events
    /// aren't counted.
    static func count(olderThan date: Date, in db: any SQLReading) throws -> (all: Int, older: Int) {
        var all = 0, older = 0
        try scanLatest(in: db) { event in
            all += 1
            if let time = AuditRecord(event.event)?.date, time < date { older += 1 }
            return .next
        }
        return (all, older)
    }

    /// How many rows are no events.
    static func countOfUnreadable(in db: any SQLReading) throws -> Int {
        try db.countOfRows("SELECT number, user_id, event FROM audit_waiting") { row in WaitingEvent(row) == nil }
    }

    /// What stands in rows that are no events.
    package static func unreadable(in db: any SQLReading) throws -> [Data] {
        try db.rows("SELECT number, user_id, event FROM audit_waiting") { row in
            WaitingEvent(row) == nil ? try row.value(at: 2).bytes ?? Data() : nil
        }.compactMap { $0 }
    }

    /// Removes one that has got its place.
    func remove(in db: any SQLWriting) throws {
        try db.run("DELETE FROM audit_waiting WHERE number = \(number)")
    }

    /// Removes rows that are no events.
    static func removeUnreadable(in db: any SQLWriting) throws {
        let events = try next(.max, in: db).events
        try db.run("DELETE FROM audit_waiting")
        for event in events { try insert(event.event, of: event.account, in: db) }
    }

    /// Has it say whose account it is about, by the name of that.
    func name(_ name: String, in db: any SQLWriting) throws {
        let line = AuditRecord.naming(name, in: event)
        try db.run("UPDATE audit_waiting SET event = \(line), user_id = NULL WHERE number = \(number)")
    }

    /// Has no row say any more that it is about an account, events or not.
    static func forget(_ account: UserID, in db: any SQLWriting) throws {
        try db.run("UPDATE audit_waiting SET user_id = NULL WHERE user_id = \(account)")
    }

    /// - Returns: nil for what the server never writes.
    private init?(_ row: any SQLRow) {
        let account: UserID?
        do { account = try row[1] } catch { return nil }
        guard let number = try? row[0, as: Int.self],
            let stored = try? row.value(at: 2), case .text(let event) = stored,
            AuditRecord.line(of: Data(event.utf8)) != nil, AuditRecord(event) != nil
        else { return nil }
        (self.number, self.account, self.event) = (number, account, event)
    }
}
