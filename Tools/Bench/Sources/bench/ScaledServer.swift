import AccountsService
import AccountsServiceAPI
import ConfigurationAPI
import ConfigurationTesting
import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import DataFolderAPI
import ExternalProvidersService
import ExternalProvidersTesting
import FeedService
import Foundation
import HTTPServingAPI
import HTTPTypes
import Localization
import Locking
import MailAPI
import PasskeysService
import PicturesAPI
import PluginKit
import RateLimitingSQL
import SQLStoreAPI
import SQLStoreSQLite
import ServerKeysAPI
import SessionsService
import SessionsServiceAPI
import TelemetryAPI

/// The services of accounts, sessions and the feed over one database with so
/// many of each.
final class ScaledServer: Sendable {
    let count: Int
    let database: any SQLDatabase
    let accounts: any AccountReading & AccountNaming
    let sessions: SessionsServicePlugin.Exports
    private let feed: Route
    private let waysIn: [Route]
    /// Says who people are, without that anything goes over the network.
    let provider: ScriptedProvider
    private let folder = BenchFolder("scale")

    init(count: Int) async throws {
        self.count = count
        let migrations = Locked<[Migration]>([])
        let store = SQLStorePlugin.assemble(
            .init(
                settings: SQLStoreSettings(path: folder.path(of: "store.db")),
                migrations: { migrations.current }))
        database = store.exports.database
        let cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        let keys = FixedKeys(cryptography: cryptography)
        var host = PluginHost()
        let sessions = try host.install(
            SessionsServicePlugin.self,
            .init(
                settings: .init(issuer: "https://example.com"), database: database, cryptography: cryptography,
                serverKeys: keys, mail: NoMail(), logger: .disabled, metrics: NoMetrics(),
                now: { Date() }))
        let accounts = try host.install(AccountsServicePlugin.self) { [database] scope in
            try .init(
                database: database, cryptography: cryptography, serverKeys: keys,
                authentication: scope[sessions].authentication, subjects: scope[sessions].subjects, logger: .disabled,
                now: { Date() })
        }
        let limits = try host.install(
            RateLimitingPlugin.self,
            .init(database: database, metrics: NoMetrics(), log: .disabled, now: { Date() }))
        try host.install(FeedServicePlugin.self) { [database, folder] scope in
            try .init(
                database: database, hashing: cryptography.hashing, sessions: scope[sessions].authentication,
                names: scope[accounts].accounts, pictures: NoPictures(),
                folder: DataFolder(path: folder.path(of: "data")),
                configuration: .defaults, limiters: scope[limits].limiters, metrics: NoMetrics(), log: .disabled,
                now: { Date() })
        }
        try host.install(PasskeysServicePlugin.self) { [database] scope in
            try .init(
                address: URL(string: "https://example.com"), database: database, cryptography: cryptography,
                serverKeys: keys, accounts: scope[accounts].accounts, ways: { [] },
                authentication: scope[sessions].authentication, issuing: scope[sessions].issuing,
                reauthentication: scope[sessions].reauthentication, origins: scope[sessions].origins,
                events: scope[sessions].events, mail: NoMail(), metrics: NoMetrics(),
                log: .disabled,
                now: { Date() })
        }
        let provider = try ScriptedProvider { Date() }
        self.provider = provider
        let secret = folder.path(of: "client-secret")
        try Data(provider.secret.utf8).write(to: URL(filePath: secret))
        let settings = ["issuer": provider.issuer, "client_id": provider.clientID, "client_secret_file": secret]
        try host.install(ExternalProvidersServicePlugin.self) { [database] scope in
            try .init(
                configuration: .fixture(settings.map(Self.setting)),
                database: database, cryptography: cryptography, transport: provider.transport,
                accounts: scope[accounts].accounts, passwords: scope[accounts].passwords, ways: { [] },
                authentication: scope[sessions].authentication, issuing: scope[sessions].issuing,
                origins: scope[sessions].origins, events: scope[sessions].events,
                address: { "https://example.com" }, mail: NoMail(), metrics: NoMetrics(), log: .disabled,
                now: { Date() })
        }
        let composition = try host.composed()
        migrations.withLock { $0 = composition.values(of: Migrations.self) }
        self.sessions = try composition[sessions]
        self.accounts = try composition[accounts].accounts
        guard
            let feed = composition.values(of: HTTPRoutes.self).first(where: {
                $0.pattern == "/feed" && $0.method == .get
            })
        else { throw NeighbourFailure(step: 1) }
        self.feed = feed
        waysIn = composition.values(of: HTTPRoutes.self).filter {
            $0.pattern.contains("passkey") || $0.pattern.contains("providers")
        }
        for service in store.services { try await service.start() }
        try await fill()
    }

    /// Answers a page that isn't kept from an earlier request: each comes by
    /// another name of the server.
    func page(_ query: String, number: Int) async throws {
        let answer = try await feed.handler(
            ServerRequest(
                method: .get, path: "/feed", query: QueryParameters(encoded: query) ?? QueryParameters(),
                fields: ["Host": "host-\(number % 1_000).example.com"],
                peer: SocketAddress(ip: .loopback, port: 50_000), isSecure: true, requestID: "bench"))
        guard answer.status == .ok, case .bytes(let body) = answer.body, body.count > 2_000 else {
            throw NeighbourFailure(step: 2)
        }
    }

    /// A setting of the provider.
    private static func setting(_ name: String, _ value: String) -> Configuration.FixtureSetting {
        let summary = LocalizedText(verbatim: "")
        return .set(
            ConfigurationKey<String?>("providers.NAME.\(name)", default: nil, summary: summary).named("acme"), to: value
        )
    }

    /// Asks a route of passkeys, or of providers.
    func ask(_ path: String, _ body: String, _ fields: HTTPFields = [:]) async throws -> String {
        var fields = fields
        fields[.contentType] = "application/json"
        guard
            let route = waysIn.first(where: {
                $0.method == .post && $0.pattern.replacing("{name}", with: "acme") == path
            })
        else {
            throw NeighbourFailure(step: 3)
        }
        let answer = try await route.handler(
            ServerRequest(
                method: .post, path: path, pathParameters: ["name": "acme"], fields: fields,
                body: .bytes(Data(body.utf8)),
                peer: SocketAddress(ip: .loopback, port: 50_000), isSecure: true, requestID: "bench"))
        guard answer.status.rawValue < 300, case .bytes(let body) = answer.body else { throw NeighbourFailure(step: 4) }
        return String(decoding: body, as: UTF8.self)
    }

    static func id(_ number: Int) -> UUID {
        let first = String(UInt32(truncatingIfNeeded: number &* 2_654_435_761), radix: 16)
        let last = String(number, radix: 16)
        func padded(_ text: String, _ count: Int) -> String { String(repeating: "0", count: count - text.count) + text }
        return UUID(text: padded(first, 8) + "-0000-4000-8000-" + padded(last, 12)) ?? UUID()
    }

    /// Writes as many rows as there are to be, all in one transaction; the
    /// identifiers are in no order.
    private func fill() async throws {
        let count = count
        try await database.write { db in
            try db.run(
                """
                INSERT INTO images (position, id, author_id, description, location, visibility, media_type, digest,
                    byte_count, created_at)
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                SELECT i, printf('%08x-0000-4000-8000-%012x', (i * 2654435761) & 4294967295, i),
                    '00000000-0000-4000-8000-000000000001', 'Picture ' || i || ' of a lake in the morning',
                    'Bled, Slovenia', CASE WHEN i % 2 THEN 'public' ELSE 'members' END, 'image/jpeg',
                    printf('%064x', i), 50000, 1700000000000 + i
                FROM n
                """)
            try db.run(
                """
                INSERT INTO accounts (id, name, email, canonical_email, verified_at, created_at)
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                SELECT printf('%08x-0000-4000-8000-%012x', (i * 2654435761) & 4294967295, i), 'Person ' || i,
                    'person-' || i || '@example.com', 'person-' || i || '@example.com', 1700000000000, 1700000000000
                FROM n
                """)
            try db.run(
                """
                INSERT INTO sessions (id, user_id, is_verified, device, started_at, last_seen_at, generation)
                SELECT id, id, 1, 'A device', created_at, created_at, 0 FROM accounts
                """)
            _ = try db.run(
                "INSERT INTO refresh_tokens (hash, session_id, generation) SELECT randomblob(32), id, 0 FROM sessions")
        }
    }
}

struct FixedKeys: ServerKeyProviding {
    let cryptography: Cryptography

    func key(for purpose: ServerKeyPurpose) async throws(ServerKeyError) -> any SymmetricKey {
        do {
            let secret = try cryptography.keys.makeKey(copying: Secret([UInt8](repeating: 1, count: 32)))
            return try cryptography.derivation.deriveKey(
                from: secret, salt: Data(), info: Data(purpose.name.utf8), byteCount: 32)
        } catch {
            throw ServerKeyError(error)
        }
    }
}

private struct NoMail: MailSending {
    func enqueue(_ message: MailMessage, in transaction: any SQLWriting) throws {}
    func withdraw(to recipient: EmailAddress, in transaction: any SQLWriting) throws {}
    func rehearse(_ message: MailMessage, in transaction: any SQLWriting) throws {}
    func send(_ message: MailMessage) async throws(MailError) {}
}

private struct NoPictures: PictureProcessing {
    func process(
        file: String, widths: [Int], into folder: String
    ) async throws(PictureError) -> [ProcessedPicture] { throw .notAPicture }
}

struct NoMetrics: MetricsRegistry {
    func counter(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Counter { Silent() }

    func gauge(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Gauge { Silent() }

    func histogram(
        _ name: String, help: String, labels: [String], buckets: [Double]
    ) throws(MetricsError) -> any Histogram { Silent() }

    private struct Silent: Counter, Gauge, Histogram {
        func increment(by amount: Double, _ labels: MetricLabels) {}
        func set(_ value: Double, _ labels: MetricLabels) {}
        func add(_ amount: Double, _ labels: MetricLabels) {}
        func observe(_ values: [Double], _ labels: MetricLabels) {}
    }
}
