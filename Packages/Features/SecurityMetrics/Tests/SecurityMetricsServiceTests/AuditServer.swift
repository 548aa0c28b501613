import AccountsServiceAPI
import AccountsServiceTesting
import ConfigurationAPI
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import Locking
import LoginServiceAPI
import MailTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import SecurityMetricsService
import SecurityMetricsServiceAPI
import ServerKeysTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

/// The trail of a server, beside its real accounts and sessions.
struct AuditServer: Sendable {
    let accounts: RunningAccounts
    /// What the trail writes to, but for what is in a transaction of somebody else.
    let database: FailingDatabase
    let composition: Composition
    let signer: HeadSigner
    let cryptography: Cryptography
    let log = LogSpy()
    let mail = MailSpy()
    private let keys: InMemoryServerKeys
    private let configuration: Configuration
    /// Moves couriers on.
    let clock = ManualClock()
    let refusing = AccountObserverSpy()
    /// Whether the machine's clock disagrees with the server's time.
    let isTimeDisputed = Locked(false)

    /// - Parameters:
    ///   - forwarders: Who gets its events.
    ///   - before: The server that ran before this one, on the same data.
    init(
        _ configuration: Configuration = .defaults, forwarders: [any EventForwarding] = [],
        after before: AuditServer? = nil
    ) async throws {
        self.configuration = configuration
        let people = AccountObserverRelay(), sessions = SessionObserverRelay()
        cryptography = try .real()
        accounts = try await RunningAccounts(
            store: before?.accounts.server.store,
            others: AuditMigrations.all + IncidentMigrations.all + ForwarderMigrations.all,
            observers: [people, refusing], sessionObservers: [sessions],
            date: before?.accounts.date ?? ManualDate())
        database = FailingDatabase(accounts.database)
        keys = try before?.keys ?? InMemoryServerKeys()
        signer = try await HeadSigner(keys, cryptography)
        var host = PluginHost()
        try host.install(
            SecurityMetricsServicePlugin.self,
            .init(
                configuration: configuration, database: database, cryptography: cryptography, serverKeys: keys,
                accounts: accounts.accounts, sessions: RequestAuthenticatingStub(["ana": .sample()]), mail: mail,
                forwarders: { forwarders }, log: log.logger, now: accounts.date.now,
                isTimeDisputed: { [isTimeDisputed] in isTimeDisputed.current }, clock: clock, spread: { 0.5 }))
        composition = try host.composed()
        people.relay(to: composition.values(of: AccountObservers.self))
        sessions.relay(to: composition.values(of: SessionObservers.self))
    }

    /// The next server on the same data.
    func anew(forwarders: [any EventForwarding] = []) async throws -> AuditServer {
        try await AuditServer(configuration, forwarders: forwarders, after: self)
    }

    func register(_ email: String = "ada@example.com") async throws -> User {
        try await accounts.accounts.createAccount(
            name: "Ada", email: EmailAddress(email)!, password: Secret("correct horse battery"))
    }

    /// Tells of a login that came to nothing.
    func refuse(_ claim: LoginEvent.Claim, on client: SessionClient = SessionClient()) async {
        for observer in composition.values(of: LoginObservers.self) {
            await observer.observe(LoginEvent(claim, on: client, because: "invalid_credentials"))
        }
    }

    /// What happened, the earliest first; what has no place yet says whose account it is about.
    func events() async throws -> [AuditRecord] {
        try await accounts.database.read { db in
            var events: [AuditRecord] = []
            try WaitingEvent.scanLatest(in: db) { event in
                var record = try #require(AuditRecord(event.event))
                if let account = event.account { record.account = "\(account)" }
                events.append(record)
                return .next
            }
            try AuditRow.scanLatest(with: [], in: db) { row in
                events.append(try #require(row.event.flatMap(AuditRecord.init)))
                return .next
            }
            return events.reversed()
        }
    }

    /// What happens every now and then.
    func sweep() async throws {
        let sweeps = composition.values(of: Sweeps.self)
        try await accounts.database.write { db in for sweep in sweeps { try sweep.body(db) } }
    }

    func verify() async throws -> AuditReport {
        let verifier = AuditVerifier(signer, cryptography)
        return try await accounts.database.read { db in try verifier.verify(at: accounts.date.value, in: db) }
    }
}
