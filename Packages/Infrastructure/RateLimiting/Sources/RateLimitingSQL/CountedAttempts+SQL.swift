import FoundationEssentials
import RateLimitingAPI
import SQLStoreAPI

extension CountedAttempts {
    /// What is in the table of the limits.
    static let sql = CountedAttempts(SQLAttempts.all) { limiter, name, now, db in
        let rows = try db.rows(
            "SELECT locked_until, failures FROM rate_limits WHERE \(of(name, limiter))"
        ) { row in (end: try row[0, as: Date?.self], failures: try row[1, as: Int.self]) }
        return AttemptStanding(
            lockedUntil: rows.compactMap(\.end).filter { $0 > now }.max(), failures: rows.map(\.failures).max() ?? 0)
    } forget: { limiter, name, db in
        try db.run("DELETE FROM rate_limits WHERE \(of(name, limiter))").rowsChanged > 0
    }

    /// The rows of a name and of those that begin with it; behind the full stop comes the slash.
    private static func of(_ name: String, _ limiter: String) -> SQL {
        "limiter = \(limiter) AND (identifier = \(name) OR identifier >= \(name + ".") AND identifier < \(name + "/"))"
    }
}
