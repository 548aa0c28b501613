import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import SecurityMetricsService
import TelemetryAPI
import TelemetryTesting
import Testing

/// A server that can't sign says so.
struct AuditHealthTests {
    private func criticals(_ server: AuditServer) -> Int {
        server.log.records.filter { $0.level == .critical }.count
    }

    /// One row that can't be read is in nobody's way, and is told until somebody has looked after it.
    @Test(.requirement("AUDIT-10")) func aHostileRowHoldsNoEventUp() async throws {
        let server = try await AuditServer()
        try await server.composition.run {
            let check = try #require(server.composition.values(of: HealthChecks.self).first)
            try await server.accounts.database.write { db in
                try db.run("DROP TABLE audit_waiting")
                try db.run("CREATE TABLE audit_waiting (number INTEGER PRIMARY KEY, user_id TEXT, event TEXT)")
                try db.run("INSERT INTO audit_waiting (number, event) VALUES (1, 'x'), (2, NULL)")
            }
            for number in 0..<2 {
                _ = try await server.register("user\(number)@example.com")
                try await server.sweep()
            }
            let report = try await server.verify()
            #expect(report.size == 2 && report.waiting == 0 && report.findings == [.unreadable(2)])
            #expect(await check.check() != .healthy)
            #expect(criticals(server) == 1)
            try await server.accounts.database.write { db in try db.run("DELETE FROM audit_waiting") }
            try await server.sweep()
            #expect(await check.check() == .healthy)
        }
    }

    /// Whatever sealing fails for in two tries is told once, and sealing is tried again.
    @Test(.requirement("AUDIT-10")) func sealingThatFailsIsTold() async throws {
        let server = try await AuditServer()
        try await server.composition.run {
            let check = try #require(server.composition.values(of: HealthChecks.self).first)
            _ = try await server.register()
            try await server.accounts.database.write { db in try db.run("ALTER TABLE audit_heads RENAME TO gone") }
            await #expect(throws: SQLError.self) { try await server.sweep() }
            #expect(await check.check() == .healthy && criticals(server) == 0)
            for _ in 0..<2 {
                server.accounts.date.advance(by: .seconds(10))
                await #expect(throws: SQLError.self) { try await server.sweep() }
            }
            #expect(await check.check() != .healthy)
            #expect(criticals(server) == 1)
            try await server.accounts.database.write { db in try db.run("ALTER TABLE gone RENAME TO audit_heads") }
            try await server.sweep()
            #expect(await check.check() == .healthy)
        }
    }

    /// An event that waits for more than a minute is told, whatever nobody noticed.
    @Test(.requirement("AUDIT-10")) func anEventThatWaitsForLongIsTold() async throws {
        let server = try await AuditServer()
        try await server.composition.run {
            let check = try #require(server.composition.values(of: HealthChecks.self).first)
            _ = try await server.register()
            #expect(await check.check() == .healthy)
            server.accounts.date.advance(by: .seconds(61))
            #expect(await check.check() != .healthy)
            try await server.sweep()
            #expect(await check.check() == .healthy)
        }
    }
}
