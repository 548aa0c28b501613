package import CoreModels
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

    /// The next ones, in the order in which they get their places.
    static func next(_ limit: Int, in db: any SQLReading) throws -> [WaitingEvent] {
        try db.rows("SELECT number, user_id, event FROM audit_waiting ORDER BY number LIMIT \(limit)") { row in
            try WaitingEvent(row)
        }
    }

    /// Those of an account.
    static func all(of account: UserID, in db: any SQLReading) throws -> [WaitingEvent] {
        try db.rows("SELECT number, user_id, event FROM audit_waiting WHERE user_id = \(account)") { row in
            try WaitingEvent(row)
        }
    }

    /// Visits all, the latest first.
    package static func scanLatest(in db: any SQLReading, _ visit: (WaitingEvent) throws -> SQLScan) throws {
        try db.scan("SELECT number, user_id, event FROM audit_waiting ORDER BY number DESC") { row in
            try visit(WaitingEvent(row))
        }
    }

    /// How many there are.
    static func count(in db: any SQLReading) throws -> Int {
        try db.value("SELECT COUNT(*) FROM audit_waiting", as: Int.self) ?? 0
    }

    /// Removes those that have got their places.
    static func remove(upTo number: Int, in db: any SQLWriting) throws {
        try db.run("DELETE FROM audit_waiting WHERE number <= \(number)")
    }

    /// Has it say whose account it is about, by the name of that.
    func name(_ name: String, in db: any SQLWriting) throws {
        let line = AuditRecord.naming(name, in: event)
        try db.run("UPDATE audit_waiting SET event = \(line), user_id = NULL WHERE number = \(number)")
    }

    private init(_ row: any SQLRow) throws {
        (number, account, event) = (try row[0], try row[1], try row[2])
    }
}
