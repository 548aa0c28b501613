import AccountsServiceAPI
import AccountsServiceTesting
import CaptchaServiceTesting
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
import PluginKit
import RateLimitingAPI
import RateLimitingTesting
import SQLStoreAPI
import ServerKeysTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting

/// The routes of logging in and out, over the real accounts and sessions of a
/// server in a new database.
struct LoginServer {
    static let password = "correct horse battery"

    let accounts: RunningAccounts
    let hashing = InsecurePasswordHashing()
    let log = LogSpy()
    let metrics = InMemoryMetrics()
    let observer = RequestObserverSpy()
    let limiters: InMemoryRateLimiters
    let lockouts: any LockoutClearing
    let devices: any DeviceRecognizing
    let passwords: any PasswordConfirming
    let refusals = RefusalSpy()
    private let router: Router

    /// - Parameter whenAccepted: Happens when a password was found to be right,
    ///   and nothing was begun yet.
    init(
        allowsUnverified: Bool = true, states: [any AccountStateKnowing] = [], realHashes: Bool = false,
        captcha: CaptchaVerifyingSpy? = nil, hidesUnproved: Bool = false,
        whenAccepted: (@Sendable (RunningAccounts, User) async throws -> Void)? = nil
    ) async throws {
        var cryptography = try Cryptography.real()
        if !realHashes { cryptography.passwords = InsecurePasswordHashingMaking(hashing: hashing) }
        accounts = try await RunningAccounts(
            cryptography: cryptography, states: states + (allowsUnverified ? [] : [AccountStatesStub.proofRequired]))
        limiters = InMemoryRateLimiters(now: accounts.date.now)
        var host = PluginHost()
        let interrupted = whenAccepted.map { [accounts] meanwhile in
            InterruptedAuthentication(accounts: accounts, meanwhile: meanwhile)
        }
        let plugin = try host.install(
            LoginServicePlugin.self,
            .init(
                accounts: interrupted ?? accounts.passwords, hidesUnproved: hidesUnproved, directory: accounts.accounts,
                issuing: accounts.server.issuing,
                ending: accounts.server.ending, database: accounts.database,
                observers: { [refusals] in [refusals] }, limiters: limiters, captcha: captcha,
                cryptography: cryptography,
                serverKeys: InMemoryServerKeys(), metrics: metrics, log: log.logger, now: accounts.date.now))
        let composition = try host.composed()
        let exports = try composition[plugin]
        lockouts = exports.lockouts
        devices = exports.devices
        passwords = exports.passwords
        router = try Router(routes: composition.values(of: HTTPRoutes.self), observer: observer)
    }

    /// An account with ``password``.
    @discardableResult
    func register(_ email: String = "Ada@example.com", isVerified: Bool = false) async throws -> User {
        let address = EmailAddress(email)!
        let user = try await accounts.accounts.createAccount(
            name: "Ada", email: address, password: Secret(Self.password))
        return isVerified ? try await accounts.verification.markVerified(user.id, email: address) : user
    }

    func post(_ path: String, _ body: String, fields: HTTPFields = [:]) async throws -> Answer {
        try await send(.json(.post, path, body, fields: fields))
    }

    func logIn(
        _ email: String = "ada@example.com", password: String = Self.password, deviceToken: Secret? = nil,
        captcha: String? = nil, from address: String = "127.0.0.1", hasWaited: Bool = false
    ) async throws -> Answer {
        var token = deviceToken?.withText { ##","device_token":"\##($0 ?? "")""## } ?? ""
        if let captcha { token += ##","captcha":"\##(captcha)""## }
        var request = ServerRequest.json(
            .post, "/auth/login", #"{"email":"\#(email)","password":"\#(password)"\#(token)}"#)
        request.peer = SocketAddress(ip: IPAddress(address)!, port: 50_000)
        if hasWaited { request.fields["Essential-Waited"] = "?1" }
        return try await send(request)
    }

    func send(_ request: ServerRequest) async throws -> Answer {
        let response = await router.respond(to: request)
        return Answer(status: response.status, fields: response.fields, body: try await response.collectBody())
    }

    /// Whether an access token is taken for good.
    func accepts(_ token: Secret) async -> Bool {
        let request = ServerRequest.sample(fields: [.authorization: token.withText { "Bearer \($0 ?? "")" }])
        return (try? await accounts.server.authentication.requireSession(request)) != nil
    }

    func sessionCount() async throws -> Int {
        try await accounts.database.read { db in
            try db.value("SELECT count(*) FROM sessions WHERE ended_at IS NULL", as: Int.self) ?? -1
        }
    }

    func logins(_ result: String) -> Double? {
        metrics.value(of: "essentiald_logins_total", ["result": result])
    }

    /// What came back.
    struct Answer: Equatable {
        let status: HTTPStatus
        let fields: HTTPFields
        let body: Data

        var problem: ProblemDetails {
            get throws { try WireCoding.decoder().decode(ProblemDetails.self, from: body) }
        }

        /// The challenge that has to be answered.
        var challenge: String? {
            get throws { try JSONDecoder().decode([String: JSONText].self, from: body)["captcha"]?.text }
        }

        /// What was granted, as a client of another maker would read it.
        var granted: Granted {
            get throws { try WireCoding.decoder().decode(Granted.self, from: body) }
        }
    }

    struct Granted: Decodable {
        let user: User
        let token: TokenGrant
        let deviceToken: String

        private enum CodingKeys: String, CodingKey {
            case user, token
            case deviceToken = "device_token"
        }
    }
}

/// Has something happen between a right password and what follows from it.
private struct InterruptedAuthentication: PasswordAuthenticating {
    let accounts: RunningAccounts
    let meanwhile: @Sendable (RunningAccounts, User) async throws -> Void

    func authenticate(email: EmailAddress, password: Secret) async throws(AccountsError) -> PasswordAuthentication {
        let outcome = try await accounts.passwords.authenticate(email: email, password: password)
        guard case .accepted(let user, _) = outcome else { return outcome }
        do { try await meanwhile(accounts, user) } catch { throw .unavailable(reason: "\(error)") }
        return outcome
    }

    func isPasswordReplaced(
        exactly replacements: Int, of id: UserID, in transaction: any SQLReading
    ) throws -> Bool {
        try accounts.passwords.isPasswordReplaced(exactly: replacements, of: id, in: transaction)
    }

    func passwordVersion(email: EmailAddress) async throws(AccountsError) -> PasswordVersion? {
        try await accounts.passwords.passwordVersion(email: email)
    }
}

/// A member of an object if it is text.
private struct JSONText: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
    }
}
