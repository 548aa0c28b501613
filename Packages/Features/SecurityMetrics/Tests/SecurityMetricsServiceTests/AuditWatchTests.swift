import AccountsServiceTesting
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import PluginKit
import SQLStoreAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI
import TelemetryAPI
import TelemetryTesting
import Testing

/// A server looks through the whole trail itself, and signs nothing on top of what isn't as it was.
struct AuditWatchTests {
    /// What somebody does to events that were signed long ago.
    static let changes: [(String, SQL)] = [
        ("edited", "UPDATE audit_events SET event = '{\"at\":\"x\"}' WHERE position = 0"),
        ("removed", "UPDATE audit_events SET event = NULL WHERE position = 0"),
        ("missing", "DELETE FROM audit_events WHERE position = 0"),
        ("changed", "UPDATE audit_events SET hash = \(Data(count: 32)), event = NULL WHERE position = 1"),
        ("forged_head", "UPDATE audit_heads SET signature = 'bm90aGluZw==' WHERE size = 1"),
    ]

    private func server(_ body: @escaping @Sendable (AuditServer, HealthCheck) async throws -> Void) async throws {
        let server = try await AuditServer()
        try await server.composition.run {
            let check = try #require(server.composition.values(of: HealthChecks.self).first)
            for number in 0..<3 {
                _ = try await server.register("user\(number)@example.com")
                try await server.sweep()
                server.accounts.date.advance(by: .seconds(86_400))
            }
            #expect(await check.check() == .healthy)
            try await body(server, check)
        }
    }

    @Test(.requirement("AUDIT-11"), arguments: changes.indices) func aChangeIsFoundWithinADay(change: Int) async throws
    {
        try await server { server, check in
            try await server.accounts.database.write { db in try db.run(Self.changes[change].1) }
            // The round of yesterday is over: one of today begins.
            try await server.sweep()
            #expect(await check.check() != .healthy)
            let size = try await server.verify().size
            _ = try await server.register("eve@example.com")
            for _ in 0..<3 { try await server.sweep() }
            let report = try await server.verify()
            #expect(report.waiting == 1 && report.size == size, "nothing is signed on top")
            #expect(server.log.records.filter { $0.level == .critical }.count == 1)
        }
    }

    /// The whole trail is looked through in steps of 5000 events, each a transaction of its own.
    @Test(.requirement("AUDIT-11")) func aLongTrailIsLookedThroughInSteps() async throws {
        let server = try await AuditServer()
        try await server.composition.run {
            let check = try #require(server.composition.values(of: HealthChecks.self).first)
            let now = server.accounts.date.value
            try await server.accounts.database.write { db in
                for number in 0..<12_000 {
                    let event = AuditEvent(.eventsRemoved, because: "\(number)")
                    try WaitingEvent.insert(AuditRecord.write(event, from: nil, at: now), of: nil, in: db)
                }
            }
            for _ in 0..<3 { try await server.sweep() }
            try await server.accounts.database.write { db in
                try db.run("UPDATE audit_events SET event = NULL WHERE position = 11990")
            }
            server.accounts.date.advance(by: .seconds(86_400 * 2))
            for isFound in [false, false, true] {
                try await server.sweep()
                #expect(await (check.check() == .healthy) == !isFound)
            }
        }
    }
}
