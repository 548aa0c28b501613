import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import Localization
import Locking
import PluginKit
import SQLStoreAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI
import SessionsServiceAPI
import TelemetryAPI
import TelemetryTesting
import Testing

/// Others get each event of the trail, in its order.
@Suite(.timeLimit(.minutes(5)))
struct ForwardingTests {
    private let receiver = ReceiverSpy()

    private static let down = ForwardingError.unavailable(reason: "it can't be reached")

    private func causes(_ receiver: ReceiverSpy) -> [String] { receiver.events.compactMap(\.cause) }

    @Test(.requirement("METRIC-08", "METRIC-13"))
    func afterAnOutageOfAnHourEachEventWasReceivedOnceInOrder() async throws {
        let server = try await AuditServer.forwarding(to: receiver)
        try await server.composition.run {
            receiver.manner.withLock { $0 = .fails(Self.down) }
            for minute in 0..<60 {
                try await server.add((0..<5).map { "\(minute) \($0)" })
                for _ in 0..<12 { await server.pass() }
            }
            // Growing pauses: 5, 10, 20 … 300 seconds.
            #expect((12...20).contains(receiver.calls.count), "\(receiver.calls.count)")
            receiver.manner.withLock { $0 = .takes }
            try await server.pass { receiver.events.count >= 300 }
            #expect(causes(receiver) == (0..<60).flatMap { minute in (0..<5).map { "\(minute) \($0)" } })
            #expect(receiver.events.map(\.position) == Array(0..<300))
            #expect(receiver.calls.allSatisfy { $0.count <= 100 })
            #expect(Set(receiver.events.map(\.id)).count == 300)
        }
    }

    @Test(.requirement("METRIC-13")) func whatIsHandedOverAgainHasTheSameIdentifiers() async throws {
        let server = try await AuditServer.forwarding(to: receiver)
        try await server.composition.run {
            receiver.manner.withLock { $0 = .takesInSilence }
            try await server.add(["a", "a"])
            try await server.pass { receiver.calls.count >= 3 }
            // More came meanwhile; what goes together stays together, since its identifier is of all.
            try await server.add(["b"])
            try await server.pass { receiver.calls.count >= 5 }
            #expect(receiver.calls.allSatisfy { $0.map(\.id) == receiver.calls[0].map(\.id) })
            receiver.manner.withLock { $0 = .takes }
            try await server.pass { receiver.events.count >= 3 }
            #expect(causes(receiver) == ["a", "a", "b"])
        }
    }

    /// A server that is killed has noted nothing of what its receiver has.
    @Test(.requirement("METRIC-13")) func theNextServerGoesOnWithTheSameEvents() async throws {
        let server = try await AuditServer.forwarding(to: receiver)
        try await server.composition.run {
            receiver.manner.withLock { $0 = .takesInSilence }
            try await server.add(["a", "b"])
            try await server.pass { !receiver.calls.isEmpty }
        }
        let next = try await server.anew(forwarders: [receiver])
        try await next.composition.run {
            try await next.add(["c"])
            receiver.manner.withLock { $0 = .takes }
            let before = receiver.calls.count
            try await next.pass { receiver.events.count >= 3 }
            #expect(receiver.calls[before].map(\.cause) == ["a", "b"])
            #expect(causes(receiver) == ["a", "b", "c"])
        }
    }

    @Test(.requirement("METRIC-13")) func whoIsNewGetsWhatComesNext() async throws {
        let server = try await AuditServer()
        try await server.composition.run { try await server.add(["long ago"]) }
        let next = try await server.anew(forwarders: [receiver])
        try await next.composition.run {
            try await next.add(["now"])
            try await next.pass { !receiver.events.isEmpty }
            #expect(causes(receiver) == ["now"])
        }
    }

    /// A receiver that never answers is in nobody's way.
    @Test(.requirement("METRIC-13")) func nobodyWaitsForAReceiver() async throws {
        let server = try await AuditServer.forwarding(to: receiver)
        try await server.composition.run {
            receiver.manner.withLock { $0 = .hangs(server.clock) }
            try await server.add(["a"])
            try await server.pass { !receiver.calls.isEmpty }
            for number in 0..<20 { _ = try await server.register("user\(number)@example.com") }
            #expect(try await server.events().count == 21)
        }
    }

    @Test(.requirement("METRIC-13")) func whatWaitedForTooLongIsPassedOverAndTold() async throws {
        let server = try await AuditServer.forwarding(to: receiver, ["metrics.forward.keep": "1h"])
        try await server.composition.run {
            receiver.manner.withLock { $0 = .fails(Self.down) }
            try await server.add(["a", "b", "c"])
            for _ in 0..<12 { await server.pass(.seconds(300)) }
            try await server.add(["d"])
            await server.pass(.seconds(300))
            receiver.manner.withLock { $0 = .takes }
            try await server.pass { receiver.events.count >= 1 }
            // Who gets the next ones is told which are missing, and so are the trail and the log.
            try await server.pass { receiver.events.count >= 2 }
            #expect(causes(receiver) == ["d", "spy 3 before 3"])
            #expect(receiver.events.map(\.kind) == ["audit.removed", "forwarding.passed-over"])
            #expect(receiver.events.map(\.position) == [3, 4])
            let told = server.log.records.filter { $0.level == .critical }
            #expect(told.count == 1 && told[0].message.contains("passed over"))
        }
    }

    /// Who sets the clock ahead gets rid of no event.
    @Test(.requirement("METRIC-13")) func nothingIsPassedOverWhileTheTimeIsDisputed() async throws {
        let server = try await AuditServer.forwarding(to: receiver, ["metrics.forward.keep": "1h"])
        try await server.composition.run {
            receiver.manner.withLock { $0 = .fails(Self.down) }
            try await server.add(["a"])
            server.isTimeDisputed.withLock { $0 = true }
            for _ in 0..<20 { await server.pass(.seconds(3_600)) }
            receiver.manner.withLock { $0 = .takes }
            try await server.pass { receiver.events.count >= 1 }
            #expect(causes(receiver) == ["a"])
        }
    }

    @Test(.requirement("METRIC-13")) func aReceiverThatIsAwayForLongIsTold() async throws {
        let server = try await AuditServer.forwarding(to: receiver)
        try await server.composition.run {
            let check = try #require(
                server.composition.values(of: HealthChecks.self).first { $0.name == "forwarding" })
            receiver.manner.withLock { $0 = .fails(Self.down) }
            try await server.add(["a"])
            try await server.pass { receiver.calls.count >= 2 }
            #expect(await check.check() == .healthy)
            for _ in 0..<200 { await server.pass() }
            guard case .impaired(let text) = await check.check() else { return #expect(Bool(false)) }
            #expect(text.english.contains("(spy)") && text.spanish.contains("(spy)"))
            // Told once, however often it failed.
            let warnings = server.log.records.filter { $0.message == "security events can't be forwarded" }
            #expect(warnings.count == 1)
            receiver.manner.withLock { $0 = .takes }
            try await server.pass { receiver.events.count >= 1 }
            await server.pass()
            #expect(await check.check() == .healthy)
        }
    }
}
