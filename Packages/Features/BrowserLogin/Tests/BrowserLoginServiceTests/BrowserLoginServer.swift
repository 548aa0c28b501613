import AccountsServiceAPI
import AccountsServiceTesting
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
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// The routes of logging in through the browser, over the real accounts and sessions of a
/// server in a new database.
struct BrowserLoginServer {
    static let key = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    /// Of RFC 7636, appendix B.
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let port = 40_123

    let accounts: RunningAccounts
    let log = LogSpy()
    let metrics = InMemoryMetrics()
    private let observers = SessionObserverRelay()
    let sweeps: [Sweep]
    private let router: Router

    init(states: [any AccountStateKnowing] = []) async throws {
        accounts = try await RunningAccounts(
            others: BrowserLoginMigrations.all, sessionObservers: [observers], states: states)
        var host = PluginHost()
        try host.install(
            BrowserLoginServicePlugin.self,
            .init(
                address: { "https://essential.test" }, database: accounts.database, cryptography: .real(),
                accounts: accounts.accounts, authentication: accounts.server.authentication,
                issuing: accounts.server.issuing, ending: accounts.server.ending, metrics: metrics, log: log.logger,
                now: accounts.date.now))
        let composition = try host.composed()
        sweeps = composition.values(of: Sweeps.self)
        observers.relay(to: composition.values(of: SessionObservers.self))
        router = try Router(routes: composition.values(of: HTTPRoutes.self), observer: RequestObserverSpy())
    }

    /// What came back.
    struct Reply {
        let status: HTTPStatus
        let body: Data

        var code: String? { (try? WireCoding.decoder().decode(ProblemDetails.self, from: body))?.code }

        func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try WireCoding.decoder().decode(type, from: body)
        }
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ body: (any Encodable)? = nil, by token: Secret? = nil,
        proving key: String? = nil
    ) async throws -> Reply {
        let fields: HTTPFields = token.map { [.authorization: "Bearer \($0.withText { $0 ?? "" })"] } ?? [:]
        var request =
            try body.map { value in
                ServerRequest.json(
                    method, path, String(decoding: try WireCoding.encoder().encode(value), as: UTF8.self),
                    fields: fields)
            } ?? ServerRequest.sample(method, path, fields: fields)
        request.possessionProof = key.map { PossessionProof(keyThumbprint: $0) }
        let response = await router.respond(to: request)
        return Reply(status: response.status, body: try await response.collectBody())
    }

    // MARK: People and programs

    struct Person: Sendable {
        let user: User
        let session: SessionID
        let token: Secret
    }

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

    func letIn(
        _ person: Person, challenge: String = Self.challenge, port: Int = Self.port, device: String? = "desk"
    ) async throws -> Reply {
        try await send(
            .post, BrowserLoginContract.codesPath,
            BrowserLoginContract.Program(challenge: challenge, port: port, key: Self.key, device: device),
            by: person.token)
    }

    func code(of person: Person) async throws -> Secret {
        try await letIn(person).decode(BrowserLoginContract.AuthorizationCode.self).code
    }

    func logIn(
        with code: Secret, verifier: String = Self.verifier, port: Int = Self.port, proving key: String? = Self.key
    ) async throws -> Reply {
        try await send(
            .post, BrowserLoginContract.path,
            BrowserLoginContract.Exchange(code: code, verifier: Secret(verifier), port: port), proving: key)
    }

    func sessions(where condition: SQL) async throws -> Int {
        try await accounts.database.read { db in
            try db.value("SELECT count(*) FROM sessions WHERE \(condition)", as: Int.self) ?? -1
        }
    }
}
