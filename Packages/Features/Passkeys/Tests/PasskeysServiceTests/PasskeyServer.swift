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
import MailAPI
import MailTesting
import PasskeysContract
import PasskeysService
import PasskeysTesting
import PluginKit
import Presenting
import SQLStoreAPI
import ServerKeysTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// The routes of passkeys, over the real accounts and sessions of a server in a new
/// database.
struct PasskeyServer {
    static let origin = "https://essential.test"

    let accounts: RunningAccounts
    let cryptography: Cryptography
    let mail = MailSpy()
    let log = LogSpy()
    let metrics = InMemoryMetrics()
    /// Whether the account of a test has a password, too.
    let hasPassword = Locked(true)
    /// The letters that operators can have in words of their own.
    let templates: [String]
    let sweeps: [Sweep]
    private let router: Router
    private let observers: [any AccountObserving]

    /// - Parameters:
    ///   - verifications: Notes which signatures are verified; nil for nobody.
    ///   - steps: What people can do.
    ///   - states: Know in which states accounts are.
    init(
        at address: String? = "https://essential.test", noting verifications: NotedVerifications? = nil,
        offering steps: [NextStep] = [.recover], states: [any AccountStateKnowing] = []
    ) async throws {
        accounts = try await RunningAccounts(others: PasskeysMigrations.all, states: states)
        cryptography = try .real()
        var used = cryptography
        if let verifications { used.signatures = verifications }
        var host = PluginHost()
        try host.install(PasskeysServicePlugin.self) { [accounts, metrics, log, mail, hasPassword, used] scope in
            let ways = scope.collector(of: WaysIn.self)
            return try .init(
                address: address.flatMap { URL(string: $0) }, database: accounts.database, cryptography: used,
                serverKeys: InMemoryServerKeys(), accounts: accounts.accounts,
                ways: { (hasPassword.current ? [accounts.passwords] : []) + ways() }, states: { states },
                authentication: accounts.server.authentication, issuing: accounts.server.issuing,
                reauthentication: accounts.server.reauthentication, origins: accounts.server.origins,
                events: accounts.server.events, offered: { steps }, mail: mail, metrics: metrics, log: log.logger,
                now: accounts.date.now)
        }
        let composition = try host.composed()
        templates = composition.values(of: MailTemplates.self).map(\.name)
        sweeps = composition.values(of: Sweeps.self)
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
        var text: String { String(decoding: body, as: UTF8.self) }

        func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try WireCoding.decoder().decode(type, from: body)
        }
    }

    func send(_ method: HTTPMethod, _ path: String, _ body: String? = nil, by token: Secret? = nil) async throws
        -> Reply
    {
        let fields: HTTPFields = token.map { [.authorization: "Bearer \($0.withText { $0 ?? "" })"] } ?? [:]
        let request =
            body.map { ServerRequest.json(method, path, $0, fields: fields) }
            ?? ServerRequest.sample(method, path, fields: fields)
        let response = await router.respond(to: request)
        return Reply(status: response.status, body: try await response.collectBody())
    }

    // MARK: People

    struct Person: Sendable {
        let user: User
        let token: Secret
    }

    func register(_ email: String = "ana@example.com", isVerified: Bool = true) async throws -> Person {
        let address = try #require(EmailAddress(email))
        var user = try await accounts.accounts.createAccount(
            name: "Ana", email: address, password: Secret("correct horse battery"))
        if isVerified { user = try await accounts.verification.markVerified(user.id, email: address) }
        let session = try await accounts.server.issuing.issueSession(for: user, on: .init())
        return Person(user: user, token: session.grant.accessToken)
    }

    // MARK: Passkeys

    var manner: ScriptedAuthenticator.Manner { .init(at: Self.origin) }

    func add(
        _ authenticator: ScriptedAuthenticator, to person: Person, named name: String = "Telephone",
        _ manner: ScriptedAuthenticator.Manner? = nil
    ) async throws -> Reply {
        let question = try await send(.post, PasskeysContract.makingPath, by: person.token)
        guard question.status == .ok else { return question }
        return try await keep(try authenticator.make(question.text, manner ?? self.manner), for: person, named: name)
    }

    func keep(_ made: String, for person: Person, named name: String = "Telephone") async throws -> Reply {
        try await send(
            .post, PasskeysContract.passkeysPath, #"{"name":"\#(name)","credential":\#(made)}"#, by: person.token)
    }

    func logIn(
        _ authenticator: ScriptedAuthenticator, _ manner: ScriptedAuthenticator.Manner? = nil
    ) async throws -> Reply {
        let question = try await send(.post, PasskeysContract.loginQuestionPath)
        return try await logIn(with: try #require(try authenticator.answer(question.text, manner ?? self.manner)))
    }

    func logIn(with answer: String) async throws -> Reply {
        try await send(.post, PasskeysContract.loginPath, #"{"credential":\#(answer),"device":"desk"}"#)
    }

    /// The passkeys and challenges that are kept, and the sessions.
    func counts() async throws -> [Int] {
        try await accounts.database.read { db in
            [
                try db.value("SELECT count(*) FROM passkeys", as: Int.self) ?? -1,
                try db.value("SELECT count(*) FROM passkey_challenges", as: Int.self) ?? -1,
                try db.value("SELECT count(*) FROM sessions", as: Int.self) ?? -1,
            ]
        }
    }

    /// What letters were about.
    var letters: [String] { mail.messages.map(\.template.name) }
}

/// Something that an authenticator or a browser does otherwise, and what comes of it.
struct Change: Sendable, CustomTestStringConvertible {
    let code: String
    let apply: @Sendable (inout ScriptedAuthenticator.Manner) -> Void

    init(_ code: String, _ apply: @escaping @Sendable (inout ScriptedAuthenticator.Manner) -> Void) {
        self.code = code
        self.apply = apply
    }

    var testDescription: String { code }
}
