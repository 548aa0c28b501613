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
import LoginService
import LoginServiceAPI
import PluginKit
import RateLimitingTesting
import SQLStoreAPI
import ServerKeysTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// Somebody comes by the word of somebody else, and is asked for the second factor; the
/// word may be taken back meanwhile.
struct VouchedStepTests {
    private static let proved = ManualDate().value.addingTimeInterval(-86_400)
    private static let origin = SessionOrigin(way: "a", session: "1", provedAt: proved)

    @Test(
        .requirement("EXT-11", "D22"),
        arguments: [
            (EndedOrigin?.none, true), (.way("a"), false), (.way("b"), true), (.session("1"), false),
            (.session("2"), true), (.sessionOf(way: "a", session: "1"), false),
            (.sessionOf(way: "a", session: "2"), true),
        ]) func aStepIsVoidWithItsWord(ended: EndedOrigin?, counts: Bool) async throws
    {
        try await step(counts: counts) { accounts, _, db in
            guard let ended else { return }
            _ = try accounts.server.origins.endSessions(from: ended, because: .providerRevoked, in: db)
        }
    }

    @Test(
        .requirement("OPS-06"),
        arguments: [(OperatorAct.endedAccess(because: .endedByOperator), false), (.tookAddressAsProved, true)])
    func aStepIsVoidWhenAnOperatorEndsTheSessions(act: OperatorAct, counts: Bool) async throws {
        try await step(counts: counts) { accounts, user, db in
            let ended = try OperatorActFollowing.loginTickets.follow(act, user.id, accounts.date.value, db)
            #expect(ended == 0)
        }
    }

    /// Does the first step, lets something happen, and looks whether the second counts.
    private func step(
        counts: Bool, meanwhile: @escaping @Sendable (RunningAccounts, User, any SQLWriting) throws -> Void
    ) async throws {
        let relay = AskerRelay()
        let accounts = try await RunningAccounts(
            others: LoginTickets.migrations, states: [AccountStatesStub { _ in [.protected] }], askers: [relay])
        var host = PluginHost()
        try host.install(
            LoginServicePlugin.self,
            .init(
                accounts: accounts.passwords, directory: accounts.accounts, issuing: accounts.server.issuing,
                ending: accounts.server.ending, database: accounts.database, checkers: { [AnyCode()] },
                limiters: InMemoryRateLimiters(now: accounts.date.now), captcha: nil, cryptography: .real(),
                serverKeys: InMemoryServerKeys(), metrics: InMemoryMetrics(), log: LogSpy().logger,
                now: accounts.date.now))
        let composition = try host.composed()
        relay.asker.withLock { $0 = composition.values(of: SecondFactorAskers.self).first }
        let router = try Router(routes: composition.values(of: HTTPRoutes.self), observer: RequestObserverSpy())
        let user = try await accounts.accounts.createAccount(
            name: "Ada", email: EmailAddress("ada@example.com")!, password: Secret("correct horse battery"))

        let refusal = await #expect(throws: SessionsError.self) {
            try await accounts.server.issuing.admit(user, by: .provider, from: Self.origin, on: SessionClient())
        }
        guard case .notAdmitted(let problem)? = refusal else { return }
        try await accounts.database.write { db in try meanwhile(accounts, user, db) }
        let body = #"{"ticket":"\#(try #require(problem.members["ticket"]))","code":"123456"}"#
        let answer = await router.respond(to: .json(.post, "/auth/login/code", body))
        #expect((answer.status == .ok) == counts)
        let origins = try await accounts.database.read { db in
            try db.rows("SELECT origin, origin_session, amr FROM sessions") { row in
                try [row[0, as: String.self], row[1, as: String.self], row[2, as: String.self]]
            }
        }
        #expect(origins == (counts ? [["a", "1", "fed,otp"]] : []))
        let dates = try await accounts.database.read { db in
            try db.values("SELECT authenticated_at FROM sessions", as: Date.self)
        }
        #expect(dates == (counts ? [Self.proved] : []), "the code makes an old word no newer")
    }
}

/// Passes on what is asked of it.
private final class AskerRelay: SecondFactorAsking {
    let asker = Locked<(any SecondFactorAsking)?>(nil)

    func askForFactor(
        _ user: User, after way: WayIn, from origin: SessionOrigin?, on client: SessionClient,
        provided condition: @escaping @Sendable (any SQLWriting) throws -> Bool
    ) async throws -> HTTPProblem? {
        try await asker.current?.askForFactor(user, after: way, from: origin, on: client, provided: condition)
    }

    func voidSteps(from origin: EndedOrigin, in transaction: any SQLWriting) throws {
        try asker.current?.voidSteps(from: origin, in: transaction)
    }
}

/// Takes every code.
private struct AnyCode: SecondFactorChecking {
    func isInForce(for user: UserID, before moment: Date, in transaction: any SQLReading) throws -> Bool { true }

    func reportLoss(
        of user: User, provided condition: @escaping @Sendable (any SQLReading) throws -> Bool
    ) async throws -> Date? { nil }

    func foreseeLoss(of user: User) async throws -> Date? { nil }

    func use(of code: Secret, by user: User, asOf moment: Date) async throws -> FactorUse? {
        FactorUse(.oneTimeCode) { _ in true }
    }

    func check<Value: Sendable>(
        _ code: Secret, of user: User, after first: FirstStep, _ act: (FactorUse) async throws -> Value?
    ) async throws -> FactorCheck<Value> {
        guard let value = try await act(FactorUse(.oneTimeCode) { _ in true }) else { return .wrong }
        return .done(value)
    }
}
