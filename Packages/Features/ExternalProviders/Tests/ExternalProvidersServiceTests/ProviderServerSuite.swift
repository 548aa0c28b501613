import AccountsServiceAPI
import AccountsServiceTesting
import ConfigurationAPI
import ConfigurationTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import ExternalProvidersContract
import ExternalProvidersService
import ExternalProvidersTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import Localization
import MailAPI
import MailTesting
import PluginKit
import Presenting
import SQLStoreAPI
import SecurityMetricsServiceTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting

/// The routes of signing in through a provider, over the real accounts and
/// sessions of a server in a new database.
struct ProviderServerSuite {
    let accounts: RunningAccounts
    let provider: ScriptedProvider
    let name: String
    let log = LogSpy()
    let metrics = InMemoryMetrics()
    let trail = AuditSpy()
    let mail = MailSpy()
    private let router: Router
    private let observers: [any AccountObserving]
    private let folder: TemporaryFolder

    /// - Parameter preset: The name of a provider of which only the client has to be
    ///   set; nil for one that is called `acme`.
    init(
        algorithm: SignatureAlgorithm = .es256, isPublic: Bool = false, preset: (name: String, issuer: String)? = nil,
        offering steps: [NextStep] = [.verify, .recover], states: [any AccountStateKnowing] = []
    ) async throws {
        try await self.init(named: preset?.name ?? "acme", offering: steps, states: states) { date, file in
            let provider = try ScriptedProvider(
                issuer: preset?.issuer ?? "https://id.example", algorithm: algorithm, now: date.now)
            var settings: [String: String] = [:]
            if preset == nil { settings["issuer"] = provider.issuer }
            if !isPublic { settings["client_secret_file"] = try file(provider.secret + "\n") }
            return (provider, settings)
        }
    }

    /// - Parameter make: Makes a provider, and says what is set of it besides the client;
    ///   it may write files.
    init(
        named name: String, offering steps: [NextStep] = [.verify, .recover], states: [any AccountStateKnowing] = [],
        _ make: (ManualDate, (String) throws -> String) throws -> (ScriptedProvider, [String: String])
    ) async throws {
        accounts = try await RunningAccounts(others: ProviderMigrations.all, states: states)
        folder = try TemporaryFolder()
        self.name = name
        let (provider, more) = try make(accounts.date) { [folder] text in
            let path = folder.path(of: "secret")
            try Data(text.utf8).write(to: URL(filePath: path))
            return path
        }
        self.provider = provider
        let settings = more.merging(["client_id": provider.clientID]) { $1 }.map { setting, value in
            Configuration.FixtureSetting.set(
                ConfigurationKey<String?>(
                    "providers.NAME.\(setting)", default: nil, summary: LocalizedText(verbatim: "")
                ).named(name), to: value)
        }
        var host = PluginHost()
        try host.install(ExternalProvidersServicePlugin.self) { [accounts, metrics, log, mail, trail] scope in
            let ways = scope.collector(of: WaysIn.self)
            return try .init(
                configuration: .fixture(settings), database: accounts.database, cryptography: .real(),
                transport: provider.transport, accounts: accounts.accounts, passwords: accounts.passwords,
                ways: { [accounts.passwords] + ways() }, states: { states },
                authentication: accounts.server.authentication,
                issuing: accounts.server.issuing, origins: accounts.server.origins,
                events: accounts.server.events, offered: { steps },
                address: { "https://essential.test" }, mail: mail, audit: { [trail] }, metrics: metrics,
                log: log.logger, now: accounts.date.now)
        }
        let composition = try host.composed()
        router = try Router(routes: composition.values(of: HTTPRoutes.self), observer: RequestObserverSpy())
        observers = composition.values(of: AccountObservers.self)
    }

    /// Has something happen to an account.
    func record(_ event: AccountEvent) async throws {
        try await accounts.database.write { db in
            for observer in observers { try observer.record(event, in: db) }
        }
    }

    /// What came back.
    struct Reply {
        let status: HTTPStatus
        let body: Data

        var code: String? { (try? WireCoding.decoder().decode(ProblemDetails.self, from: body))?.code }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try WireCoding.decoder().decode(type, from: body)
        }
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ value: (any Encodable)? = nil, by token: Secret? = nil
    ) async throws -> Reply {
        let body = try value.map { String(decoding: try WireCoding.encoder().encode($0), as: UTF8.self) }
        let fields: HTTPFields = token.map { [.authorization: "Bearer \($0.withText { $0 ?? "" })"] } ?? [:]
        let request =
            body.map { ServerRequest.json(method, path, $0, fields: fields) }
            ?? ServerRequest.sample(method, path, fields: fields)
        let response = await router.respond(to: request)
        return Reply(status: response.status, body: try await response.collectBody())
    }

    /// Sends what isn't JSON.
    func send(_ path: String, _ body: String, as type: String) async throws -> Reply {
        let response = await router.respond(
            to: .sample(.post, path, fields: [.contentType: type], body: Data(body.utf8)))
        return Reply(status: response.status, body: try await response.collectBody())
    }

    /// Tells by a token that somebody logged out there.
    func logOut(_ token: String, at name: String? = nil) async throws -> Reply {
        try await send(
            "/auth/providers/\(name ?? self.name)/logout", "logout_token=\(token)",
            as: "application/x-www-form-urlencoded")
    }

    /// Whether a session's token is taken.
    func isIn(_ token: Secret?) async throws -> Bool {
        try await send(.get, ExternalProvidersContract.waysPath, by: token).status == .ok
    }

    func areIn(_ tokens: Secret?...) async throws -> [Bool] {
        var answers: [Bool] = []
        for token in tokens { answers.append(try await isIn(token)) }
        return answers
    }

    func begin(by token: Secret? = nil) async throws -> ExternalProvidersContract.Begun {
        try await send(.post, "/auth/providers/\(name)/attempts", by: token).decode(
            ExternalProvidersContract.Begun.self)
    }

    /// Brings an answer back.
    func answer(
        _ attempt: Secret, _ comeBack: ScriptedProvider.Return, by token: Secret? = nil, issuer: String? = nil,
        at provider: String? = nil, saying user: String? = nil
    ) async throws -> Reply {
        try await send(
            .post, ExternalProvidersContract.answerPath,
            ExternalProvidersContract.Answer(
                attempt: attempt, provider: provider ?? name, state: comeBack.state, code: Secret(comeBack.code),
                issuer: issuer, error: nil, user: user, device: "desk"), by: token)
    }

    /// Goes to the provider, says yes there, and comes back.
    func signIn(by token: Secret? = nil, saying user: String? = nil) async throws -> Reply {
        let begun = try await begin(by: token)
        return try await answer(begun.attempt, provider.authorize(begun.address), by: token, saying: user)
    }

    /// Somebody with a password who is logged in.
    func register(
        _ email: String = "ana@example.com", isVerified: Bool = true
    ) async throws -> (user: User, token: Secret) {
        let address = EmailAddress(email)!
        var user = try await accounts.accounts.createAccount(
            name: "Ana", email: address, password: Secret("correct horse battery"))
        if isVerified { user = try await accounts.verification.markVerified(user.id, email: address) }
        let session = try await accounts.server.issuing.issueSession(for: user, on: .init())
        return (user, session.grant.accessToken)
    }

    /// Gives somebody a link of a provider that isn't set any more.
    func addLostLink(to user: UserID) async throws {
        let now = accounts.date.value.addingTimeInterval(1)
        try await accounts.database.write { db in
            try db.run(
                """
                INSERT INTO provider_links (id, user_id, issuer, subject, provider, email, linked_at)
                VALUES (\(LinkID(UUID())), \(user), \("https://gone.example"), \("s"), \("gone"), NULL, \(now))
                """)
        }
    }

    /// Gives somebody a password, as who asks for one by mail.
    func givePassword(to user: User) async throws {
        let passwords = accounts.passwords, password = try await passwords.prepare(Secret("correct horse battery"))
        _ = try await accounts.database.write { db in
            try passwords.replacePassword(of: user.id, at: user.email, with: password, keeping: nil, in: db)
        }
    }

    /// What the devices of somebody were told, in order.
    func events(of user: User) async throws -> [String] {
        try await accounts.database.read { db in
            try db.rows("SELECT kind, detail FROM security_events WHERE user_id = \(user.id) ORDER BY id") { row in
                [try row[0], try row[1, as: String?.self] ?? ""].joined(separator: " ")
            }.filter { !$0.hasPrefix("email_verified") && !$0.hasPrefix("suspicious") }
        }
    }

    /// How many rows there are of what must not be there in part.
    func counts() async throws -> [Int] {
        try await accounts.database.read { db in
            try ["accounts", "provider_links", "sessions", "provider_attempts"].map { table in
                switch table {
                case "accounts": try db.value("SELECT count(*) FROM accounts", as: Int.self) ?? -1
                case "provider_links": try db.value("SELECT count(*) FROM provider_links", as: Int.self) ?? -1
                case "sessions": try db.value("SELECT count(*) FROM sessions", as: Int.self) ?? -1
                default: try db.value("SELECT count(*) FROM provider_attempts", as: Int.self) ?? -1
                }
            }
        }
    }
}
