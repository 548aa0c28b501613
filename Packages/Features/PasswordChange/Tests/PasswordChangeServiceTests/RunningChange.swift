import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import LoginService
import LoginServiceAPI
import MailTesting
import PasswordChangeService
import PluginKit
import RateLimitingTesting
import SQLStoreAPI
import ServerKeysTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

/// The real change, login and lockout, with real accounts and sessions over a
/// real database; the mail goes to a spy.
struct RunningChange {
    static let password = "four green tea pots"
    static let newPassword = "seven blue coffee cups"

    let accounts: RunningAccounts
    let mail: MailSpy
    let log = LogSpy()
    /// Makes devices known.
    let devices: any DeviceRecognizing
    private let router: Router

    /// - Parameters:
    ///   - states: Know states of accounts.
    ///   - devices: Makes devices known in place of the login.
    init(
        mail: MailSpy = MailSpy(), states: [any AccountStateKnowing] = [], devices: (any DeviceRecognizing)? = nil
    ) async throws {
        self.mail = mail
        var cryptography = try Cryptography.real()
        cryptography.passwords = InsecurePasswordHashingMaking()
        accounts = try await RunningAccounts(cryptography: cryptography)
        let server = accounts.server
        var host = PluginHost()
        let login = try host.install(
            LoginServicePlugin.self,
            .init(
                accounts: accounts.passwords, directory: accounts.accounts, issuing: server.issuing,
                ending: server.ending, database: accounts.database,
                limiters: InMemoryRateLimiters(now: accounts.date.now), cryptography: cryptography,
                serverKeys: InMemoryServerKeys(), metrics: InMemoryMetrics(), log: log.logger,
                now: accounts.date.now))
        try host.install(PasswordChangeServicePlugin.self) { [accounts, log] scope in
            try .init(
                database: accounts.database, sessions: server.authentication, tokens: server.replacing,
                devices: devices ?? scope[login].devices, accounts: accounts.accounts,
                confirmation: scope[login].passwords,
                passwords: accounts.passwords, states: { states },
                limiters: InMemoryRateLimiters(now: accounts.date.now), mail: mail, log: log.logger,
                now: accounts.date.now)
        }
        let composition = try host.composed()
        self.devices = try composition[login].devices
        router = try Router(
            routes: accounts.routes + composition.values(of: HTTPRoutes.self), observer: RequestObserverSpy())
    }

    func register(_ email: String = "ana@example.com") async throws -> User {
        try await accounts.accounts.createAccount(
            name: "Ana Lovelace", email: try #require(EmailAddress(email)), password: Secret(Self.password))
    }

    func begin(_ user: User, on client: SessionClient = SessionClient()) async throws -> IssuedSession {
        try await accounts.server.issuing.issueSession(for: user, on: client)
    }

    func change(
        _ access: Secret?, from current: String = Self.password, to new: String = Self.newPassword,
        refresh: Secret? = nil, language: String = "en"
    ) async -> ServerResponse {
        let token = refresh.map { #","refresh_token":"\#(text($0))""# } ?? ""
        var fields: HTTPFields = [.acceptLanguage: language, .userAgent: "program of Ana"]
        if let access { fields[.authorization] = "Bearer \(text(access))" }
        return await router.respond(
            to: .json(
                .post, "/auth/password/change",
                #"{"current_password":"\#(current)","new_password":"\#(new)"\#(token)}"#,
                fields: fields))
    }

    func send(_ request: ServerRequest) async -> ServerResponse { await router.respond(to: request) }

    func logIn(_ password: String, device: Secret? = nil) async -> HTTPStatus {
        let token = device.map { #","device_token":"\#(text($0))""# } ?? ""
        return await router.respond(
            to: .json(.post, "/auth/login", #"{"email":"ana@example.com","password":"\#(password)"\#(token)}"#)
        ).status
    }

    func accepts(_ access: Secret) async -> Bool {
        let request = ServerRequest.sample(fields: [.authorization: "Bearer \(text(access))"])
        return (try? await accounts.server.authentication.requireSession(request)) != nil
    }

    func isPassword(_ password: String) async throws -> Bool {
        let email = try #require(EmailAddress("ana@example.com"))
        let outcome = try await accounts.passwords.authenticate(email: email, password: Secret(password))
        if case .accepted = outcome { return true }
        return false
    }

    func refresh(_ token: Secret) async throws -> RefreshOutcome {
        try await accounts.server.refreshing.refresh(token, on: SessionClient())
    }

    /// What devices are told, in order: `kind detail`.
    func events() async throws -> [String] {
        try await accounts.database.read { db in
            try db.rows("SELECT kind, detail FROM security_events ORDER BY id") { row in
                [try row[0, as: String.self], try row[1, as: String?.self]].compactMap(\.self).joined(separator: " ")
            }
        }
    }
}

func text(_ secret: Secret) -> String { secret.withText { $0 ?? "" } }

extension ServerResponse {
    var problem: ProblemDetails {
        get async throws { try WireCoding.decoder().decode(ProblemDetails.self, from: await collectBody()) }
    }

    var grant: TokenGrant {
        get async throws { try await changed.token }
    }

    var changed: Changed {
        get async throws { try WireCoding.decoder().decode(Changed.self, from: await collectBody()) }
    }

    struct Changed: Decodable {
        let token: TokenGrant
        let deviceToken: String?

        private enum CodingKeys: String, CodingKey {
            case token
            case deviceToken = "device_token"
        }
    }
}
