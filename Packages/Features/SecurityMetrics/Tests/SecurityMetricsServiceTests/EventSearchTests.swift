import CoreModels
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import SecurityMetricsAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI
import Testing

/// Finding events among many, by what they are.
///
/// `ESSENTIAL_EVENTS=1000000` makes as many as every night.
struct EventSearchTests {
    private static let days = 400
    private static let names = ["p" + String(repeating: "a", count: 32), "p" + String(repeating: "b", count: 32)]
    private static let day = "2026-11-27"
    private let count: Int
    private let store: TemporaryDatabase
    private var database: any SQLDatabase { store.database }

    init() async throws {
        count = ProcessInfo.processInfo.environment["ESSENTIAL_EVENTS"].flatMap(Int.init) ?? 20_000
        store = try await TemporaryDatabase(AuditMigrations.all)
        try await fill()
    }

    /// Of a thousand events one is of the second account and one a warning; each day has as many.
    private func fill() async throws {
        let step = max(1, count / Self.days)
        for start in stride(from: 0, to: count, by: 20_000) {
            try await database.write { [count] db in
                for position in start..<min(count, start + 20_000) {
                    let isRare = position % 1_000 == 500
                    let date = Date(
                        timeIntervalSince1970: 1_795_780_800 - 86_400 * Double((count - 1 - position) / step))
                    let at = AuditRecord.text(of: date), name = Self.names[isRare ? 1 : 0]
                    let kind = isRare ? "login.locked" : "login.accepted", severity = isRare ? "warning" : "info"
                    let line =
                        #"{"account":"\#(name)","at":"\#(at)","kind":"\#(kind)","outcome":"done","severity":"\#(severity)"}"#
                    try db.run(
                        """
                        INSERT INTO audit_events (position, event, hash)
                        VALUES (\(position), \(line), \(Data(repeating: 7, count: 32)))
                        """)
                }
            }
        }
        for _ in 0...count / 2_000 { try await database.write { db in try EventMarks.extend(in: db) } }
    }

    private func page(_ query: EventQuery, before: Int? = nil) async throws -> EventSearch.Found {
        try await database.read { db in try EventSearch(query, in: db).page(before: before, in: db) }
    }

    private static let queries: [EventQuery] = [
        EventQuery(), EventQuery(kind: "login.accepted"), EventQuery(kind: "login.locked"),
        EventQuery(severity: .warning),
        EventQuery(severity: .info), EventQuery(account: names[0]), EventQuery(account: names[1]),
        EventQuery(day: EventDay(day)), EventQuery(kind: "login.accepted", account: names[1]),
        EventQuery(kind: "login.locked", account: names[0]),
        EventQuery(kind: "login.locked", day: EventDay("2026-06-01")),
        EventQuery(severity: .warning, day: EventDay("2025-12-01")), EventQuery(kind: "no.such"),
        EventQuery(kind: "login.accepted", severity: .critical),
    ]

    @Test(.requirement("METRIC-06")) func aPageTakesFiveHundredthsOfASecondAtMost() async throws {
        let clock = ContinuousClock()
        for query in Self.queries {
            var before: Int?, longest = Duration.zero
            for _ in 0..<5 {
                let start = clock.now
                let found = try await page(query, before: before)
                longest = max(longest, clock.now - start)
                guard let next = found.next else { break }
                before = next
            }
            print("\(count) events, \(query): \(longest)")
            // A machine may be so busy that anything takes longer.
            #expect(longest < .milliseconds(count >= 1_000_000 ? 50 : 500), "\(query)")
        }
    }

    /// All pages together have each event that matches, once, the newest first.
    @Test(.requirement("METRIC-06")) func allPagesHaveEachEventOnce() async throws {
        for (query, expected) in [
            (EventQuery(kind: "login.locked"), count / 1_000), (EventQuery(severity: .warning), count / 1_000),
            (EventQuery(account: Self.names[1]), count / 1_000),
            (EventQuery(kind: "login.locked", severity: .notice, account: Self.names[1]), count / 1_000),
            (EventQuery(kind: "login.accepted", account: Self.names[1]), 0),
        ] {
            var before: Int?, all: [Int] = [], pages = 0
            repeat {
                let found = try await page(query, before: before)
                all += found.positions
                pages += 1
                before = found.next
            } while before != nil && pages < 1_000
            #expect(all.count == expected && all == Set(all).sorted(by: >), "\(query): \(all.count)")
        }
    }

    @Test(.requirement("METRIC-06")) func oneDayIsFoundWithoutTheOthers() async throws {
        let found = try await page(EventQuery(day: EventDay(Self.day)))
        #expect(found.positions.count == EventSearch.limit && found.positions.first == count - 1)
        #expect(try await page(EventQuery(day: EventDay("2020-01-01"))).positions == [])
    }

    @Test(.requirement("METRIC-06")) func aPageIsFoundByAnIndex() async throws {
        for statement in [
            EventSearch.all(in: 0..<count), EventSearch.floor(of: "kind login.accepted", in: 0..<count),
            EventSearch.matches(of: "kind login.accepted", [["severity warning", "severity critical"]], in: 0..<count),
        ] {
            let plan = try await database.read { db in
                try db.rows("EXPLAIN QUERY PLAN " + statement) { row in try row[3, as: String.self] }
            }
            #expect(plan.allSatisfy { !$0.contains("SCAN") && !$0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test(.requirement("METRIC-06", "METRIC-04")) func whatIsRemovedIsFoundNoMore() async throws {
        try await database.write { db in
            try EventMarks.extend(in: db)
            try EventMarks.remove(0..<1_000, in: db)
        }
        let left = try await database.read { db in
            try db.value("SELECT COUNT(*) FROM audit_marks WHERE position < 1000", as: Int.self)
        }
        #expect(left == 0)
    }
}
