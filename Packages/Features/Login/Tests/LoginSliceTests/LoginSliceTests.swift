import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import LoginAPI
import LoginClient
import LoginService
import LoginTesting
import PluginKit
import RateLimitingTesting
import SecureStorageAPI
import SecureStorageTesting
import ServerKeysTesting
import SessionsAPI
import SessionsClient
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// Client and server together, without a socket: the device keeps its session
/// in a vault, the server its own in a database.
struct LoginSliceTests {
    private let server: RunningAccounts
    private let transport: any HTTPTransport
    private let secrets = InMemorySecretStore()
    private let password = Secret("correct horse battery")
    private let email = "ada@example.com"

    init() async throws {
        server = try await RunningAccounts()
        var host = PluginHost()
        try host.install(
            LoginServicePlugin.self,
            .init(
                accounts: server.passwords, directory: server.accounts, issuing: server.server.issuing,
                ending: server.server.ending, database: server.database,
                limiters: InMemoryRateLimiters(now: server.date.now),
                cryptography: try Cryptography.real(),
                serverKeys: InMemoryServerKeys(), metrics: InMemoryMetrics(), log: LogSpy().logger,
                now: server.date.now))
        transport = LoopbackTransport(
            to: try Router(
                routes: host.composed().values(of: HTTPRoutes.self) + server.routes, observer: RequestObserverSpy()))
    }

    /// The store as one more process of the person opens it.
    private func openStore(_ secrets: InMemorySecretStore? = nil) -> any SessionStoring {
        let secrets = secrets ?? self.secrets
        return SessionsClientPlugin.assemble(.init(secrets: secrets, locks: secrets)).exports.store
    }

    private func client(
        _ transport: (any HTTPTransport)? = nil, secrets: InMemorySecretStore? = nil,
        observer: LoginObserverSpy = LoginObserverSpy()
    ) -> LoginClientPlugin.Exports {
        let address = ServerAddress("http://localhost:8080")!
        return LoginClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: transport ?? self.transport),
                sessions: openStore(secrets), secrets: secrets ?? self.secrets, device: "Ada's laptop",
                observers: { [observer] })
        ).exports
    }

    private func stored(in secrets: InMemorySecretStore? = nil) async -> StoredSession? {
        guard case .present(let session) = await openStore(secrets).load() else { return nil }
        return session
    }

    /// Who the server takes the holder of a session for.
    private func whoami(_ session: StoredSession) async throws -> HTTPResponse {
        try await transport.send(
            HTTPRequest(
                url: URL(string: "http://localhost:8080/auth/me")!,
                fields: [.authorization: session.grant.accessToken.withText { "Bearer \($0 ?? "")" }]))
    }

    @discardableResult
    private func register() async throws -> User {
        try await server.accounts.createAccount(name: "Ada", email: EmailAddress(email)!, password: password)
    }

    @Test(.requirement("LOGIN-04", "LOGIN-05", "LOGIN-06", "LOGIN-16", "SESS-16"))
    func theNextRunOfTheProgramIsStillLoggedIn() async throws {
        let user = try await register()
        #expect(try await client().login.logIn(email: email, password: password).user == user)
        let session = try #require(await stored())
        #expect(session.user == user)
        #expect(session.id != nil)
        // Who, with which tokens, and since when.
        #expect(!session.grant.accessToken.isEmpty && !session.grant.refreshToken.isEmpty)
        #expect(session.receivedAt != nil && session.accessTimeLeft(at: .now) > .zero)
        let answer = try await whoami(session)
        #expect(answer.status == .ok)
        #expect(try WireCoding.decoder().decode(User.self, from: answer.body) == user)
    }

    @Test(.requirement("LOGIN-05", "LOGIN-25")) func theVaultHoldsTheTokensAndNoPassword() async throws {
        try await register()
        _ = try await client().login.logIn(email: email, password: password)
        let session = try #require(await stored())
        #expect(!secrets.names.isEmpty)
        var text = ""
        for name in secrets.names {
            text += try await secrets.read(name).get()?.withText { $0 ?? "" } ?? ""
        }
        #expect(session.grant.refreshToken.withText { text.contains($0 ?? "?") })
        #expect(password.withText { !text.contains($0 ?? "correct") })
    }

    @Test(.requirement("LOGIN-08")) func aWrongPasswordMayBeTriedAgain() async throws {
        let user = try await register()
        let observer = LoginObserverSpy()
        let login = client(observer: observer).login
        await #expect(throws: LoginError.invalidCredentials()) {
            try await login.logIn(email: email, password: Secret("wrong"))
        }
        await #expect(throws: LoginError.invalidCredentials()) {
            try await login.logIn(email: "eve@example.com", password: password)
        }
        #expect(await stored() == nil)
        #expect(try await login.logIn(email: email, password: password).user == user)
        #expect(
            observer.events == [.failed(.invalidCredentials()), .failed(.invalidCredentials()), .succeeded(user)])
    }

    @Test(.requirement("LOGIN-15", "LOGOUT-01", "LOGOUT-02"))
    func afterLoggingOutNeitherSideKnowsTheSession() async throws {
        try await register()
        let client = client()
        _ = try await client.login.logIn(email: email, password: password)
        let session = try #require(await stored())
        #expect(try await client.logout.logOut() == .ended)
        #expect(await stored() == nil)
        #expect(secrets.names.map(\.kind.id) == ["device-token"], "what keeps strangers from locking the device out")
        #expect(try await whoami(session).status == .unauthorized)
        let renewal = try await server.server.refreshing.refresh(session.grant.refreshToken, on: SessionClient())
        guard case .refused(.ended) = renewal else {
            Issue.record("the session can still be renewed")
            return
        }
    }

    @Test(.requirement("LOGOUT-04")) func withoutAServerOnlyTheServerStillKnowsIt() async throws {
        try await register()
        _ = try await client().login.logIn(email: email, password: password)
        let session = try #require(await stored())
        let offline = client(HTTPTransportStub(failure: .connectivity(reason: "off")))
        #expect(try await offline.logout.logOut() == .endedHereOnly)
        #expect(await stored() == nil)
        #expect(try await whoami(session).status == .ok)
    }

    @Test(.requirement("LOGIN-22")) func strangersLockOutStrangersOnly() async throws {
        let user = try await register()
        let client = client()
        _ = try await client.login.logIn(email: email, password: password)
        _ = try await client.logout.logOut()
        let stranger = InMemorySecretStore()
        let hostile = self.client(secrets: stranger).login
        for _ in 0..<5 {
            await #expect(throws: LoginError.invalidCredentials()) {
                try await hostile.logIn(email: email, password: Secret("guess"))
            }
        }
        await #expect(throws: LoginError.tooManyAttempts(retryAfter: .seconds(900))) {
            try await hostile.logIn(email: email, password: password)
        }
        #expect(try await client.login.logIn(email: email.uppercased(), password: password).user == user)
    }

    @Test func twoDevicesAreLoggedInIndependently() async throws {
        try await register()
        _ = try await client().login.logIn(email: email, password: password)
        let first = try #require(await stored()), device = InMemorySecretStore()
        _ = try await client(secrets: device).login.logIn(email: email, password: password)
        let second = try #require(await stored(in: device))
        #expect(!first.isSame(as: second))
        #expect(try await client(secrets: device).logout.logOut() == .ended)
        #expect(try await whoami(first).status == .ok)
        #expect(try await whoami(second).status == .unauthorized)
    }
}
