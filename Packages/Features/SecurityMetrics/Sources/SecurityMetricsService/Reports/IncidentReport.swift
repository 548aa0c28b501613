package import SQLStoreAPI

/// What happened to accounts in some days, beside as many days before (METRIC-11).
package struct IncidentReport: Sendable {
    /// How often something happened.
    package struct Count: Hashable, Sendable {
        package let kind: ReportedKind
        package let now: Int
        package let before: Int
    }

    /// How many open incidents a report shows.
    package static let limit = 20

    package let period: ReportPeriod
    /// Those that nobody closed, whenever they were, the worst first; at most ``limit``.
    package let open: [IncidentRow]
    /// How many nobody closed.
    package let openCount: Int
    /// How many were found in the period, and before it.
    package let found: (now: Int, before: Int)
    package let counts: [Count]

    package init(_ period: ReportPeriod, in db: any SQLReading) throws {
        self.period = period
        open = try IncidentRow.worst(Self.limit, in: db)
        openCount = try IncidentRow.countOfOpen(in: db)
        found = (
            now: try IncidentRow.count(foundIn: period, in: db),
            before: try IncidentRow.count(foundIn: period.before, in: db)
        )
        let names = ReportedKind.all.map(\.name)
        let now = try EventMarks.counts(of: names, on: period.names, in: db)
        let before = try EventMarks.counts(of: names, on: period.before.names, in: db)
        counts = ReportedKind.all.map { Count(kind: $0, now: now[$0.name] ?? 0, before: before[$0.name] ?? 0) }
    }

    /// Whether nothing deserves more than a line.
    package var isQuiet: Bool {
        openCount == 0 && found.now == 0 && counts.allSatisfy { !$0.kind.isGrave || $0.now == 0 }
    }

    /// The rules that found what is open, each once, the worst first.
    package var rules: [PatternRule] {
        var seen: Set<String> = []
        return open.compactMap { seen.insert($0.rule).inserted ? PatternRule.named($0.rule) : nil }
    }
}
