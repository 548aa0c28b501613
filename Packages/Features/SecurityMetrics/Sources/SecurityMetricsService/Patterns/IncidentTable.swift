package import CoreModels
package import FoundationEssentials
import HTTPServingAPI
package import SQLStoreAPI
package import SecurityMetricsServiceAPI

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
            """),
        Migration("incidents-0002", "ALTER TABLE incidents ADD COLUMN answer TEXT;"),
        ReportTable.migration,
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
    /// What was done by itself; nil for nothing.
    package let answer: IncidentAnswer?

    /// Whether more than a minute passed until it was found (METRIC-10).
    package var isLate: Bool { foundAt.timeIntervalSince(crossedAt) > 60 }

    private static let columns: SQL = """
        number, rule, network, user_id, begun_at, crossed_at, found_at, latest_at, ended_at, closed_at, events,
            targets, networks, answer
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
        answer = (try row[13] as String?).flatMap(IncidentAnswer.init(rawValue:))
    }

    // MARK: Reading

    /// The latest ones, the latest first.
    ///
    /// - Parameters:
    ///   - isOpen: Whether only those are wanted that nobody closed.
    ///   - number: The number before which they are; nil for the latest.
    package static func latest(
        _ limit: Int, isOpen: Bool, before number: Int? = nil, in db: any SQLReading
    ) throws -> [IncidentRow] {
        var condition: SQL = "WHERE number < \(number ?? .max)"
        if isOpen { condition.append(" AND closed_at IS NULL") }
        return try db.rows("SELECT \(columns) FROM incidents \(condition) ORDER BY number DESC LIMIT \(limit)") {
            try IncidentRow($0)
        }
    }

    /// Those that nobody closed, the worst first: those of the gravest rules, those that go on, the latest.
    static func worst(_ limit: Int, in db: any SQLReading) throws -> [IncidentRow] {
        let grave = PatternRule.all.filter { $0.severity == .critical }.map(\.name)
        return try db.rows(
            """
            SELECT \(columns) FROM incidents WHERE closed_at IS NULL
            ORDER BY CASE WHEN rule IN \(in: grave) THEN 0 ELSE 1 END, CASE WHEN ended_at IS NULL THEN 0 ELSE 1 END,
                number DESC
            LIMIT \(limit)
            """
        ) { try IncidentRow($0) }
    }

    static func countOfOpen(in db: any SQLReading) throws -> Int {
        try db.value("SELECT COUNT(*) FROM incidents WHERE closed_at IS NULL", as: Int.self) ?? 0
    }

    static func count(foundIn period: ReportPeriod, in db: any SQLReading) throws -> Int {
        try db.value(
            "SELECT COUNT(*) FROM incidents WHERE found_at >= \(period.begin) AND found_at < \(period.end)",
            as: Int.self) ?? 0
    }

    package static func find(_ number: Int, in db: any SQLReading) throws -> IncidentRow? {
        try db.first("SELECT \(columns) FROM incidents WHERE number = \(number)") { try IncidentRow($0) }
    }

    // MARK: Writing

    /// Writes what is known of an incident, which goes on if it is there.
    ///
    /// - Parameter network: From where, as much of it as is kept; nil where that is nothing.
    /// - Returns: Its number, and its row if it is new.
    static func save(
        _ change: PatternChange, network: String?, at now: Date, in db: any SQLWriting
    ) throws -> (number: Int, new: IncidentRow?) {
        let finding = change.finding, rule = finding.rule.name
        let latest = Date(timeIntervalSince1970: finding.last), end = change.hasEnded ? latest : nil
        let account: UserID? = if case .account(let id) = finding.subject { id } else { nil }
        let known = try change.number ?? unfinished(finding, network: network, account, in: db)
        if let known {
            let outcome = try db.run(
                """
                UPDATE incidents SET latest_at = \(latest), ended_at = \(end),
                    events = CASE WHEN events > \(finding.events) THEN events ELSE \(finding.events) END,
                    targets = CASE WHEN targets > \(finding.targets) THEN targets ELSE \(finding.targets) END,
                    networks = CASE WHEN networks > \(finding.networks) THEN networks ELSE \(finding.networks) END
                WHERE number = \(known)
                """)
            if outcome.rowsChanged == 1 { return (known, nil) }
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
        return (number, try find(number, in: db))
    }

    /// One that another server found, or this one before it was started anew.
    ///
    /// Without the network nothing tells those of two networks apart, so that each is one.
    private static func unfinished(
        _ finding: PatternFinding, network: String?, _ account: UserID?, in db: any SQLReading
    ) throws -> Int? {
        if case .network = finding.subject, network == nil { return nil }
        return try db.value(
            """
            SELECT MAX(number) FROM incidents
            WHERE rule = \(finding.rule.name) AND ended_at IS NULL AND COALESCE(network, '') = \(network ?? "")
                AND COALESCE(user_id, '') = \(account?.description ?? "")
            """, as: Int?.self) ?? nil
    }

    /// Keeps what was done by itself.
    static func mark(_ number: Int, answeredBy answer: IncidentAnswer, in db: any SQLWriting) throws {
        try db.run("UPDATE incidents SET answer = \(answer.rawValue) WHERE number = \(number)")
    }

    /// How many incidents of a rule about an account were found from a time on.
    static func count(of rule: PatternRule, about account: UserID, since time: Date, in db: any SQLReading) throws
        -> Int
    {
        try db.value(
            "SELECT COUNT(*) FROM incidents WHERE user_id = \(account) AND rule = \(rule.name) AND found_at > \(time)",
            as: Int.self) ?? 0
    }

    /// Of whom a CAPTCHA is wanted, by those that go on and that nobody closed.
    static func captcha(in db: any SQLReading) throws -> IncidentCaptcha.Reach {
        var reach = IncidentCaptcha.Reach()
        let networks = try db.rows(
            """
            SELECT network FROM incidents
            WHERE ended_at IS NULL AND closed_at IS NULL AND answer = \(IncidentAnswer.captcha.rawValue)
            """
        ) { row in try row[0] as String? }
        for network in networks {
            if let network {
                IPNetwork(network).map { _ = reach.networks.insert($0) }
            } else {
                reach.isEverybody = true
            }
        }
        return reach
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

    /// Closes one, for a command or a page.
    ///
    /// - Parameter record: Keeps who did, if it was open.
    package static func close(
        _ number: Int, at now: Date, in db: any SQLWriting, _ record: () throws -> Void
    ) throws -> ClosedIncident {
        let outcome = try db.run(
            "UPDATE incidents SET closed_at = \(now) WHERE number = \(number) AND closed_at IS NULL")
        guard outcome.rowsChanged == 1 else { return try find(number, in: db) == nil ? .unknown : .wasClosed }
        try record()
        return .closed
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
