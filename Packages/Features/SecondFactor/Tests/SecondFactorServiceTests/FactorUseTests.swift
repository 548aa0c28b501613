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
import Locking
import LoginServiceAPI
import MailAPI
import MailTesting
import PluginKit
import RateLimitingAPI
import RateLimitingTesting
import SQLStoreAPI
import SQLStoreTesting
import SecondFactorService
import ServerKeysTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

/// A code is used by one transaction, however many try at the same moment; no
/// limit on guesses helps here.
struct FactorUseTests {
    let accounts: RunningAccounts
    private let keys: InMemoryServerKeys
    private let limiters: InMemoryRateLimiters
    let checker: any SecondFactorChecking
    private let router: Router
    let sweeps: [Sweep]
    /// The letters that operators can have in words of their own.
    let templates: [String]
    let mail = MailSpy()
    let log = LogSpy()
    let observers = Locked<[any SessionObserving]>([])
    /// What came to nothing.
    private let refusals = Locked<[LoginEvent]>([])
    let accountObservers: [any AccountObserving]
    let user: User
    let token: String

    init() async throws {
        let date = ManualDate()
        try await self.init(
            over: nil, date: date, keys: InMemoryServerKeys(), limiters: InMemoryRateLimiters(now: date.now))
    }

    /// Another server over the same database.
    init(beside other: FactorUseTests) async throws {
        try await self.init(
            over: try await other.accounts.server.store.openedAgain(), date: other.accounts.date, keys: other.keys,
            limiters: other.limiters)
    }

    private init(
        over store: TemporaryDatabase?, date: ManualDate, keys: InMemoryServerKeys, limiters: InMemoryRateLimiters
    ) async throws {
        let cryptography = try Cryptography.real()
        // The sessions have to know who takes part in them, and the plugin the sessions.
        let accounts = try await RunningAccounts(
            store: store, others: SecondFactorMigrations.all, sessionObservers: [Relay(observers: observers)],
            date: date)
        var host = PluginHost()
        try host.install(
            SecondFactorServicePlugin.self,
            .init(
                database: accounts.database, cryptography: cryptography, serverKeys: keys,
                accounts: accounts.accounts, sessions: accounts.server.authentication,
                reauthentication: accounts.server.reauthentication, events: accounts.server.events,
                passwords: OnePassword(), passwordWays: accounts.passwords,
                observers: { [refusals] in [Refusals(events: refusals)] },
                limiters: limiters,
                guesses: RateLimitPolicy(maxAttempts: 1_000, window: 300, lockout: 900), mail: mail, log: log.logger,
                now: accounts.date.now))
        let composition = try host.composed()
        observers.withLock { $0 = composition.values(of: SessionObservers.self) }
        self.accounts = accounts
        (self.keys, self.limiters) = (keys, limiters)
        checker = try #require(composition.values(of: SecondFactorCheckers.self).first)
        sweeps = composition.values(of: Sweeps.self)
        accountObservers = composition.values(of: AccountObservers.self)
        templates = composition.values(of: MailTemplates.self).map(\.name)
        router = try Router(routes: composition.values(of: HTTPRoutes.self), observer: RequestObserverSpy())
        let email = try #require(EmailAddress("ada@example.com"))
        if let known = try await accounts.accounts.account(email: email) {
            user = known
        } else {
            let made = try await accounts.accounts.createAccount(
                name: "Ada", email: email, password: Secret("four green pots"))
            user = try await accounts.verification.markVerified(made.id, email: email)
        }
        let grant = try await accounts.server.issuing.issueSession(for: user, on: SessionClient()).grant
        token = grant.accessToken.withText { $0 ?? "" }
    }

    @Test(.requirement("MFA-01")) func aTimedCodeIsUsedOnceBy64() async throws {
        let secret = try await turnOn().secret
        accounts.date.advance(by: .seconds(60))
        #expect(try await used(try code(secret)) == 1)
        #expect(try await used(try code(secret)) == 0)
    }

    @Test(.requirement("MFA-02")) func aRecoveryCodeIsUsedOnceBy64() async throws {
        let code = try #require(try await turnOn().codes.first)
        #expect(try await used(Secret(code)) == 1)
        #expect(try await used(Secret(code)) == 0)
    }

    @Test(
        "Two servers over one database, each asked by 64 at once, take a code once between them",
        .requirement("MFA-01", "MFA-02"))
    func aCodeIsUsedOnceAtTwoServers() async throws {
        let (secret, codes) = try await turnOn(), other = try await FactorUseTests(beside: self)
        accounts.date.advance(by: .seconds(60))
        for code in [try self.code(secret), Secret(try #require(codes.first))] {
            async let here = used(code), there = other.used(code)
            #expect(try await here + there == 1)
            #expect(try await other.used(code) == 0)
            #expect(try await used(code) == 0)
        }
    }

    @Test(.requirement("MFA-02")) func recoveryCodesAreKeptAsDigests() async throws {
        let codes = try await turnOn().codes
        let kept = try await accounts.database.read { db in
            try db.values("SELECT digest FROM recovery_codes", as: Data.self)
        }
        #expect(kept.count == 10 && kept.allSatisfy { $0.count == 32 })
        for code in codes { #expect(!kept.contains { $0.firstRange(of: Data(code.utf8)) != nil }) }
    }

    @Test func aCodeWhoseTransactionFailsStaysGood() async throws {
        let code = Secret(try #require(try await turnOn().codes.first))
        await #expect(throws: Undone.self) {
            _ = try await checker.check(code, of: user, after: .password) { [accounts] use -> Bool? in
                try await accounts.database.write { db in
                    _ = try use.use(db)
                    throw Undone()
                }
            }
        }
        #expect(try await used(code) == 1)
    }

    /// What a letter tells, the devices are told as well.
    @Test(.requirement("MFA-01", "MFA-02", "MFA-05", "SESS-11")) func theDevicesAreToldWhatBecomesOfIt() async throws {
        let code = Secret(try #require(try await turnOn().codes.first))
        _ = try await checker.reportLoss(of: user) { _ in true }
        #expect(try await used(code) == 1)
        _ = try await post("/auth/factors/recovery-codes", "")
        _ = try await checker.reportLoss(of: user) { _ in true }
        accounts.date.advance(by: .seconds(8 * 86_400))
        for sweep in sweeps { try await accounts.database.write(.soon, sweep.body) }
        let told = try await accounts.database.read { db in
            try db.values(
                "SELECT detail FROM security_events WHERE kind = 'way_in_changed' ORDER BY id", as: String.self)
        }
        #expect(Set(mail.messages.map(\.template.name)).isSubset(of: templates))
        #expect(
            told == [
                "second_factor added", "second_factor lost", "second_factor kept", "recovery_codes used",
                "recovery_codes renewed", "second_factor lost", "second_factor removed",
            ])
    }

    /// Whoever has the password can't have the owner written to without end.
    @Test(.requirement("MFA-05")) func aLossIsSaidThreeTimesADay() async throws {
        _ = try await turnOn()
        for _ in 0..<3 {
            #expect(try await checker.foreseeLoss(of: user) != nil)
            for _ in 0..<5 { _ = try await checker.reportLoss(of: user) { _ in true } }
            _ = await router.respond(
                to: .sample(.delete, "/auth/factors/loss", fields: [.authorization: "Bearer " + token]))
        }
        let letters = mail.messages.count
        await #expect(throws: TooManyLosses.self) { try await checker.foreseeLoss(of: user) }
        let refusal = await #expect(throws: TooManyLosses.self) {
            _ = try await checker.reportLoss(of: user) { _ in true }
        }
        #expect(refusal.map { (1...86_400).contains($0.reset) } == true)
        #expect(mail.messages.count == letters && letters == 1 + 3 * 2)
        #expect(log.messages.count { $0 == "second factor lost" } == 3)
        accounts.date.advance(by: .seconds(86_401))
        #expect(try await checker.reportLoss(of: user) { _ in true } != nil)
        // A loss that stands is no further one.
        #expect(try await checker.foreseeLoss(of: user) == accounts.date.value.addingTimeInterval(7 * 86_400))
    }

    /// Whoever guesses codes in a stolen session leaves the same traces as at the login.
    @Test(.requirement("MFA-01", "METRIC-01")) func wrongCodesOfSomebodyLoggedInAreTold() async throws {
        _ = try await post("/auth/factors/authenticator", "")
        #expect(
            try await send(.post, "/auth/factors/authenticator/confirmation", #"{"code":"000000"}"#).code
                == "wrong_code")
        _ = try await turnOn()
        let wrong = #"{"password":"four green pots","code":"000000"}"#
        #expect(try await send(.post, "/auth/reauthentication", wrong).code == "wrong_code")
        let events = refusals.current
        #expect(events.map(\.cause) == ["wrong_code", "wrong_code"] && events.allSatisfy { !$0.isLocked })
        #expect(events.allSatisfy { $0.claim == .account(user.id) && $0.session != nil })
    }

    struct Undone: Error {}

    /// By how many of 64 a code is used up.
    func used(_ code: Secret) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { [accounts, checker, user] group in
            for _ in 0..<64 {
                group.addTask {
                    let check = try await checker.check(code, of: user, after: .password) { use -> Bool? in
                        try await accounts.database.write { db in try use.use(db) } ? true : nil
                    }
                    if case .done = check { return true }
                    return false
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    func post(_ path: String, _ body: String) async throws -> Data { try await send(.post, path, body).body }

    /// - Parameter token: Of another session than the first one.
    func send(
        _ method: HTTPMethod, _ path: String, _ body: String = "", by token: String? = nil
    ) async throws -> (status: HTTPStatus, code: String?, body: Data) {
        let fields: HTTPFields = [.authorization: "Bearer " + (token ?? self.token)]
        let request: ServerRequest =
            body.isEmpty ? .sample(method, path, fields: fields) : .json(method, path, body, fields: fields)
        let response = await router.respond(to: request), answer = try await response.collectBody()
        return (response.status, (try? WireCoding.decoder().decode(ProblemDetails.self, from: answer))?.code, answer)
    }

    func turnOn() async throws -> (secret: Secret, codes: [String]) {
        struct Setup: Decodable { let secret: String }
        struct Codes: Decodable { let recovery_codes: [String] }
        let setup = try JSONDecoder().decode(Setup.self, from: try await post("/auth/factors/authenticator", ""))
        let secret = Secret(Self.bytes(ofBase32: setup.secret))
        let typed = try code(secret).withText { $0 ?? "" }
        let codes = try await post("/auth/factors/authenticator/confirmation", #"{"code":"\#(typed)"}"#)
        return (secret, try JSONDecoder().decode(Codes.self, from: codes).recovery_codes)
    }

    func code(_ secret: Secret) throws -> Secret {
        let cryptography = try Cryptography.real()
        let message = TimedCode.message(of: TimedCode.step(at: accounts.date.value))
        let hash = try cryptography.authentication.oneTimeCode(
            for: message, using: try cryptography.keys.makeKey(copying: secret))
        return Secret(TimedCode.code(from: hash))
    }

    static func bytes(ofBase32 text: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = text.flatMap { letter in
            (0..<5).map { (alphabet.firstIndex(of: letter) ?? 0) >> (4 - $0) & 1 }
        }
        return stride(from: 0, to: bits.count - 7, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | UInt8($1) }
        }
    }
}

struct Undoing: SessionObserving {
    struct Refusal: Error {}

    func record(_ event: SessionEvent, in transaction: any SQLWriting) throws { throw Refusal() }
}

private struct Relay: SessionObserving {
    let observers: Locked<[any SessionObserving]>

    func record(_ event: SessionEvent, in transaction: any SQLWriting) throws {
        for observer in observers.current { try observer.record(event, in: transaction) }
    }
}

private struct Refusals: LoginObserving {
    let events: Locked<[LoginEvent]>

    func observe(_ event: LoginEvent) async { events.withLock { $0.append(event) } }
}

/// Knows the password of everybody.
struct OnePassword: PasswordConfirming {
    func confirm(
        _ password: Secret, of user: User, in session: SessionID, from peer: IPAddress, with program: String?
    ) async throws -> PasswordConfirmation {
        .checked(password.isEqual(to: Secret("four green pots")) ? .accepted(user, replacements: 0) : .rejected)
    }
}
