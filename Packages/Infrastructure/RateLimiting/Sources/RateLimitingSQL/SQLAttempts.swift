package import FoundationEssentials
import Locking
package import RateLimitingAPI
package import RateLimitingCore
package import SQLStoreAPI

/// Keeps attempts in a table of bounded length.
package struct SQLAttempts: AttemptStoring {
    let database: any SQLDatabase
    /// How many identifiers are remembered.
    let capacity: Int
    /// How many may be added before all are counted again, which takes the longer
    /// the more there are.
    ///
    /// It follows what is committed.
    private let room = Locked(0)

    package init(database: any SQLDatabase, capacity: Int = 100_000) {
        self.database = database
        self.capacity = capacity
    }

    /// After how many seconds without an attempt an identifier is forgotten.
    private static let retention: TimeInterval = 30 * 86_400

    package static let migration = Migration(
        "rate-limiting-0001",
        """
        CREATE TABLE rate_limits (
            limiter TEXT NOT NULL,
            identifier TEXT NOT NULL,
            attempts TEXT NOT NULL,
            locked_until BIGINT,
            lockouts INTEGER NOT NULL,
            failures INTEGER NOT NULL,
            touched_at BIGINT NOT NULL,
            PRIMARY KEY (limiter, identifier)
        );
        CREATE INDEX rate_limits_touched_at ON rate_limits (touched_at);
        """)

    package func update<Result: Sendable>(
        _ key: AttemptKey, at now: Date, _ change: @Sendable (inout AttemptHistory) -> Result
    ) async throws(RateLimitingError) -> Result {
        do {
            return try await database.write { db in try update(key, at: now, in: db, change) }
        } catch {
            throw RateLimitingError(error)
        }
    }

    package func update<Result>(
        _ key: AttemptKey, at now: Date, in transaction: any SQLWriting, _ change: (inout AttemptHistory) -> Result
    ) throws -> Result {
        let before = try Self.find(key, in: transaction)
        var history = before ?? AttemptHistory()
        let result = change(&history)
        guard history != before else { return result }
        if before == nil { try makeRoom(in: transaction) }
        try Self.save(history, of: key, at: now, in: transaction)
        return result
    }

    package func history(of key: AttemptKey) async throws(RateLimitingError) -> AttemptHistory {
        do {
            return try await database.read { db in try Self.find(key, in: db) } ?? AttemptHistory()
        } catch {
            throw RateLimitingError(error)
        }
    }

    package func removeAll(of limiter: String) async throws(RateLimitingError) {
        do {
            try await database.write { db in try db.run("DELETE FROM rate_limits WHERE limiter = \(limiter)") }
        } catch {
            throw RateLimitingError(error)
        }
    }

    private static func find(_ key: AttemptKey, in db: any SQLReading) throws -> AttemptHistory? {
        try db.first(
            """
            SELECT attempts, locked_until, lockouts, failures FROM rate_limits
            WHERE limiter = \(key.limiter) AND identifier = \(key.identifier)
            """
        ) { row in
            AttemptHistory(
                attempts: dates(try row["attempts"]), lockedUntil: try row["locked_until"],
                lockouts: try row["lockouts"], failures: try row["failures"])
        }
    }

    private static func save(
        _ history: AttemptHistory, of key: AttemptKey, at now: Date, in db: any SQLWriting
    ) throws {
        guard !history.isEmpty else {
            try db.run(
                "DELETE FROM rate_limits WHERE limiter = \(key.limiter) AND identifier = \(key.identifier)")
            return
        }
        try db.run(
            """
            INSERT INTO rate_limits (limiter, identifier, attempts, locked_until, lockouts, failures, touched_at)
            VALUES (\(key.limiter), \(key.identifier), \(text(history.attempts)), \(history.lockedUntil),
                \(history.lockouts), \(history.failures), \(now))
            ON CONFLICT (limiter, identifier) DO UPDATE SET attempts = excluded.attempts,
                locked_until = excluded.locked_until, lockouts = excluded.lockouts, failures = excluded.failures,
                touched_at = excluded.touched_at
            """)
    }

    /// Forgets, at the limit, whoever hasn't been seen for longest: strangers must
    /// not fill the disk.
    private func makeRoom(in db: any SQLWriting) throws {
        let room = room
        if room.current > 0 { return try db.afterCommit { room.withLock { $0 -= 1 } } }
        let count = try db.value("SELECT count(*) FROM rate_limits", as: Int.self) ?? 0
        let kept = min(count, capacity - max(capacity / 100, 1)), left = capacity - kept - 1
        try db.afterCommit { room.withLock { $0 = left } }
        guard count > kept else { return }
        try db.run(
            """
            DELETE FROM rate_limits WHERE (limiter, identifier) IN (
                SELECT limiter, identifier FROM rate_limits ORDER BY touched_at LIMIT \(count - kept))
            """)
    }

    /// Forgets who hasn't been seen for a month.
    package static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("rate-limiting", every: .seconds(3600)) { db in
            try db.run("DELETE FROM rate_limits WHERE touched_at <= \(now().addingTimeInterval(-retention))")
        }
    }

    /// Whole milliseconds, as all dates in the database.
    private static func text(_ dates: [Date]) -> String {
        dates.map { String(Int64(($0.timeIntervalSince1970 * 1_000).rounded())) }.joined(separator: " ")
    }

    private static func dates(_ text: String) -> [Date] {
        text.split(separator: " ").compactMap { Int64($0) }.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }
}

extension SQLAttempts: AttemptForgetting {
    /// The tables, in order.
    package static let all = [migration, identifiers]

    package static let identifiers = Migration(
        "rate-limiting-0002", "CREATE INDEX rate_limits_identifier ON rate_limits (identifier);")

    package func forget(_ identifier: String, in transaction: any SQLWriting) throws {
        try transaction.run("DELETE FROM rate_limits WHERE identifier = \(identifier)")
    }
}

extension RateLimitingError {
    init(_ error: any Error) {
        switch error {
        case let error as RateLimitingError: self = error
        case let error as SQLError where error.code == .cancelled: self = .cancelled
        case is CancellationError: self = .cancelled
        default: self = .unavailable(reason: "\(error)")
        }
    }
}
