import AccountsServiceTesting
import ConfigurationAPI
import ConfigurationSources
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import LoginServiceAPI
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import SecurityMetricsContract
import SecurityMetricsService
import SecurityMetricsServiceAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct AuditTrailTests {
    @Test(.requirement("AUDIT-01", "METRIC-01")) func anEventIsThereWithWhatItTellsOfOrNeitherIs() async throws {
        let server = try await AuditServer()
        let ada = try await server.register()
        server.refusing.refuse()
        await #expect(throws: (any Error).self) { try await server.register("eve@example.com") }
        let events = try await server.events()
        #expect(events.map(\.kind) == ["account.registered"])
        #expect(events[0].account == "\(ada.id)" && events[0].severity == "info" && events[0].outcome == "done")
        #expect(events[0].at == "2023-11-14T22:13:20.000Z")
    }

    @Test(.requirement("METRIC-01", "AUDIT-01")) func whatHappensToSessionsAndWaysInIsWritten() async throws {
        let server = try await AuditServer(), ada = try await server.register()
        let sessions = server.accounts.server
        let client = SessionClient(
            device: "Ada's laptop", userAgent: "essential/1.0", address: IPAddress("192.0.2.77"))
        let session = try await sessions.issuing.issueSession(for: ada, on: client)
        try await server.accounts.database.write { db in
            try sessions.events.record(.wayInChanged(.passkey, .added), of: ada.id, in: db)
            try sessions.events.record(.wayInChanged(.provider("Google"), .removed), of: ada.id, in: db)
            try sessions.events.record(.wayInChanged(.passkey, .copied), of: ada.id, in: db)
        }
        _ = try await sessions.ending.endSession(session.id, of: ada.id, because: .reuse)
        let events = try await server.events().dropFirst()
        #expect(
            events.map(\.kind) == [
                "login.accepted", "way-in.changed", "way-in.changed", "way-in.copied", "session.ended", "token.reused",
            ])
        let login = try #require(events.first)
        #expect(login.session == "\(session.id)" && login.program == "essential/1.0" && login.address == "192.0.2.0/24")
        #expect(
            events.map(\.cause) == [
                nil, "passkey added", "provider Google removed", "passkey copied", "reuse", nil,
            ])
        #expect(events.last?.session == "\(session.id)" && events.last?.outcome == "refused")
        #expect(events.filter { $0.severity == "critical" }.count == 2)
    }

    @Test(
        .requirement("AUDIT-01"),
        arguments: [("full", "2001:db8:1:2::7"), ("network", "2001:db8:1::/48"), ("none", nil)])
    func anAddressIsShortenedAsTheOperatorHasSet(setting: String, written: String?) async throws {
        let section = try #require(
            SecurityMetricsServicePlugin.declarations.values(of: ConfigurationSections.self).first)
        let configuration = try ConfigurationLoader(flags: [.init(name: "audit.address", value: setting)])
            .load(section.declarations)
        let server = try await AuditServer(configuration), ada = try await server.register()
        await server.refuse(.account(ada.id), on: SessionClient(address: IPAddress("2001:db8:1:2::7")))
        #expect(try await server.events().last?.address == written)
    }

    /// A refused login names the account, if there is one, and never the address that was typed.
    @Test(.requirement("AUDIT-01", "AUDIT-07")) func aRefusedLoginIsWrittenForEveryAddress() async throws {
        let server = try await AuditServer(), ada = try await server.register()
        for email in ["ADA@example.com", "nobody@example.com"] {
            await server.refuse(.address(try #require(EmailAddress(email))))
        }
        let events = try await server.events().dropFirst()
        #expect(events.map(\.kind) == ["login.refused", "login.refused"])
        #expect(events.map(\.account) == ["\(ada.id)", nil])
        #expect(events.allSatisfy { $0.outcome == "refused" && $0.cause == "invalid_credentials" })
    }

    @Test(.requirement("METRIC-09")) func whatCannotBeWrittenIsToldAndWrittenLater() async throws {
        let server = try await AuditServer(), ada = try await server.register()
        server.database.failWrites(with: SQLError(.diskFull, "no room"))
        await server.refuse(.account(ada.id))
        #expect(try await server.events().count == 1)
        #expect(server.log.records.contains { $0.message.contains("could not write the audit trail") })
        server.database.failWrites(with: nil)
        await server.refuse(.account(ada.id))
        #expect(try await server.events().map(\.kind) == ["account.registered", "login.refused", "login.refused"])
    }

    @Test(.requirement("AUDIT-02", "METRIC-04")) func eventsAreSignedAfterAWhile() async throws {
        let server = try await AuditServer()
        _ = try await server.register()
        #expect(try await server.verify().waiting == 1)
        try await server.composition.run {
            try await server.sweep()
            #expect(try await server.verify().waiting == 0)
            try await server.sweep()
            let report = try await server.verify()
            #expect(report.findings.isEmpty && report.size == 1 && report.head?.size == 1)
        }
    }

    /// The hash stays, and the event that says so isn't believed of others.
    @Test(.requirement("AUDIT-04")) func whatIsOldLosesItsBytesAndTheRestIsStillProved() async throws {
        let server = try await AuditServer()
        for number in 0..<3 { _ = try await server.register("user\(number)@example.com") }
        try await server.composition.run {
            try await server.sweep()
            server.accounts.date.advance(by: .seconds(401 * 86_400))
            _ = try await server.register("late@example.com")
            // What a clock says that was wrong for less than an hour removes nothing.
            try await server.sweep()
            server.accounts.date.advance(by: .seconds(3_599))
            try await server.sweep()
            #expect(try await server.verify().removed == 0)
            server.accounts.date.advance(by: .seconds(1))
            for _ in 0..<2 { try await server.sweep() }
            let report = try await server.verify()
            #expect(report.findings.isEmpty && report.size == 5 && report.removed == 3 && report.head?.removed == 3)
            #expect(try await server.events().map(\.kind) == ["account.registered", "audit.removed"])
            try await server.accounts.database.write { db in
                try db.run("UPDATE audit_events SET event = NULL WHERE position = 3")
            }
            #expect(try await server.verify().findings == [.removed(3)])
        }
    }

    @Test(.requirement("AUDIT-02")) func nothingIsSignedOnTopOfWhatSomebodyChanged() async throws {
        let server = try await AuditServer()
        _ = try await server.register()
        try await server.composition.run {
            try await server.sweep()
            try await server.accounts.database.write { db in
                try db.run("UPDATE audit_heads SET signature = 'bm90aGluZw=='")
            }
            _ = try await server.register("eve@example.com")
            try await server.sweep()
            #expect(try await server.verify().waiting == 1)
            let check = try #require(server.composition.values(of: HealthChecks.self).first)
            #expect(await check.check() != .healthy)
            #expect(server.log.records.contains { $0.message.contains("audit trail was changed") })
        }
    }

    /// Who cuts the newest events off together with their head finds a server that remembers it.
    @Test(.requirement("AUDIT-03"), arguments: [0, 1]) func aTrailThatIsCutWhileTheServerRunsIsFound(left: Int)
        async throws
    {
        let server = try await AuditServer()
        try await server.composition.run {
            for number in 0..<2 {
                _ = try await server.register("user\(number)@example.com")
                try await server.sweep()
                server.accounts.date.advance(by: .seconds(86_400))
            }
            let check = try #require(server.composition.values(of: HealthChecks.self).first)
            #expect(await check.check() == .healthy)
            try await server.accounts.database.write { db in
                try db.run("DELETE FROM audit_events WHERE position >= \(left)")
                try db.run("DELETE FROM audit_heads WHERE size > \(left)")
            }
            _ = try await server.register("eve@example.com")
            for _ in 0..<2 { try await server.sweep() }
            #expect(await check.check() != .healthy)
            #expect(server.log.records.filter { $0.message.contains("audit trail was changed") }.count == 1)
        }
    }

    /// A command gives events their places beside the server, which goes on from there.
    @Test(.requirement("AUDIT-02")) func twoProgramsWriteOneTrail() async throws {
        let server = try await AuditServer(), other = AuditTrail(server.signer, server.cryptography)
        try await server.composition.run {
            for number in 0..<6 {
                _ = try await server.register("user\(number)@example.com")
                if number.isMultiple(of: 2) {
                    try await server.sweep()
                } else {
                    try await other.sealAll(in: server.accounts.database, at: server.accounts.date.value)
                }
            }
            let report = try await server.verify()
            #expect(report.findings.isEmpty && report.size == 6 && report.waiting == 0)
            let check = try #require(server.composition.values(of: HealthChecks.self).first)
            #expect(await check.check() == .healthy)
        }
    }

    /// The order is that of writing, whatever the clock says.
    @Test(.requirement("AUDIT-02")) func aClockThatGoesBackDisturbsNothing() async throws {
        let server = try await AuditServer()
        try await server.composition.run {
            for number in 0..<4 {
                _ = try await server.register("user\(number)@example.com")
                try await server.sweep()
                server.accounts.date.advance(by: .seconds(number.isMultiple(of: 2) ? -90_000 : 3_600))
            }
            let report = try await server.verify()
            #expect(report.findings.isEmpty && report.size == 4)
        }
    }
}
