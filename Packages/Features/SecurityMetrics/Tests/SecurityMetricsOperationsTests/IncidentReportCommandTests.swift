import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import OperatingAPI
import OperatingTesting
import PluginKit
import SQLStoreAPI
import SecurityMetricsOperations
import SecurityMetricsService
import Testing

/// What operators are shown of the days up to now.
struct IncidentReportCommandTests {
    private let date = ManualDate()
    private let data: TemporaryServerData
    private let commands: CommandRunner

    init() async throws {
        data = try await TemporaryServerData(AuditMigrations.all + IncidentMigrations.all, now: date.now)
        let make = try #require(
            SecurityMetricsOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    /// Marks events, as the server does.
    private func mark(_ kind: String, _ count: Int, daysAgo: Int, from first: Int) async throws {
        let day = date.value.addingTimeInterval(-86_400 * Double(daysAgo)).formatted(.iso8601).prefix(10)
        try await data.database.write { db in
            for position in first..<first + count {
                for mark in ["kind \(kind)", "day \(day)"] {
                    try db.run("INSERT INTO audit_marks (mark, position) VALUES (\(mark), \(position))")
                }
            }
        }
    }

    @Test(.requirement("METRIC-11")) func whatCountsIsShownBesideTheTimeBefore() async throws {
        try await mark("login.refused", 4, daysAgo: 9, from: 0)
        try await mark("login.refused", 3, daysAgo: 6, from: 10)
        try await mark("token.reused", 1, daysAgo: 0, from: 20)
        let json = await commands.run("incidents", "report", "--json").output
        #expect(json.contains(#"{"before":4,"kind":"login.refused","now":3}"#), "\(json)")
        #expect(json.contains(#"{"before":0,"kind":"token.reused","now":1}"#) && json.contains(#""quiet":false"#))
        #expect(json.contains(#""partial":false"#) && json.contains(#""since":"2023-11-08T00:00:00Z""#))
        let day = await commands.run("incidents", "report", "--days", "1", "--json").output
        #expect(day.contains(#"{"before":0,"kind":"login.refused","now":0}"#))
        let text = await commands.run("incidents", "report")
        #expect(
            text.exit == .success && text.output.contains("Failed logins")
                && text.output.contains("Found: 0 (before: 0)"))
    }

    @Test(.requirement("METRIC-11")) func theWorstOfWhatIsOpenIsFirst() async throws {
        let time = date.value, closed = time
        try await data.database.write { db in
            for (number, rule, ended, isClosed) in [
                (1, "token-reuse", true, false), (2, "spraying", false, false), (3, "spraying", true, false),
                (4, "token-reuse", false, true), (5, "a-rule-of-before", true, false),
            ] {
                try db.run(
                    """
                    INSERT INTO incidents (number, rule, begun_at, crossed_at, found_at, latest_at, ended_at, closed_at,
                        events, targets, networks)
                    VALUES (\(number), \(rule), \(time), \(time), \(time), \(time), \(ended ? time : nil as Date?),
                        \(isClosed ? closed : nil as Date?), 1, 1, 1)
                    """)
            }
        }
        let json = await commands.run("incidents", "report", "--json").output
        let numbers = json.split(separator: #""number":"#).dropFirst().map { $0.prefix { $0.isNumber } }
        #expect(numbers == ["1", "2", "5", "3"] && json.contains(#""found":5"#) && json.contains(#""open":4"#))
        let text = await commands.run("incidents", "report").output
        #expect(text.contains("Ask them for the device") && text.contains("block the network in your firewall"))
        #expect(text.ranges(of: "block the network in your firewall").count == 1, "each advice once")
        let spanish = await commands.run("incidents", "report", "--language", "es").output
        #expect(spanish.contains("Incidentes abiertos: 4."))
    }
}
