import AccountsServiceTesting
import BrowserLoginContract
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import Locking
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

struct BrowserLoginServiceTests {
    @Test func tellsWhereTheBrowserGoes() async throws {
        let reply = try await BrowserLoginServer().send(.get, BrowserLoginContract.path)
        let way = try reply.decode(BrowserLoginContract.Way.self)
        #expect(way == .init(issuer: "https://essential.test", page: "https://essential.test/authorize"))
    }

    @Test(.requirement("PASSKEY-03", "BROWSERLOGIN-04", "EXT-07"))
    func aProgramComesInAsTheBrowserIs() async throws {
        let server = try await BrowserLoginServer()
        let origin = SessionOrigin(way: "google 1", session: "s1")
        let person = try await server.register(by: .provider, factor: .oneTimeCode, from: origin)
        server.accounts.date.advance(by: .seconds(30))
        let reply = try await server.logIn(with: server.code(of: person))
        #expect(reply.status == .ok)
        let begun = try reply.decode(BrowserLoginContract.LoggedIn.self)
        #expect(begun.user.email == person.user.email)
        #expect(
            try await server.sessions(
                where: """
                    device = 'desk' AND amr = 'fed,otp' AND origin = 'google 1' AND origin_session = 's1'
                    AND key_thumbprint = \(BrowserLoginServer.key)
                    AND authenticated_at = (SELECT authenticated_at FROM sessions WHERE id = \(person.session))
                    """) == 1)
        // It goes with the word of the provider, as the browser's does.
        let ended = try await server.accounts.database.write { [origins = server.accounts.server.origins] db in
            try origins.endSessions(from: .session("s1"), because: .providerRevoked, in: db)
        }
        #expect(ended.values.first?.count == 2)
        #expect(server.metrics.text.contains(#"essentiald_browser_logins_total{result="success"} 1"#))
    }

    /// What somebody else tries with a code, or the program with another's.
    enum Attempt: CaseIterable, Sendable {
        case unknown, wrongVerifier, shortVerifier, otherPort, otherKey, noKey, tooLate, browserLoggedOut, empty
    }

    @Test(.requirement("BROWSERLOGIN-01", "PASSKEY-03"), arguments: Attempt.allCases)
    func anyOtherUseOfACodeIsOneError(_ attempt: Attempt) async throws {
        let server = try await BrowserLoginServer(), person = try await server.register()
        let code = try await server.code(of: person)
        let reply: BrowserLoginServer.Reply
        switch attempt {
        case .unknown: reply = try await server.logIn(with: Secret("unknown"))
        case .empty: reply = try await server.logIn(with: Secret(""))
        case .wrongVerifier: reply = try await server.logIn(with: code, verifier: String(repeating: "a", count: 43))
        case .shortVerifier: reply = try await server.logIn(with: code, verifier: "a")
        case .otherPort: reply = try await server.logIn(with: code, port: 40_124)
        case .otherKey: reply = try await server.logIn(with: code, proving: String(repeating: "k", count: 43))
        case .noKey: reply = try await server.logIn(with: code, proving: nil)
        case .tooLate:
            server.accounts.date.advance(by: .seconds(60))
            reply = try await server.logIn(with: code)
        case .browserLoggedOut:
            try await server.accounts.server.ending.endSession(person.session, of: person.user.id, because: .logout)
            reply = try await server.logIn(with: code)
        }
        #expect(reply.status == .unauthorized && reply.code == "login_code_refused")
        #expect(try await server.sessions(where: "id <> \(person.session)") == 0)
        #expect(attempt == .browserLoggedOut || server.log.messages.contains("login refused"))
        // Whoever has it all still comes in, unless it is too late.
        let own = try await server.logIn(with: code)
        #expect(own.status == ([.tooLate, .browserLoggedOut].contains(attempt) ? .unauthorized : .ok))
    }

    @Test(.requirement("BROWSERLOGIN-02", "PASSKEY-03")) func aCodeThatIsShownAgainEndsWhatItGave() async throws {
        let server = try await BrowserLoginServer(), person = try await server.register()
        let code = try await server.code(of: person)
        #expect(try await server.logIn(with: code).status == .ok)
        // Who doesn't know the verifier ends nothing.
        #expect(try await server.logIn(with: code, verifier: String(repeating: "a", count: 43)).status == .unauthorized)
        #expect(try await server.sessions(where: "ended_at IS NULL") == 2)
        let again = try await server.logIn(with: code, proving: String(repeating: "k", count: 43))
        #expect(again.status == .unauthorized && again.code == "login_code_refused")
        #expect(
            try await server.sessions(where: "ended_at IS NOT NULL AND end_reason = 'reuse' AND device = 'desk'") == 1)
        #expect(try await server.sessions(where: "ended_at IS NULL AND id = \(person.session)") == 1)
    }

    @Test(.requirement("BROWSERLOGIN-01")) func ofManyAtOnceOneComesIn() async throws {
        let server = try await BrowserLoginServer(), code = try await server.code(of: server.register())
        let statuses = try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for _ in 0..<16 { group.addTask { try await server.logIn(with: code).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == .ok }.count == 1)
    }

    @Test(.requirement("BROWSERLOGIN-03", "MFA-03")) func whoProvedItLongAgoProvesItOnceMore() async throws {
        let server = try await BrowserLoginServer(), person = try await server.register()
        server.accounts.date.advance(by: .seconds(301))
        let reply = try await server.letIn(person)
        #expect(reply.status == .unauthorized && reply.code == "insufficient_user_authentication")
        #expect(try await server.send(.post, BrowserLoginContract.codesPath).status == .unauthorized)
    }

    /// A factor that was turned on elsewhere, after the browser logged in.
    @Test(.requirement("BROWSERLOGIN-03", "MFA-03"), arguments: [true, false])
    func whoHasAFactorHasProvedIt(isProved: Bool) async throws {
        let states = Locked<Set<AccountState>>([])
        let server = try await BrowserLoginServer(states: [AccountStatesStub { _ in states.current }])
        let person = try await server.register(factor: isProved ? .oneTimeCode : nil)
        let code = try await server.code(of: person)
        states.withLock { $0 = [.protected] }
        #expect(try await server.letIn(person).status == (isProved ? .created : .unauthorized))
        let reply = try await server.logIn(with: code)
        #expect(reply.status == (isProved ? .ok : .unauthorized))
        #expect(isProved || reply.code == "insufficient_user_authentication")
        states.withLock { $0 = [.unverified] }
        #expect(try await server.letIn(person).code == "email_not_verified")
    }

    @Test(arguments: [("short", 40_123), (BrowserLoginServer.challenge, 80), (BrowserLoginServer.challenge, 70_000)])
    func aProgramThatCannotBeIsRefused(challenge: String, port: Int) async throws {
        let server = try await BrowserLoginServer(), person = try await server.register()
        #expect(try await server.letIn(person, challenge: challenge, port: port).code == "invalid_data")
    }

    @Test func codesAreKeptAsDigestsAndForgotten() async throws {
        let server = try await BrowserLoginServer(), code = try await server.code(of: server.register())
        let database = server.accounts.database
        let kept = try await database.read { db in
            try db.value("SELECT digest FROM browser_login_codes", as: Data.self)
        }
        #expect(kept?.count == 32 && kept.map { !$0.elementsEqual(code.withText { Data(($0 ?? "").utf8) }) } == true)
        let sweep = try #require(server.sweeps.first)
        server.accounts.date.advance(by: .seconds(659))
        try await database.write { db in try sweep.body(db) }
        #expect(try await database.read { db in try db.exists("SELECT 1 FROM browser_login_codes") })
        server.accounts.date.advance(by: .seconds(1))
        try await database.write { db in try sweep.body(db) }
        #expect(try await database.read { db in try !db.exists("SELECT 1 FROM browser_login_codes") })
    }
}
