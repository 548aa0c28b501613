import AccountsServiceAPI
import AccountsServiceTesting
import AddressChangeAPI
import AddressChangeService
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
import PluginKit
import RateLimitingAPI
import RateLimitingTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// The real change, with real accounts, sessions and codes over a real database; the
/// mail goes to a spy.
struct RunningAddressChange {
    static let password = "four green tea pots"
    static let newPassword = "seven blue coffee cups"

    let accounts: RunningAccounts
    let mail = MailSwitch()
    let log = LogSpy()
    let lockout = LockoutSpy()
    /// Hears what others hear of accounts.
    let observer = AccountObserverSpy()
    let restoring: any AddressRestoring
    private let router: Router
    private let sweeps: [Sweep]

    var date: ManualDate { accounts.date }

    /// - Parameters:
    ///   - states: Know states of accounts.
    ///   - checkers: Check second factors.
    init(states: [any AccountStateKnowing] = [], checkers: [any SecondFactorChecking] = []) async throws {
        let relay = AccountObserverRelay(), keepers = Locked<[any AddressKeeping]>([])
        accounts = try await RunningAccounts(
            others: RunningProofs.migrations + AddressChangeTable.migrations, observers: [relay],
            keepers: { keepers.current })
        let kinds = Locked<[MailedProofKind]>([])
        let running = try RunningProofs(
            database: accounts.database, mail: mail, kinds: { kinds.current }, date: accounts.date)
        var host = PluginHost()
        let change = try host.install(AddressChangeServicePlugin.self) { [accounts, mail, log, lockout] scope in
            try .init(
                database: accounts.database, proofs: running.proofs, accounts: accounts.accounts,
                addresses: accounts.addresses, passwords: accounts.passwords,
                sessions: accounts.server.authentication, states: { states }, events: accounts.server.events,
                devices: DevicesStub(), lockout: lockout, checkers: { checkers },
                limiters: InMemoryRateLimiters(now: accounts.date.now),
                work: ImmediateWork(scope.collector(of: DeferredWorkHandlers.self)), mail: mail,
                cryptography: Cryptography.real(), address: { "https://essential.example/base" }, log: log.logger,
                now: accounts.date.now)
        }
        let composition = try host.composed()
        restoring = try composition[change].restoring
        kinds.withLock { $0 = composition.values(of: MailedProofKinds.self) }
        keepers.withLock { $0 = composition.values(of: AddressKeepers.self) }
        sweeps = composition.values(of: Sweeps.self)
        try await running.start()
        relay.relay(to: composition.values(of: AccountObservers.self) + [observer])
        router = try Router(
            routes: accounts.routes + composition.values(of: HTTPRoutes.self), observer: RequestObserverSpy())
    }

    // MARK: People

    /// Makes an account and logs it in.
    func join(_ email: String = "ana@example.com", isVerified: Bool = true) async throws -> (user: User, token: Secret)
    {
        let address = try #require(EmailAddress(email))
        var user = try await accounts.accounts.createAccount(
            name: "Ana Lovelace", email: address, password: Secret(Self.password))
        if isVerified { user = try await accounts.verification.markVerified(user.id, email: address) }
        return (user, try await logIn(user))
    }

    func logIn(_ user: User) async throws -> Secret {
        try await accounts.server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken
    }

    func account(_ id: UserID) async throws -> User { try #require(try await accounts.accounts.account(id)) }

    func accepts(_ password: String, _ email: String) async throws -> Bool {
        let outcome = try await accounts.passwords.authenticate(
            email: try #require(EmailAddress(email)), password: Secret(password))
        if case .accepted = outcome { return true }
        return false
    }

    /// Replaces a password, which ends all sessions.
    func replacePassword(of user: User, with password: String) async throws {
        let prepared = try await accounts.passwords.prepare(Secret(password))
        _ = try await accounts.database.write { db in
            try accounts.passwords.replacePassword(of: user.id, at: user.email, with: prepared, keeping: nil, in: db)
        }
    }

    func isIn(_ token: Secret) async -> Bool {
        let request = ServerRequest.sample(fields: [.authorization: "Bearer \(text(token))"])
        return (try? await accounts.server.authentication.requireSession(request)) != nil
    }

    // MARK: Asking

    private func post(_ path: String, _ body: [String: String], _ token: Secret?, _ language: String) async throws
        -> ServerResponse
    {
        var fields: HTTPFields = [.acceptLanguage: language, .userAgent: "program of Ana"]
        if let token { fields[.authorization] = "Bearer \(text(token))" }
        let body = String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
        return await router.respond(to: .json(.post, path, body, fields: fields))
    }

    func ask(_ email: String, _ token: Secret?, language: String = "en") async throws -> ServerResponse {
        try await post("/auth/address", ["email": email], token, language)
    }

    func confirm(_ code: String?, _ token: Secret?, language: String = "en") async throws -> ServerResponse {
        try await post("/auth/address/confirmation", ["code": code ?? ""], token, language)
    }

    /// Changes the address, and answers with the token of the link in the letter to the
    /// old one, if there is one.
    @discardableResult
    func change(_ user: User, to email: String, _ token: Secret) async throws -> MailedToken? {
        let before = try await account(user.id).email.description
        try #require(try await ask(email, token).status == .accepted)
        try #require(try await confirm(code(for: email), token).status == .ok)
        return link(for: before)
    }

    func restore(
        _ link: MailedToken?, choosing password: String = Self.newPassword, confirmedBy code: String? = nil
    ) async throws {
        try await restoring.restore(
            try #require(link), choosing: Secret(password), confirmedBy: code.map { Secret($0) },
            from: RequestOrigin(address: "192.0.2.9"))
    }

    /// Why a link counts no more; nil if it does.
    func refusal(of link: MailedToken?) async throws -> AddressRestoringError? {
        do {
            _ = try await restoring.offer(behind: try #require(link))
            return nil
        } catch let error as AddressRestoringError {
            return error
        }
    }

    func sweep() async throws {
        for sweep in sweeps { try await accounts.database.write { db in try sweep.body(db) } }
    }

    // MARK: What was told

    func letters(to email: String) -> [String] {
        mail.messages.filter { $0.recipient.description == email }.map(\.template.name)
    }

    func code(for email: String) -> String? {
        mail.messages.last { $0.recipient.description == email && $0.values["code"] != nil }?.values["code"]
    }

    func link(for email: String) -> MailedToken? {
        guard let last = mail.messages.last(where: { $0.recipient.description == email }) else { return nil }
        return last.values["url"]?.split(separator: "?token=").last.flatMap { MailedToken($0) }
    }

    /// What devices are told of the address, in order.
    func events() async throws -> [String] {
        try await accounts.database.read { db in
            try db.values(
                "SELECT detail FROM security_events WHERE kind = 'way_in_changed' ORDER BY id", as: String.self)
        }
    }
}

func text(_ secret: Secret) -> String { secret.withText { $0 ?? "" } }

/// Another code than this one.
func other(_ code: String?) -> String {
    let code = code ?? "00000000"
    return (code.first == "0" ? "1" : "0") + code.dropFirst()
}

extension ServerResponse {
    var body: String {
        get async throws { String(decoding: try await collectBody(), as: UTF8.self) }
    }

    var problem: ProblemDetails {
        get async throws { try WireCoding.decoder().decode(ProblemDetails.self, from: await collectBody()) }
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

/// Keeps the messages that were handed over, or refuses them while it is off.
struct MailSwitch: MailSending {
    let isOff = Locked(false)
    private let spy = MailSpy()

    var messages: [MailMessage] { spy.messages }

    private func check() throws(MailError) {
        if isOff.current { throw .unavailable(reason: "it is off") }
    }

    func enqueue(_ message: MailMessage, in transaction: any SQLWriting) throws {
        try check()
        try spy.enqueue(message, in: transaction)
    }

    func withdraw(to recipient: EmailAddress, in transaction: any SQLWriting) throws {
        try check()
        try spy.withdraw(to: recipient, in: transaction)
    }

    func rehearse(_ message: MailMessage, in transaction: any SQLWriting) throws {
        try check()
        try spy.rehearse(message, in: transaction)
    }

    func send(_ message: MailMessage) async throws(MailError) {
        try check()
        try await spy.send(message)
    }
}

private struct DevicesStub: DeviceRecognizing {
    func issueToken(for email: EmailAddress) async throws -> Secret { Secret("device of \(email)") }
    func issueToken(for password: PasswordVersion) async throws -> Secret { Secret("device of \(password.user)") }
}

/// A second factor with one code; nil for one that came into force too late.
struct FactorStub: SecondFactorChecking {
    let code: String?
    /// How often the code was used, in transactions that held.
    let used = Locked(0)
    /// How often a code was looked at.
    let looks = Locked(0)
    /// Before which moments it was asked whether the factor was in force, or a code good.
    let moments = Locked<[Date]>([])

    func isInForce(for user: UserID, before moment: Date, in transaction: any SQLReading) throws -> Bool {
        moments.withLock { $0.append(moment) }
        return code != nil
    }

    func use(of code: Secret, by user: User, asOf moment: Date) async throws -> FactorUse? {
        moments.withLock { $0.append(moment) }
        looks.withLock { $0 += 1 }
        guard text(code) == self.code else { return nil }
        return FactorUse(.oneTimeCode) { [used] _ in
            used.withLock { $0 += 1 }
            return true
        }
    }

    /// Logins count wrong codes by this.
    func check<Value: Sendable>(
        _ code: Secret, of user: User, after first: FirstStep, _ act: (FactorUse) async throws -> Value?
    ) async throws -> FactorCheck<Value> {
        Issue.record("an undo is no login")
        return .wrong
    }

    func reportLoss(
        of user: User, provided condition: @escaping @Sendable (any SQLReading) throws -> Bool
    ) async throws -> Date? { nil }

    func foreseeLoss(of user: User) async throws -> Date? { nil }
}
