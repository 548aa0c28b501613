import AccountsServiceAPI
import BenchKit
import ConfigurationAPI
import CoreModels
import CryptographyOpenSSL
import FoundationEssentials
import HTTPServingAPI
import Localization
import PluginKit
import SQLStoreAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI
import ServerKeysFile
import SessionsServiceAPI
import TelemetryAPI

extension BenchSuite {
    /// What the audit trail adds to a transaction that writes anyway, and what signing costs an
    /// event later.
    ///
    /// Nothing waits for the disk, so that the time is the processor's.
    static let audit = BenchSuite("audit") {
        let bench = try await AuditBench()
        return [
            BenchCase(
                "1 000 events, each in a transaction of 20 rows", goals: [.timesTheLimit(1.5)],
                [
                    Contestant("Essential", .subject) { try await bench.write($0) { try bench.record(in: $0) } },
                    Contestant("the same bytes into a table with a number", .limit) {
                        try await bench.write($0) { try bench.insert(in: $0) }
                    },
                    Contestant("the rows without it", .floor) { try await bench.write($0) { _ in } },
                ]),
            BenchCase(
                "1 000 events get their places and a signed head",
                [Contestant(elsewhere: "Essential", .subject) { try await bench.sign($0) }]),
        ]
    }
}

/// A trail in a database of its own, with another table beside it.
private final class AuditBench: Sendable {
    private static let count = 1_000
    private static let other = Migration(
        "bench-0001",
        """
        CREATE TABLE rows (number BIGINT PRIMARY KEY, text TEXT NOT NULL);
        CREATE TABLE bytes (number INTEGER PRIMARY KEY, event TEXT);
        """)
    private static let numbers = SQLSeries("bench.bytes", latest: "SELECT MAX(number) FROM bytes")
    private static let kind = AuditKind(
        "login.accepted", .info, LocalizedText(en: "A login", es: "Un inicio de sesión"))
    private static let line = """
        {"account":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","address":"192.0.2.0/24","at":"2023-11-14T22:13:20.000Z",\
        "kind":"login.accepted","outcome":"done","program":"essential/1.0 (Linux)",\
        "session":"6f9619ff-8b86-d011-b42d-00cf4fc964fe","severity":"info"}
        """

    private let folder = BenchFolder("audit")
    private let store: BenchStore
    private let trail: any AuditRecording
    private let sweep: Sweep
    private let event: AuditEvent

    init() async throws {
        let cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        let keys = ServerKeysPlugin.assemble(.init(path: folder.path(of: "server.key"), cryptography: cryptography))
        let later = LaterDatabase()
        let plugin = SecurityMetricsServicePlugin.assemble(
            .init(
                configuration: .defaults, database: later, cryptography: cryptography, serverKeys: keys.exports.keys,
                accounts: Nobody(), sessions: Nobody(), log: .disabled,
                now: { Date(timeIntervalSince1970: 1_700_000_000) }))
        let migrations = SecurityMetricsServicePlugin.declarations.values(of: Migrations.self) + [Self.other]
        store = try await BenchStore(in: folder, migrations)
        for service in plugin.services { try await service.start() }
        guard let trail = plugin.contributions.values(of: AuditRecorders.self).first,
            let sweep = plugin.contributions.values(of: Sweeps.self).first,
            let account = UUID(uuidString: "6f9619ff-8b86-d011-b42d-00cf4fc964ff")
        else { throw NeighbourFailure(step: 1) }
        (self.trail, self.sweep) = (trail, sweep)
        event = AuditEvent(
            Self.kind, of: UserID(account), session: SessionID(account), from: IPAddress("192.0.2.7"),
            with: "essential/1.0 (Linux)")
    }

    func record(in db: any SQLWriting) throws { try trail.record(event, in: db) }

    func insert(in db: any SQLWriting) throws {
        let number = try db.nextNumber(of: Self.numbers)
        try db.run("INSERT INTO bytes (number, event) VALUES (\(number), \(Self.line))")
    }

    /// Writes transactions, each with something beside its rows.
    func write(_ count: Int, _ body: @escaping @Sendable (any SQLWriting) throws -> Void) async throws {
        for _ in 0..<count {
            try await store.database.write(.soon) { db in
                try db.run("DELETE FROM bytes")
                try db.run("DELETE FROM audit_waiting")
            }
            for _ in 0..<Self.count {
                try await store.database.write(.soon) { db in
                    for number in 0..<20 {
                        try db.run(
                            """
                            INSERT INTO rows (number, text) VALUES (\(number), 'a row')
                            ON CONFLICT (number) DO UPDATE SET text = 'a row'
                            """)
                    }
                    try body(db)
                }
            }
        }
    }

    /// Only what the sweep does counts.
    func sign(_ count: Int) async throws -> Sample {
        try await Sample.mean(of: count) {
            try await store.database.write(.soon) { db in for _ in 0..<Self.count { try record(in: db) } }
        } measured: {
            try await store.database.write(.soon) { db in try sweep.body(db) }
        }
    }
}

/// Whose login was refused, and who wants to see the head, nobody asks here.
private struct Nobody: AccountReading, AccountReadingInTransaction, RequestAuthenticating {
    func account(_ id: UserID, in transaction: any SQLReading) throws -> User? { nil }
    func authenticate(_ request: ServerRequest) async throws(HTTPProblem) -> AuthenticatedSession? { nil }
    func standing(of session: SessionID) -> SessionStanding { SessionStanding(of: session) { _ in } }
    func account(_ id: UserID) async throws(AccountsError) -> User? { nil }
    func account(email: EmailAddress) async throws(AccountsError) -> User? { nil }
    func identifier(email: EmailAddress) async throws(AccountsError) -> UserID? { nil }
}

/// What the trail would write events to that stand alone; there are none here.
private struct LaterDatabase: SQLDatabase {
    func read<Value: Sendable>(
        _ recency: SQLRecency, _ body: @Sendable (any SQLReading) throws -> Value
    ) async throws -> Value { throw NeighbourFailure(step: 1) }
    func write<Value: Sendable>(
        _ manner: SQLManner, _ body: @Sendable (any SQLWriting) throws -> Value
    ) async throws -> Value { throw NeighbourFailure(step: 1) }
    var changeMark: SQLChangeMark? { nil }
    func listen(to topic: SQLTopic, _ hear: @escaping @Sendable (SQLSignal) -> Void) {}
}
