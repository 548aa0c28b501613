import AccountsServiceAPI
import AccountsServiceTesting
import CaptchaServiceTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import DeferredWorkAPI
import DeferredWorkTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import LoginServiceAPI
import MailAPI
import MailTesting
import MailedProofsAPI
import MailedProofsServiceAPI
import MailedProofsServiceTesting
import PasswordRecoveryAPI
import PasswordRecoveryService
import PluginKit
import RateLimitingAPI
import RateLimitingTesting
import ServerKeysTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// The real recovery, with real accounts, sessions and proofs over a real
/// database; the mail goes to a spy.
struct RunningRecovery {
    static let password = "four green tea pots"

    let accounts: RunningAccounts
    let mail = MailSpy()
    let log = LogSpy()
    let metrics = InMemoryMetrics()
    let lockout = LockoutSpy()
    /// What happened to accounts.
    let events = AccountObserverSpy()
    let proofs: any MailedProving
    let router: Router
    /// Gives another password to those who come with a message.
    let resetting: any PasswordResetting

    var date: ManualDate { accounts.date }

    init(captcha: CaptchaVerifyingSpy? = nil) async throws {
        let relay = AccountObserverRelay()
        accounts = try await RunningAccounts(others: RunningProofs.migrations, observers: [relay, events])
        let kinds = Locked<[MailedProofKind]>([])
        let running = try RunningProofs(
            database: accounts.database, mail: mail, kinds: { kinds.current }, date: accounts.date)
        proofs = running.proofs
        var host = PluginHost()
        let recovery = try host.install(PasswordRecoveryServicePlugin.self) {
            [accounts, mail, metrics, log, lockout] scope in
            try .init(
                database: accounts.database, proofs: running.proofs, accounts: accounts.accounts,
                passwords: accounts.passwords, verification: accounts.verification, lockout: lockout,
                work: ImmediateWork(scope.collector(of: DeferredWorkHandlers.self)), captcha: captcha,
                limiters: InMemoryRateLimiters(now: accounts.date.now),
                authentication: Cryptography.real().authentication, serverKeys: InMemoryServerKeys(),
                mail: mail,
                address: { "https://essential.example/base" }, metrics: metrics, log: log.logger, now: accounts.date.now
            )
        }
        let composition = try host.composed()
        resetting = try composition[recovery].resetting
        kinds.withLock { $0 = composition.values(of: MailedProofKinds.self) }
        try await running.start()
        relay.relay(to: composition.values(of: AccountObservers.self))
        router = try Router(
            routes: accounts.routes + composition.values(of: HTTPRoutes.self), observer: RequestObserverSpy())
    }

    @discardableResult
    func register(_ email: String = "ana@example.com", name: String = "Ana Lovelace") async throws -> User {
        try await accounts.accounts.createAccount(
            name: name, email: try #require(EmailAddress(email)), password: Secret(Self.password))
    }

    func logIn(_ user: User) async throws -> Secret {
        try await accounts.server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken
    }

    func accepts(_ password: String, _ email: String = "ana@example.com") async throws -> Bool {
        let outcome = try await accounts.passwords.authenticate(
            email: try #require(EmailAddress(email)), password: Secret(password))
        if case .accepted = outcome { return true }
        return false
    }

    // MARK: Asking

    func post(_ path: String, _ body: String, language: String = "en") async -> ServerResponse {
        await router.respond(
            to: .json(.post, path, body, fields: [.acceptLanguage: language, .userAgent: "a stranger's browser"]))
    }

    @discardableResult
    func request(
        _ email: String = "ana@example.com", captcha: String? = nil, from address: String = "127.0.0.1"
    ) async -> ServerResponse {
        let answer = captcha.map { #","captcha":"\#($0)""# } ?? ""
        var request = ServerRequest.json(
            .post, "/auth/password/recovery", #"{"email":"\#(email)"\#(answer)}"#,
            fields: [.acceptLanguage: "en", .userAgent: "a stranger's browser"])
        if let ip = IPAddress(address) { request.peer = SocketAddress(ip: ip, port: 50_000) }
        return await router.respond(to: request)
    }

    func reset(token: String?, to password: String = "seven blue coffee cups") async -> ServerResponse {
        await post("/auth/password/reset", #"{"token":"\#(token ?? "")","new_password":"\#(password)"}"#)
    }

    func reset(
        code: String?, _ email: String = "ana@example.com", to password: String = "seven blue coffee cups"
    ) async -> ServerResponse {
        await post(
            "/auth/password/reset", #"{"code":"\#(code ?? "")","email":"\#(email)","new_password":"\#(password)"}"#)
    }

    /// Why a link counts no more; nil if it does.
    func refusal(of token: String?) async throws -> PasswordRecoveryError? {
        do {
            _ = try await resetting.address(behind: try #require(token.flatMap { MailedToken($0) }))
            return nil
        } catch let error as PasswordRecoveryError {
            return error
        }
    }

    // MARK: What was mailed

    private func last(_ email: String) -> MailMessage? {
        mail.messages.last { $0.recipient.description == email && $0.values["code"] != nil }
    }

    func code(for email: String = "ana@example.com") -> String? { last(email)?.values["code"] }

    func token(for email: String = "ana@example.com") -> String? {
        last(email)?.values["url"]?.split(separator: "?token=").last.map(String.init)
    }
}

extension ServerResponse {
    var html: String {
        get async throws { String(decoding: try await collectBody(), as: UTF8.self) }
    }

    var problem: ProblemDetails {
        get async throws { try JSONDecoder().decode(ProblemDetails.self, from: await collectBody()) }
    }
}

/// Remembers whose locks were cleared.
final class LockoutSpy: LockoutClearing {
    private let recorded = Locked<[EmailAddress]>([])
    var cleared: [EmailAddress] { recorded.current }

    func clearLockout(of email: EmailAddress) async throws(RateLimitingError) {
        recorded.withLock { $0.append(email) }
    }
}

/// Another code than this one.
func other(_ code: String) -> String {
    (code.first == "0" ? "1" : "0") + code.dropFirst()
}
