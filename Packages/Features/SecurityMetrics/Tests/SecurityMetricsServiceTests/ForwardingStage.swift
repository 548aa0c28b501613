import AccountsServiceTesting
import ConfigurationAPI
import ConfigurationSources
import CoreModels
import FoundationEssentials
import KernelTesting
import Locking
import PluginKit
import SQLStoreAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI
import Testing

/// A receiver that knows a repetition, as a good one does, and fails as a test says.
final class ReceiverSpy: EventForwarding {
    enum Manner: Sendable {
        case takes
        case fails(ForwardingError)
        /// It has the events, and nobody hears of it.
        case takesInSilence
        case refuses(@Sendable (ForwardedEvent) -> Bool)
        /// Never answers.
        case hangs(ManualClock)
    }

    let name = "spy"
    let largestBatch: Int
    let takesPersonalData: Bool
    let manner = Locked(Manner.takes)
    private let recorded = Locked<(calls: [[ForwardedEvent]], events: [ForwardedEvent])>(([], []))

    init(largestBatch: Int = 100, takesPersonalData: Bool = false) {
        self.largestBatch = largestBatch
        self.takesPersonalData = takesPersonalData
    }

    /// What it was handed, call by call.
    var calls: [[ForwardedEvent]] { recorded.withLock { $0.calls } }
    /// What it has, without repetitions.
    var events: [ForwardedEvent] { recorded.withLock { $0.events } }

    func forward(_ events: [ForwardedEvent]) async throws(ForwardingError) {
        recorded.withLock { $0.calls.append(events) }
        switch manner.current {
        case .takes: take(events)
        case .fails(let error): throw error
        case .takesInSilence:
            take(events)
            throw .unavailable(reason: "the answer was lost")
        case .refuses(let isBad):
            if events.contains(where: isBad) { throw .refused(reason: "it answers 403") }
            take(events)
        case .hangs(let clock): try? await clock.sleep(for: .seconds(1_000_000))
        }
    }

    private func take(_ events: [ForwardedEvent]) {
        recorded.withLock { state in
            for event in events where !state.events.contains(where: { $0.id == event.id }) {
                state.events.append(event)
            }
        }
    }
}

extension AuditServer {
    /// A server with settings.
    static func forwarding(
        to receiver: ReceiverSpy, _ settings: KeyValuePairs<String, String> = [:]
    ) async throws -> AuditServer {
        let declarations = SecurityMetricsServicePlugin.declarations.values(of: ConfigurationSections.self)
            .flatMap(\.declarations)
        let flags = settings.map { ConfigurationLoader.Flag(name: $0.key, value: $0.value) }
        return try await AuditServer(
            ConfigurationLoader(flags: flags).load(declarations), forwarders: [receiver])
    }

    /// Lets time pass once the courier has nothing left to do.
    func pass(_ duration: Duration = .seconds(5)) async {
        await clock.waitForSleepers()
        accounts.date.advance(by: duration)
        clock.advance(by: duration)
    }

    /// Gives events their places, and lets time pass until a receiver is where a test wants it.
    func pass(until isDone: () -> Bool) async throws {
        try await sweep()
        for _ in 0..<2_000 where !isDone() { await pass() }
        try #require(isDone())
        // What comes next isn't about what is still under way.
        await clock.waitForSleepers()
    }

    /// Adds events, which get their places.
    func add(_ causes: [String]) async throws {
        let now = accounts.date.value
        try await accounts.database.write { db in
            for cause in causes {
                let event = AuditEvent(.eventsRemoved, because: cause)
                try WaitingEvent.insert(AuditRecord.write(event, from: nil, at: now), of: nil, in: db)
            }
        }
        try await sweep()
    }
}
