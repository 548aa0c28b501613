package import CoreModels
package import FoundationEssentials
package import SQLStoreAPI

/// The table of incidents.
package enum IncidentMigrations {
    /// All of them, in order; what is released is never changed.
    package static let all = [
        Migration(
            "incidents-0001",
            """
            CREATE TABLE incidents (
                number BIGINT PRIMARY KEY,
                rule TEXT NOT NULL,
                network TEXT,
                user_id TEXT,
                begun_at BIGINT NOT NULL,
                crossed_at BIGINT NOT NULL,
                found_at BIGINT NOT NULL,
                latest_at BIGINT NOT NULL,
                ended_at BIGINT,
                closed_at BIGINT,
                told_at BIGINT,
                events BIGINT NOT NULL,
                targets BIGINT NOT NULL,
                networks BIGINT NOT NULL
            );
            CREATE INDEX incidents_open ON incidents (rule) WHERE ended_at IS NULL;
            CREATE INDEX incidents_user ON incidents (user_id);
            """)
    ]
}

extension SQLSeries {
    fileprivate static let incidents = SQLSeries("incidents.numbers", latest: "SELECT MAX(number) FROM incidents")
}

/// An incident in its table.
package struct IncidentRow: Sendable {
    package let number: Int
    /// The name of the rule that found it.
    package let rule: String
    /// From which network, as much of it as the operator keeps; nil where it isn't about one.
    package let network: String?
    /// About whose account; nil where it isn't about one, or that is deleted.
    package let account: UserID?
    /// When the first event was that counted.
    package let begunAt: Date
    /// When there were enough of them.
    package let crossedAt: Date
    /// When it was written.
    package let foundAt: Date
    /// When the last event was.
    package let latestAt: Date
    /// When it ended, since nothing came any more; nil while something does.
    package let endedAt: Date?
    /// When an operator closed it.
    package let closedAt: Date?
    package let events: Int
    package let targets: Int
    package let networks: Int

    /// Whether more than a minute passed until it was found (METRIC-10).
    package var isLate: Bool { foundAt.timeIntervalSince(crossedAt) > 60 }

    private static let columns: SQL = """
        number, rule, network, user_id, begun_at, crossed_at, found_at, latest_at, ended_at, closed_at, events,
            targets, networks
        """

    private init(_ row: any SQLRow) throws {
        number = try row[0]
        rule = try row[1]
        network = try row[2]
        account = try row[3]
        begunAt = try row[4]
        crossedAt = try row[5]
        foundAt = try row[6]
        latestAt = try row[7]
        endedAt = try row[8]
        closedAt = try row[9]
        events = try row[10]
        targets = try row[11]
        networks = try row[12]
    }

    // MARK: Reading

    /// The latest ones, the latest first.
    ///
    /// - Parameter isOpen: Whether only those are wanted that nobody closed.
    package static func latest(_ limit: Int, isOpen: Bool, in db: any SQLReading) throws -> [IncidentRow] {
        let condition: SQL = isOpen ? "WHERE closed_at IS NULL" : ""
        return try db.rows("SELECT \(columns) FROM incidents \(condition) ORDER BY number DESC LIMIT \(limit)") {
            try IncidentRow($0)
        }
    }

    package static func find(_ number: Int, in db: any SQLReading) throws -> IncidentRow? {
        try db.first("SELECT \(columns) FROM incidents WHERE number = \(number)") { try IncidentRow($0) }
    }

    // MARK: Writing

    /// Writes what is known of an incident, which goes on if it is there.
    ///
    /// - Returns: Its row if it is new.
    static func save(
        _ finding: PatternFinding, network: String?, hasEnded: Bool, at now: Date, in db: any SQLWriting
    ) throws -> IncidentRow? {
        let latest = Date(timeIntervalSince1970: finding.last), end = hasEnded ? latest : nil, rule = finding.rule.name
        let account: UserID? = if case .account(let id) = finding.subject { id } else { nil }
        let known =
            try db.value(
                """
                SELECT MAX(number) FROM incidents
                WHERE rule = \(rule) AND ended_at IS NULL AND COALESCE(network, '') = \(network ?? "")
                    AND COALESCE(user_id, '') = \(account?.description ?? "")
                """, as: Int?.self) ?? nil
        if let known {
            try db.run(
                """
                UPDATE incidents SET latest_at = \(latest), ended_at = \(end),
                    events = CASE WHEN events > \(finding.events) THEN events ELSE \(finding.events) END,
                    targets = CASE WHEN targets > \(finding.targets) THEN targets ELSE \(finding.targets) END,
                    networks = CASE WHEN networks > \(finding.networks) THEN networks ELSE \(finding.networks) END
                WHERE number = \(known)
                """)
            return nil
        }
        let number = try db.nextNumber(of: .incidents)
        try db.run(
            """
            INSERT INTO incidents
                (number, rule, network, user_id, begun_at, crossed_at, found_at, latest_at, ended_at, events, targets,
                    networks)
            VALUES (\(number), \(rule), \(network), \(account), \(Date(timeIntervalSince1970: finding.begin)),
                \(Date(timeIntervalSince1970: finding.crossed)), \(now), \(latest), \(end), \(finding.events),
                \(finding.targets), \(finding.networks))
            """)
        return try find(number, in: db)
    }

    /// Ends those of which a server that stopped knew: nothing has come of them for long.
    static func endQuiet(_ rules: [PatternRule], at now: Date, in db: any SQLWriting) throws {
        for rule in rules {
            try db.run(
                """
                UPDATE incidents SET ended_at = latest_at
                WHERE rule = \(rule.name) AND ended_at IS NULL AND latest_at <= \(now.addingTimeInterval(-rule.quiet))
                """)
        }
    }

    /// Closes one.
    ///
    /// - Returns: Whether it was open.
    package static func close(_ number: Int, at now: Date, in db: any SQLWriting) throws -> Bool {
        try db.run("UPDATE incidents SET closed_at = \(now) WHERE number = \(number) AND closed_at IS NULL")
            .rowsChanged == 1
    }

    /// Forgets those that ended before a time.
    static func forget(endedBefore end: Date, in db: any SQLWriting) throws {
        try db.run("DELETE FROM incidents WHERE ended_at < \(end)")
    }

    /// Has nothing say any more that an incident was about an account.
    static func forget(_ account: UserID, in db: any SQLWriting) throws {
        try db.run("UPDATE incidents SET user_id = NULL WHERE user_id = \(account)")
    }

    /// Those of which no letter was written yet, and that nobody closed.
    static func untold(in db: any SQLReading) throws -> [IncidentRow] {
        try db.rows(
            "SELECT \(columns) FROM incidents WHERE told_at IS NULL AND closed_at IS NULL ORDER BY number LIMIT 100"
        ) {
            try IncidentRow($0)
        }
    }

    /// When the latest letter was written; nil for never.
    static func latestLetter(in db: any SQLReading) throws -> Date? {
        try db.value("SELECT MAX(told_at) FROM incidents", as: Date?.self) ?? nil
    }

    static func markTold(_ rows: [IncidentRow], at now: Date, in db: any SQLWriting) throws {
        try db.run("UPDATE incidents SET told_at = \(now) WHERE number IN \(in: rows.map(\.number))")
    }
}
