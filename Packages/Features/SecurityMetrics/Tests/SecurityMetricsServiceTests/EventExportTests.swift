import FoundationEssentials
import KernelTesting
import Localization
import SQLStoreAPI
import SQLStoreTesting
import SecurityMetricsAPI
import SecurityMetricsService
import Testing

/// Exporting events by a page: part by part, as the filter says.
struct EventExportTests {
    private static let count = EventExporter.batch * 2 + 500
    private static let name = "p" + String(repeating: "b", count: 32)
    private let store: TemporaryDatabase

    init() async throws {
        store = try await TemporaryDatabase(AuditMigrations.all)
        try await store.database.write { db in
            for position in 0..<Self.count {
                let isRare = position % 1_000 == 7, kind = isRare ? "login.refused" : "login.accepted"
                let more = isRare ? #""account":"\#(Self.name)","program":"=HYPERLINK(1)","# : ""
                let line =
                    #"{\#(more)"at":"2026-11-2\#(position % 10)T10:00:00.000Z","kind":"\#(kind)","#
                    + #""outcome":"done","severity":"\#(isRare ? "notice" : "info")"}"#
                try db.run(
                    """
                    INSERT INTO audit_events (position, event, hash)
                    VALUES (\(position), \(line), \(Data(repeating: 7, count: 32)))
                    """)
            }
            try Self.sign(Self.count, in: db)
        }
    }

    private static func sign(_ size: Int, in db: any SQLWriting) throws {
        try db.run(
            """
            INSERT INTO audit_heads (size, removed, signed_at, root, signed_by, signature, subtrees)
            VALUES (\(size), 0, '2026-11-27T10:00:00Z', \(Data(repeating: 1, count: 32).base64EncodedString()), 'key',
                \(Data(repeating: 2, count: 64).base64EncodedString()), \(Data()))
            """)
    }

    private func part(
        _ query: EventQuery, as format: EventFormat, from place: EventExport.Place?
    ) async throws -> EventExport {
        try await store.database.read { db in
            try EventExporter(query, as: format, titles: [:]).part(from: place, in: db)
        }
    }

    private func lines(_ query: EventQuery, as format: EventFormat) async throws -> (lines: [Substring], parts: Int) {
        var text = "", place: EventExport.Place?, parts = 0
        repeat {
            let part = try await part(query, as: format, from: place)
            text += String(decoding: part.bytes, as: UTF8.self)
            place = part.next
            parts += 1
        } while place != nil
        return (text.split(whereSeparator: \.isNewline), parts)
    }

    @Test(.requirement("METRIC-12")) func allEventsAreInItOnceInTheirOrder() async throws {
        let (lines, parts) = try await lines(EventQuery(), as: .csv)
        #expect(parts == 3 && lines.count == Self.count + 1)
        #expect(lines.dropFirst().map { Int($0.prefix { $0 != "," }) } == (0..<Self.count).map(Optional.init))
    }

    /// What begins like a formula is none in a spreadsheet, as in what the command writes.
    @Test(
        .requirement("METRIC-12"),
        arguments: [
            EventQuery(kind: "login.refused"), EventQuery(severity: .notice), EventQuery(account: name),
            EventQuery(kind: "login.refused", severity: .notice, account: name, day: EventDay("2026-11-27")),
        ])
    func onlyWhatTheFilterAsksForIsInIt(query: EventQuery) async throws {
        let (lines, _) = try await lines(query, as: .csv)
        #expect(lines.dropFirst().compactMap { Int($0.prefix { $0 != "," }) } == [7, 1_007, 2_007, 3_007, 4_007])
        #expect(lines.dropFirst().allSatisfy { $0.contains("'=HYPERLINK(1)") })
        let events = try await self.lines(query, as: .cef).lines
        #expect(events.count == 5 && events.allSatisfy { $0.hasPrefix("CEF:0|Essential|") })
        let none = EventQuery(kind: "login.refused", severity: .critical)
        #expect(try await self.lines(none, as: .csv).lines.count == 1)
    }

    /// A line for each event, wanted or not, and the heads: so it can be verified.
    @Test(.requirement("METRIC-12", "METRIC-04")) func jsonLinesHaveTheHashesOfWhatIsLeftOut() async throws {
        let (lines, _) = try await lines(EventQuery(kind: "login.refused"), as: .jsonl)
        #expect(lines.count == Self.count + 1)
        #expect(lines.count { $0.hasPrefix("{\"hash\":\"") } == Self.count - 5)
        #expect(lines.last?.hasPrefix("{\"head\":{") == true, "\(lines.last ?? "")")
    }

    /// Its last head is that of its last event, whatever is signed while it is sent.
    @Test(.requirement("METRIC-12")) func whatComesMeanwhileIsNotInIt() async throws {
        var part = try await part(EventQuery(), as: .jsonl, from: nil), text = ""
        try await store.database.write { db in
            try db.run(
                """
                INSERT INTO audit_events (position, event, hash)
                VALUES (\(Self.count), '{}', \(Data(repeating: 7, count: 32)))
                """)
            try Self.sign(Self.count + 1, in: db)
        }
        text += String(decoding: part.bytes, as: UTF8.self)
        while let place = part.next {
            part = try await self.part(EventQuery(), as: .jsonl, from: place)
            text += String(decoding: part.bytes, as: UTF8.self)
        }
        #expect(text.split(separator: "\n").count == Self.count + 1)
    }
}
