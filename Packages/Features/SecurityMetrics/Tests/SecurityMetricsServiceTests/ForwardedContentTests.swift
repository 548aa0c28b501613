import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import Locking
import LoginServiceAPI
import PluginKit
import SecurityMetricsService
import SecurityMetricsServiceAPI
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// What of an event others get.
@Suite(.timeLimit(.minutes(5)))
struct ForwardedContentTests {
    private static let client = SessionClient(
        device: "Ada's telephone", userAgent: "' OR 1=1 <script>", address: IPAddress("203.0.113.7"))

    private func forwarded(_ receiver: ReceiverSpy) async throws -> (User, [ForwardedEvent]) {
        let server = try await AuditServer.forwarding(to: receiver, ["audit.address": "full"])
        let person = Locked<User?>(nil)
        try await server.composition.run {
            let ada = try await server.register()
            _ = try await server.accounts.server.issuing.issueSession(for: ada, on: Self.client)
            await server.refuse(.account(ada.id), on: Self.client)
            try await server.pass { receiver.events.count >= 3 }
            person.withLock { $0 = ada }
        }
        return (try #require(person.current), receiver.events)
    }

    /// Whatever the trail keeps of it.
    @Test(.requirement("METRIC-08", "D19")) func nothingPersonalIsForwarded() async throws {
        let (ada, events) = try await forwarded(ReceiverSpy())
        #expect(events.map(\.kind) == ["account.registered", "login.accepted", "login.refused"])
        #expect(events[1].address == "203.0.113.0/24" && events[1].account?.first == "p")
        let all = "\(events)"
        for word in ["203.0.113.7", "telephone", "OR 1=1", "ada@example.com", "Ada", "\(ada.id)"] {
            #expect(!all.contains(word), "\(word)")
        }
    }

    @Test(.requirement("METRIC-08", "D19")) func whoIsToldSoGetsWhatIsPersonal() async throws {
        let (ada, events) = try await forwarded(ReceiverSpy(takesPersonalData: true))
        #expect(events[1].address == "203.0.113.7" && events[1].user == ada.id)
        #expect(events[1].program == Self.client.userAgent)
        // The trail has neither, so nobody gets them.
        for word in ["telephone", "ada@example.com"] { #expect(!"\(events)".contains(word), "\(word)") }
    }

    /// Whoever writes what a filter takes for an attack hides no event by it.
    @Test(.requirement("METRIC-13")) func wordsThatAReceiverRefusesHoldNothingUp() async throws {
        let receiver = ReceiverSpy(takesPersonalData: true)
        receiver.manner.withLock { $0 = .refuses { $0.program?.contains("OR 1=1") ?? false } }
        let (_, events) = try await forwarded(receiver)
        #expect(events.map(\.position) == [0, 1, 2])
        #expect(events[1].program == nil && events[1].address == "203.0.113.7")
        #expect(receiver.calls.map(\.count).prefix(5) == [3, 1, 2, 1, 1])
    }

    @Test(.requirement("METRIC-13")) func pausesGrowAndEndAndReceiversMayAskForMore() {
        var pace = ForwardingPace(largest: 8)
        let away = ForwardingError.unavailable(reason: "")
        let pauses = (0..<9).map { _ in pace.fail(away, spread: 0.5) }
        #expect(pauses == [5, 10, 20, 40, 80, 160, 300, 300, 300].map { .seconds($0) })
        #expect(pace.fail(.unavailable(reason: "", retryAfter: .seconds(900)), spread: 0.5) == .seconds(900))
        #expect(pace.fail(.unavailable(reason: "", retryAfter: .seconds(90_000)), spread: 0.5) == .seconds(3_600))
        pace.succeed()
        #expect(pace.fail(away, spread: 0) == .seconds(4))
        #expect(abs(pace.fail(away, spread: 1) / .seconds(12) - 1) < 0.001)
        #expect(pace.limit == 8)
        _ = pace.fail(.refused(reason: ""), spread: 0.5)
        #expect(pace.limit == 1 && !pace.isWithoutStrangersWords)
        _ = pace.fail(.refused(reason: ""), spread: 0.5)
        #expect(pace.isWithoutStrangersWords)
        for limit in [2, 4, 8, 8] {
            pace.succeed()
            #expect(pace.limit == limit && !pace.isWithoutStrangersWords)
        }
    }
}
