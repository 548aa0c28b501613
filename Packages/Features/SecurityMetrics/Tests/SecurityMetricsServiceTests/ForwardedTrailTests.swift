import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import Locking
import PluginKit
import SQLStoreAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI
import TelemetryAPI
import TelemetryTesting
import Testing

/// What others get of a trail that isn't what it was, and of one that two servers have.
@Suite(.timeLimit(.minutes(5)))
struct ForwardedTrailTests {
    private let receiver = ReceiverSpy()

    private func causes(_ receiver: ReceiverSpy) -> [String] { receiver.events.compactMap(\.cause) }

    private func row(_ server: AuditServer) async throws -> ForwarderRow {
        try await server.accounts.database.read { db in try #require(try ForwarderRow.find("spy", in: db)) }
    }

    @Test(.requirement("METRIC-13")) func aTrailThatWasBegunAnewIsForwardedFromItsBeginning() async throws {
        let server = try await AuditServer.forwarding(to: receiver)
        try await server.composition.run {
            try await server.add(["a", "b"])
            try await server.pass { receiver.events.count >= 2 }
        }
        try await server.accounts.database.write { db in
            for table in ["events", "heads", "nodes"] as [SQL] { try db.run("DELETE FROM audit_\(table)") }
        }
        let next = try await server.anew(forwarders: [receiver])
        try await next.composition.run {
            try await next.add(["x"])
            try await next.pass { receiver.events.count >= 3 }
            #expect(causes(receiver) == ["a", "b", "x"])
            #expect(receiver.events[2].position == 0 && receiver.events[2].id != receiver.events[0].id)
            #expect(next.log.records.contains { $0.level == .critical && $0.message.contains("isn't the one") })
        }
    }

    /// The server that runs has shown a longer one.
    @Test(.requirement("METRIC-13")) func aTrailThatIsBegunAnewBesideTheServerHasNothingToPassOver() async throws {
        let server = try await AuditServer.forwarding(to: receiver)
        try await server.composition.run {
            try await server.add(["a", "b", "c"])
            try await server.pass { receiver.events.count >= 3 }
            let trail = AuditTrail(server.signer, server.cryptography), now = server.accounts.date.value
            try await server.accounts.database.write { db in
                try trail.begin(after: trail.tree(in: db), at: now, in: db)
            }
            for _ in 0..<2_000 where receiver.events.count < 4 { await server.pass() }
            for _ in 0..<10 { await server.pass() }
            #expect(receiver.events.map(\.kind).last == "audit.begun" && receiver.events.last?.position == 0)
            let row = try await row(server)
            #expect(row.position == 1 && row.passedOver == 0)
        }
    }

    /// Neither what somebody removed nor what can't be read holds up what is behind it.
    @Test(
        .requirement("METRIC-13"),
        arguments: [
            "DELETE FROM audit_events WHERE position = 1", "UPDATE audit_events SET event = 'x' WHERE position = 1",
            "UPDATE audit_events SET event = NULL WHERE position = 1",
        ] as [SQL])
    func whatIsNotThereAnyMoreHoldsNothingUp(_ change: SQL) async throws {
        let server = try await AuditServer.forwarding(to: receiver)
        try await server.composition.run {
            receiver.manner.withLock { $0 = .fails(.unavailable(reason: "it can't be reached")) }
            try await server.add(["a", "b", "c"])
            try await server.pass { !receiver.calls.isEmpty }
            try await server.accounts.database.write { db in try db.run(change) }
            receiver.manner.withLock { $0 = .takes }
            for _ in 0..<2_000 where receiver.events.count < 2 { await server.pass() }
            #expect(causes(receiver) == ["a", "c"] && receiver.events.map(\.position) == [0, 2])
            #expect(try await row(server).passedOver == 1)
            #expect(server.log.records.contains { $0.level == .critical && $0.message.contains("passed over") })
        }
    }

    /// A server that lost its database while a receiver took its time moves nothing back.
    @Test(.requirement("METRIC-13")) func whoWasOvertakenMovesNothingBack() async throws {
        let server = try await AuditServer.forwarding(to: receiver), other = ReceiverSpy()
        try await server.composition.run {
            receiver.manner.withLock { $0 = .hangs(server.clock) }
            try await server.add(["a"])
            try await server.pass { !receiver.calls.isEmpty }
            let next = try await server.anew(forwarders: [other])
            try await next.composition.run {
                try await next.add(["b"])
                try await next.pass { other.events.count >= 2 }
                await next.clock.waitForSleepers()
            }
            #expect(causes(other) == ["a", "b"] && receiver.calls[0][0].id == other.events[0].id)
            receiver.manner.withLock { $0 = .takes }
            server.clock.advance(by: .seconds(2_000_000))
            await server.clock.waitForSleepers()
            #expect(server.log.records.contains { $0.message.contains("somebody else forwards") })
            #expect(try await row(server).position == 2)
        }
    }

    /// Whoever writes into the row stops nothing unseen.
    @Test(.requirement("METRIC-13")) func aRowThatIsSetAheadIsNoticed() async throws {
        let server = try await AuditServer.forwarding(to: receiver)
        try await server.composition.run {
            try await server.accounts.database.write { db in
                try db.run("UPDATE forwarders SET position = 1000, hash = NULL, pending = 1000")
            }
            try await server.add(["a"])
            try await server.pass { receiver.events.count >= 1 }
            let check = try #require(
                server.composition.values(of: HealthChecks.self).first { $0.name == "forwarding" })
            #expect(await check.check() == .healthy)
            try await server.accounts.database.write { db in try db.run("ALTER TABLE forwarders RENAME TO gone") }
            #expect(await check.check() != .healthy)
        }
    }
}
