import AccountsServiceAPI
import AccountsServiceTesting
import BrowserLoginAPI
import BrowserLoginContract
import BrowserLoginService
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import PluginKit
import ProofOfPossessionServiceAPI
import RateLimitingTesting
import SQLStoreAPI
import SecurityMetricsServiceTesting
import ServerKeysTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// The routes of logging in through a browser elsewhere, over the real accounts and
/// sessions of a server in a new database.
struct DeviceLoginServer {
    static let key = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"

    let accounts: RunningAccounts
    let log = LogSpy()
    let metrics = InMemoryMetrics()
    let trail = AuditSpy()
    private let observers = SessionObserverRelay()
    let sweeps: [Sweep]
    private let router: Router

    init(states: [any AccountStateKnowing] = [], capacity: Int? = nil) async throws {
        accounts = try await RunningAccounts(
            others: DeviceLoginMigrations.all, sessionObservers: [observers], states: states)
        var host = PluginHost()
        try host.install(
            DeviceLoginServicePlugin.self,
            .init(
                address: { "https://essential.test" }, database: accounts.database, cryptography: .real(),
                serverKeys: InMemoryServerKeys(), accounts: accounts.accounts,
                authentication: accounts.server.authentication, issuing: accounts.server.issuing,
                ending: accounts.server.ending, limiters: InMemoryRateLimiters(now: accounts.date.now),
                capacity: capacity, audit: { [trail] in [trail] }, metrics: metrics, log: log.logger,
                now: accounts.date.now))
        let composition = try host.composed()
        sweeps = composition.values(of: Sweeps.self)
        observers.relay(to: composition.values(of: SessionObservers.self))
        router = try Router(routes: composition.values(of: HTTPRoutes.self), observer: RequestObserverSpy())
    }

    private func send(
        _ path: String, _ body: some Encodable, by token: Secret? = nil, proving key: String? = nil,
        from address: String? = nil
    ) async throws -> BrowserLoginServer.Reply {
        let fields: HTTPFields = token.map { [.authorization: "Bearer \($0.withText { $0 ?? "" })"] } ?? [:]
        var request = ServerRequest.json(
            .post, path, String(decoding: try WireCoding.encoder().encode(body), as: UTF8.self), fields: fields)
        request.possessionProof = key.map { PossessionProof(keyThumbprint: $0) }
        if let address { request.peer.ip = try #require(IPAddress(address)) }
        let response = await router.respond(to: request)
        return .init(status: response.status, body: try await response.collectBody())
    }

    // MARK: The device

    func begin(
        _ device: String? = "desk", proving key: String? = Self.key, from address: String? = nil
    ) async throws -> BrowserLoginServer.Reply {
        try await send(
            DeviceLoginContract.path, DeviceLoginContract.Wish(device: device), proving: key, from: address)
    }

    func codes(_ device: String? = "desk") async throws -> DeviceLoginContract.Begun {
        try await begin(device).decode()
    }

    func ask(
        _ code: Secret, proving key: String? = Self.key, from address: String? = nil
    ) async throws -> BrowserLoginServer.Reply {
        try await send(
            DeviceLoginContract.tokenPath, DeviceLoginContract.Question(deviceCode: code), proving: key, from: address)
    }

    // MARK: The person

    func look(_ code: String, by person: Person?) async throws -> BrowserLoginServer.Reply {
        try await type(code, at: DeviceLoginContract.requestPath, by: person)
    }

    func letIn(_ code: String, by person: Person?) async throws -> BrowserLoginServer.Reply {
        try await type(code, at: DeviceLoginContract.approvalPath, by: person)
    }

    func refuse(_ code: String, by person: Person?) async throws -> BrowserLoginServer.Reply {
        try await type(code, at: DeviceLoginContract.refusalPath, by: person)
    }

    func type(_ code: String, at path: String, by person: Person?) async throws -> BrowserLoginServer.Reply {
        try await send(path, DeviceLoginContract.TypedCode(userCode: code), by: person?.token)
    }

    typealias Person = BrowserLoginServer.Person

    func register(
        _ email: String = "ana@example.com", by way: WayIn = .password, factor: AuthenticationMethod? = nil,
        from origin: SessionOrigin? = nil
    ) async throws -> Person {
        let address = try #require(EmailAddress(email))
        let user = try await accounts.accounts.createAccount(
            name: "Ana", email: address, password: Secret("correct horse battery"))
        let admission = try await accounts.server.issuing.admit(
            user, by: way, confirmedBy: factor, from: origin, on: SessionClient(), provided: { _ in true })
        let session = try await accounts.server.issuing.issueSession(admission, on: SessionClient())
        return Person(user: user, session: session.id, token: session.grant.accessToken)
    }

    func count(_ table: StaticString = "sessions", where condition: SQL) async throws -> Int {
        try await accounts.database.read { db in
            table.description == "sessions"
                ? try db.value("SELECT count(*) FROM sessions WHERE \(condition)", as: Int.self) ?? -1
                : try db.value("SELECT count(*) FROM device_logins WHERE \(condition)", as: Int.self) ?? -1
        }
    }
}
