import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import Locking
import MailTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerKeysTesting
import SessionsService
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import TelemetryAPI
import Testing

struct HousekeepingTests {
    private final class GaugeSpy: MetricsRegistry, Gauge, Counter, Histogram {
        private let state = Locked(0.0)
        var value: Double { state.current }

        func counter(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Counter { self }
        func gauge(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Gauge { self }
        func histogram(
            _ name: String, help: String, labels: [String], buckets: [Double]
        ) throws(MetricsError) -> any Histogram { self }
        func increment(by amount: Double, _ labels: MetricLabels) {}
        func observe(_ values: [Double], _ labels: MetricLabels) {}
        func set(_ value: Double, _ labels: MetricLabels) { state.withLock { $0 = value } }
        func add(_ amount: Double, _ labels: MetricLabels) { state.withLock { $0 += amount } }
    }

    private let server: RunningSessions
    private let spy = SessionObserverSpy()
    private let gauge = GaugeSpy()
    private let clock = ManualClock()
    private let assembly: Assembly<SessionsServicePlugin.Exports>

    init() async throws {
        server = try await RunningSessions()
        assembly = try SessionsServicePlugin.assemble(
            .init(
                settings: .init(issuer: RunningSessions.issuer), database: server.database, cryptography: .real(),
                serverKeys: InMemoryServerKeys(), mail: MailSpy(), observers: { [spy] in [spy] }, logger: .disabled,
                metrics: gauge,
                now: server.date.now, clock: clock))
    }

    /// Runs the services until each has swept once more.
    private func sweep() async throws {
        for service in assembly.services { try await service.start() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in assembly.services { group.addTask { try await service.run() } }
            await clock.waitForSleepers()
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    private func count() async throws -> Int {
        try await server.database.read { db in try db.value("SELECT count(*) FROM sessions") ?? 0 }
    }

    @Test func endsSessionsThatNobodyCameBackTo() async throws {
        let user = User.sample()
        let old = try await assembly.exports.issuing.issueSession(for: user, on: SessionClient())
        server.date.advance(by: .seconds(29 * 86_400))
        _ = try await assembly.exports.issuing.issueSession(for: user, on: SessionClient())
        try await sweep()
        #expect(!spy.observed.contains(.ended([old.id], of: user.id, because: .expired)))
        server.date.advance(by: .seconds(86_400))
        try await sweep()
        #expect(spy.observed.last == .ended([old.id], of: user.id, because: .expired))
        #expect(await active() == 1)
        #expect(try await count() == 2)
    }

    @Test func forgetsSessionsThatEndedLongAgo() async throws {
        let issued = try await assembly.exports.issuing.issueSession(for: .sample(), on: SessionClient())
        try await assembly.exports.ending.endSession(holding: issued.grant.refreshToken, because: .logout)
        server.date.advance(by: .seconds(30 * 86_400 - 1))
        try await sweep()
        #expect(try await count() == 1)
        server.date.advance(by: .seconds(1))
        try await sweep()
        #expect(try await count() == 0)
        let tokens = try await server.database.read { db in
            try db.value("SELECT count(*) FROM refresh_tokens", as: Int.self)
        }
        #expect(tokens == 0)
    }

    /// The grace may be as long as sessions that ended are known, and a suspension longer.
    @Test(.requirement("DATA-05"), arguments: [false, true])
    func devicesThatComeLateHearOfADeletionThatRuns(isTakenBack: Bool) async throws {
        let user = User.sample(), subjects = assembly.exports.subjects
        let issued = try await assembly.exports.issuing.issueSession(for: user, on: SessionClient())
        _ = try await server.database.write { db in try subjects.recordClosing(of: user.id, in: db) }
        server.date.advance(by: .seconds(60))
        if isTakenBack { _ = try await assembly.exports.issuing.issueSession(for: user, on: SessionClient()) }
        server.date.advance(by: .seconds(30 * 86_400))
        try await sweep()
        let outcome = try await assembly.exports.refreshing.refresh(
            issued.grant.refreshToken, on: SessionClient())
        guard case .refused(let reason) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect((reason == .closed) == !isTakenBack)
    }

    /// What the metric says to who looks now.
    private func active() async -> Double {
        for source in assembly.contributions.values(of: MetricSources.self) { await source.refresh() }
        return gauge.value
    }

    @Test func countsTheSessionsThatAreOpen() async throws {
        let user = User.sample()
        #expect(await active() == 0)
        let first = try await assembly.exports.issuing.issueSession(for: user, on: SessionClient())
        for _ in 0..<2 { _ = try await assembly.exports.issuing.issueSession(for: user, on: SessionClient()) }
        #expect(await active() == 3)
        try await assembly.exports.ending.endSession(holding: first.grant.refreshToken, because: .logout)
        #expect(await active() == 2)
        // By a command, of which no plugin here hears.
        let now = server.date.now()
        _ = try await server.database.write { db in
            try OperatorActFollowing.sessions.follow(.endedAccess(because: .suspended), user.id, now, db)
        }
        #expect(await active() == 0)
        await server.store.close()
        #expect(await active() == 0, "what was known before stays")
    }

    @Test func aFailureOfTheDatabaseStopsNothing() async throws {
        for service in assembly.services { try await service.start() }
        await server.store.close()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in assembly.services { group.addTask { try await service.run() } }
            await clock.waitForSleepers()
            clock.advance(by: .seconds(3600))
            await clock.waitForSleepers()
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}
