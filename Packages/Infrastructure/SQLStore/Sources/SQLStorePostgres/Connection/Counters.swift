import Locking
import SQLStoreAPI

/// Which series this process counts by sequences of the database.
final class Counters: Sendable {
    private let known = Locked<Set<String>>([])

    func has(_ series: SQLSeries) -> Bool { known.withLock { $0.contains(series.name) } }

    /// The sequence of a series, as the server reads it.
    static func name(of series: SQLSeries) -> String {
        // Only letters, digits, points and underscores: it stands in statements.
        let name = series.name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") }
        return "\"series.\(name)\""
    }

    /// Makes the sequence of a series, if there is none: it begins behind the
    /// latest number that the tables hold.
    ///
    /// In a transaction of its own, under a lock that whoever wants to count waits
    /// for: so no number is given meanwhile.
    func begin(_ series: SQLSeries, over connection: Connection) throws(SQLError) {
        let name = Self.name(of: series)
        try connection.script("BEGIN")
        do {
            try connection.run(
                ("SELECT pg_advisory_xact_lock(\(AdvisoryLock.key(of: name)))" as SQL).form)
            let found = try connection.run(("SELECT to_regclass(\(name)) IS NOT NULL" as SQL).form)
            if found.value(row: 0, column: 0) != .integer(1) {
                var latest: Int64 = 0
                for question in series.latest {
                    let answer = try connection.run(question.form)
                    guard answer.rowCount > 0, case .integer(let number) = answer.value(row: 0, column: 0) else {
                        continue
                    }
                    latest = max(latest, number)
                }
                try connection.script("CREATE SEQUENCE \(name) START WITH \(latest + 1)")
            }
            try connection.script("COMMIT")
        } catch {
            connection.rollBack()
            throw error
        }
        known.withLock { _ = $0.insert(series.name) }
    }
}
