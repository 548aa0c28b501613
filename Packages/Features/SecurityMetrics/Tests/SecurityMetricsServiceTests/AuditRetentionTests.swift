import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Locking
import PluginKit
import SQLStoreAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI
import Testing

/// What is removed doesn't come back, so it is removed only where signed heads show its age.
struct AuditRetentionTests {
    private static let day = Duration.seconds(86_400)

    private func add(_ count: Int, to server: AuditServer) async throws {
        let now = server.accounts.date.value
        try await server.accounts.database.write { db in
            for number in 0..<count {
                let event = AuditEvent(.eventsRemoved, because: "\(number)")
                try WaitingEvent.insert(AuditRecord.write(event, from: nil, at: now), of: nil, in: db)
            }
        }
    }

    /// Lets two hours pass, a sweep each.
    private func sweepForHours(_ server: AuditServer, hours: Int = 3) async throws {
        for _ in 0..<hours {
            try await server.sweep()
            server.accounts.date.advance(by: .seconds(3_600))
        }
    }

    /// Whoever has the database sets the clock's row; the machine's clock says otherwise.
    @Test(.requirement("AUDIT-12")) func nothingIsRemovedWhileTheTimeIsDisputed() async throws {
        let server = try await AuditServer()
        try await server.composition.run {
            try await add(3, to: server)
            try await server.sweep()
            server.accounts.date.advance(by: Self.day * 500)
            server.isTimeDisputed.withLock { $0 = true }
            try await sweepForHours(server)
            #expect(try await server.verify().removed == 0)
            server.isTimeDisputed.withLock { $0 = false }
            try await server.sweep()
            #expect(try await server.verify().removed == 0, "the hour begins when it isn't disputed any more")
            try await sweepForHours(server)
            #expect(try await server.verify().removed == 3)
        }
    }

    /// A clock that was ahead for a day keeps nothing for longer than the rest.
    @Test(.requirement("AUDIT-12")) func eventsFromAheadAreInNobodysWay() async throws {
        let server = try await AuditServer()
        try await server.composition.run {
            for number in 0..<4 {
                if number == 1 { server.accounts.date.advance(by: Self.day * 5_000) }
                try await add(1, to: server)
                try await server.sweep()
                if number == 1 { server.accounts.date.advance(by: Self.day * -5_000) }
                server.accounts.date.advance(by: Self.day)
            }
            server.accounts.date.advance(by: Self.day * 410)
            try await sweepForHours(server)
            #expect(try await server.verify().removed == 4)
            #expect(try await server.verify().findings.isEmpty)
        }
    }

    /// A clock that was behind for a day makes nothing old.
    @Test(.requirement("AUDIT-12")) func eventsFromAClockThatWasBehindAreKept() async throws {
        let server = try await AuditServer()
        try await server.composition.run {
            server.accounts.date.advance(by: Self.day * 1_000)
            for number in 0..<4 {
                if number == 2 { server.accounts.date.advance(by: Self.day * -1_000) }
                try await add(1, to: server)
                try await server.sweep()
                if number == 2 { server.accounts.date.advance(by: Self.day * 1_000) }
                server.accounts.date.advance(by: Self.day)
            }
            try await sweepForHours(server)
            #expect(try await server.verify().removed == 0)
        }
    }

    @Test(.requirement("AUDIT-12")) func manyOldEventsAreRemovedInSteps() async throws {
        let server = try await AuditServer()
        try await server.composition.run {
            try await add(12_000, to: server)
            for _ in 0..<3 { try await server.sweep() }
            server.accounts.date.advance(by: Self.day * 401)
            try await server.sweep()
            server.accounts.date.advance(by: .seconds(3_600))
            for removed in [5_000, 10_000, 12_000] {
                try await server.sweep()
                #expect(try await server.verify().removed == removed)
            }
        }
    }
}
