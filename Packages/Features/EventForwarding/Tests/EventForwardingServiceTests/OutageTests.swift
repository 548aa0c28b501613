import AccountsServiceTesting
import ConfigurationAPI
import CoreModels
import FoundationEssentials
import HTTPTransportTesting
import KernelTesting
import Localization
import Locking
import PluginKit
import SQLStoreAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI
import ServerKeysTesting
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// A trail whose events go to a real receiver, whatever that does for an hour.
@Suite(.timeLimit(.minutes(5)))
struct OutageTests {
    /// What a receiver does in one of its moods.
    private enum Mood: CaseIterable { case down, failing, silent, cut, endless, up }

    private static let taken = "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"

    private let folder: TemporaryFolder
    private let mood = Locked(Mood.down)
    private let clock = ManualClock()

    init() throws {
        folder = try TemporaryFolder()
        try Data("whsec_\(Data(repeating: 7, count: 32).base64EncodedString())".utf8)
            .write(to: URL(filePath: folder.path(of: "secret")))
    }

    private func receiver() throws -> LoopbackPeer {
        try LoopbackPeer { [mood] connection in
            if mood.current == .down { return connection.drop() }
            while try connection.readRequest() != nil {
                switch mood.current {
                case .down: return connection.drop()
                case .failing: try connection.send("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n")
                case .silent: return connection.stall()
                case .cut:
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
                    return connection.drop()
                case .endless:
                    try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                    let chunk = "1000\r\n" + String(repeating: "x", count: 4_096) + "\r\n"
                    _ = try connection.sendUntilBlocked(Array(chunk.utf8), limit: 1 << 26)
                    return
                case .up: try connection.send(Self.taken)
                }
            }
        }
    }

    /// The causes of the events of requests; of those alone that a receiver has which knows repetitions.
    private static func causes(_ requests: [PeerRequest]) throws -> [String] {
        struct Body: Decodable {
            struct Events: Decodable { let events: [Event] }
            struct Event: Decodable { let id: String, cause: String }
            let data: Events
        }
        var known: Set<String> = [], causes: [String] = []
        for request in requests {
            for event in try WireDecoder().decode(Body.self, from: request.body).data.events
            where known.insert(event.id).inserted { causes.append(event.cause) }
        }
        return causes
    }

    @Test(.requirement("METRIC-08", "METRIC-13")) func eachEventIsReceivedOnceAndInOrder() async throws {
        let peer = try receiver()
        let plugins = try ForwardingPlugins(
            [
                "metrics.forward.webhook.url": "\(peer.url("/hook"))",
                "metrics.forward.webhook.secret_file": folder.path(of: "secret"),
            ], timeout: .milliseconds(200))
        let accounts = try await RunningAccounts(
            others: SecurityMetricsServicePlugin.declarations.values(of: Migrations.self), date: plugins.date)
        var host = PluginHost()
        try host.install(
            SecurityMetricsServicePlugin.self,
            .init(
                configuration: .defaults, database: accounts.database, cryptography: plugins.cryptography,
                serverKeys: InMemoryServerKeys(), accounts: accounts.accounts,
                sessions: RequestAuthenticatingStub([:]), forwarders: { plugins.forwarders }, log: plugins.log.logger,
                now: plugins.date.now, clock: clock, spread: { 0.5 }))
        let trail = try host.composed()
        try await plugins.composition.run {
            try await trail.run { try await outage(of: peer, trail, plugins, accounts) }
        }
    }

    private func outage(
        of peer: LoopbackPeer, _ trail: Composition, _ plugins: ForwardingPlugins, _ accounts: RunningAccounts
    ) async throws {
        let recorder = try #require(trail.values(of: AuditRecorders.self).first)
        let kind = AuditKind("sample.event", .notice, LocalizedText(en: "An event", es: "Un suceso"))
        let sweeps = trail.values(of: Sweeps.self)
        var expected: [String] = []
        // An hour, in which each mood lasts for ten minutes; the last one for as long as it takes.
        for mood in Mood.allCases {
            self.mood.withLock { $0 = mood }
            for minute in 0..<10 {
                let cause = "\(mood) \(minute)"
                expected.append(cause)
                try await accounts.database.write { db in
                    try recorder.record(AuditEvent(kind, because: cause), in: db)
                }
                try await accounts.database.write { db in for sweep in sweeps { try sweep.body(db) } }
                for _ in 0..<12 { await pass(plugins.date) }
            }
        }
        for _ in 0..<500 where try Self.causes(peer.requests) != expected { await pass(plugins.date) }
        #expect(try Self.causes(peer.requests) == expected)
        // Nothing that fails is asked without a pause.
        #expect((10...60).contains(peer.requests.count), "\(peer.requests.count)")
        let passedOver = try await accounts.database.read { db in
            try db.value("SELECT passed_over FROM forwarders WHERE name = 'webhook'", as: Int.self)
        }
        #expect(passedOver == 0)
    }

    private func pass(_ date: ManualDate) async {
        await clock.waitForSleepers()
        date.advance(by: .seconds(5))
        clock.advance(by: .seconds(5))
    }
}
