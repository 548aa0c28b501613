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

/// Operators see how far each receiver is.
struct ForwarderCommandsTests {
    private let date = ManualDate()
    private let data: TemporaryServerData
    private let commands: CommandRunner

    init() async throws {
        data = try await TemporaryServerData(AuditMigrations.all + ForwarderMigrations.all, now: date.now)
        let make = try #require(
            SecurityMetricsOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    @Test(.requirement("METRIC-08")) func noneIsShownWhereThereIsNone() async throws {
        #expect(await commands.run("forwarders", "list").output.contains("No security events are forwarded."))
        #expect(await commands.run("forwarders", "list", "--json").output == "{\"forwarders\":[]}\n")
    }

    @Test(.requirement("METRIC-08", "METRIC-13")) func whatWaitsAndWhyIsShown() async throws {
        let hour = date.value.addingTimeInterval(-3_600), hash = Data(repeating: 1, count: 32)
        try await data.database.write { db in
            for position in 0..<9 {
                try db.run("INSERT INTO audit_events (position, hash) VALUES (\(position), \(hash))")
            }
            try db.run(
                """
                INSERT INTO forwarders (name, position, hash, pending, passed_over, forwarded_at, failing_since, failure)
                VALUES ('otlp', 9, \(hash), 9, 0, \(hour), NULL, NULL),
                    ('webhook', 2, \(hash), 4, 17, NULL, \(hour), 'it answers 500')
                """)
        }
        let list = await commands.run("forwarders", "list")
        #expect(list.exit == .success && list.output.contains("it answers 500") && list.output.contains("17"))
        #expect(list.output.contains("goes on"))
        let spanish = await commands.run("forwarders", "list", "--language", "es")
        #expect(spanish.output.contains("omitidos") && spanish.output.contains("falla ("))
        let json = await commands.run("forwarders", "list", "--json").output
        #expect(json.contains(#""failure":"it answers 500""#) && json.contains(#""waiting":7"#))
        #expect(json.contains(#""waiting":0"#) && json.contains(#""passed_over":17"#))
    }
}
