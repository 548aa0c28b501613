import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import LoginAPI
import LoginClient
import LoginTesting
import OfflineQueueAPI
import OfflineQueueTesting
import PluginKit
import SecureStorageAPI
import SecureStorageTesting
import SessionsAPI
import SessionsTesting
import Testing

struct QueuedLoginTests {
    private let password = Secret("correct horse")

    @Test(
        .requirement("LOGIN-10", "LOGIN-11", "LOGIN-26", "D9"),
        arguments: [HTTPTransportError.connectivity(reason: "r"), .timedOut, .tls(reason: "r")])
    func aLoginThatCannotBeSentWaits(error: HTTPTransportError) async throws {
        let queue = RequestQueueSpy()
        let client = LoginClientFixture(HTTPTransportStub(failure: error), queue: queue)
        let failure = await failure { () async throws(LoginError) in
            try await client.login.logIn(email: "Ada@example.com", password: password)
        }
        guard case .waiting(let text)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(text.english.hasPrefix(error.text.english))
        #expect(client.observer.events == [.failed(.waiting(text))], "observers are told")
        let request = try #require(queue.enqueued.first)
        #expect(request.kind == .login && request.subject == "Ada@example.com")
        let isWhole = request.payload.isEqual(
            to: Secret(#"{"device":"Ada's laptop","email":"Ada@example.com","password":"correct horse"}"#))
        #expect(isWhole)
        let sent = try #require(client.transport.requests.first)
        #expect(sent.fields[.idempotencyKey] == request.id.description, "a lost answer is asked for again")
        #expect(sent.fields["Essential-Waited"] == nil)
    }

    @Test(.requirement("OFFLINE-10")) func aLoginDoesNotWaitWhileSomebodyElseIsLoggedIn() async throws {
        let queue = RequestQueueSpy(), bob = StoredSession.sample(user: .sample(name: "Bob", email: "bob@example.com"))
        let client = LoginClientFixture(HTTPTransportStub(failure: .timedOut), holding: bob, queue: queue)
        let failure = await failure { () async throws(LoginError) in
            try await client.login.logIn(email: "Ada@example.com", password: password)
        }
        guard case .connectivity(let text)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(text.english.contains("Bob is logged in here") && queue.enqueued.isEmpty)
        let stage = try Stage(LoginClientFixture.answering(.ok, LoginClientFixture.loggedIn), holding: bob)
        guard case .refused = await stage.perform() else {
            Issue.record("who is at the device was logged out")
            return
        }
        #expect(stage.transport.requests.isEmpty && stage.memory.session?.isIdentical(to: bob) == true)
    }

    /// While the server was asked.
    @Test(.requirement("OFFLINE-10", "SESS-21")) func whoLoggedInWhileTheServerWasAskedStays() async throws {
        let bob = StoredSession.sample(user: .sample(name: "Bob", email: "bob@example.com"))
        let memory = InMemorySessionStore(), answer = LoginClientFixture.answering(.ok, LoginClientFixture.loggedIn)
        let transport = HTTPTransportSpy { request throws(HTTPTransportError) in
            if request.url.path() == "/auth/login" { try? await memory.forAnotherProcess().save(bob) }
            return try await answer.send(request)
        }
        let stage = try Stage(transport, memory: memory)
        guard case .refused(let problem) = await stage.perform() else {
            Issue.record("who is at the device was logged out")
            return
        }
        #expect(problem.code == "somebody_is_logged_in" && memory.session?.isIdentical(to: bob) == true)
        #expect(transport.requests.map { $0.url.path() } == ["/auth/login", "/auth/logout"])
    }

    @Test(.requirement("LOGIN-10")) func thePersonWhoIsLoggedInMayWait() async throws {
        let queue = RequestQueueSpy(), session = StoredSession.sample(user: LoginClientFixture.user)
        let client = LoginClientFixture(HTTPTransportStub(failure: .timedOut), holding: session, queue: queue)
        _ = try? await client.login.logIn(email: LoginClientFixture.user.email.description, password: password)
        #expect(queue.enqueued.count == 1)
    }

    @Test func aQueueThatFailsIsToldWithTheObstacle() async {
        let queue = RequestQueueSpy(failure: .full(limit: 64))
        let client = LoginClientFixture(HTTPTransportStub(failure: .timedOut), queue: queue)
        let failure = await failure { () async throws(LoginError) in
            try await client.login.logIn(email: "Ada@example.com", password: password)
        }
        guard case .connectivity(let text)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(text.english.contains("64"))
    }

    @Test(arguments: [
        (HTTPStatus.unauthorized, "invalid_credentials"), (.internalServerError, "internal_error"),
        (.tooManyRequests, "account_locked"), (.serviceUnavailable, "unavailable"),
    ])
    func whatTheServerAnsweredDoesNotWait(status: HTTPStatus, code: String) async {
        let queue = RequestQueueSpy()
        let client = LoginClientFixture(LoginClientFixture.refusing(status, code), queue: queue)
        _ = try? await client.login.logIn(email: "Ada@example.com", password: password)
        #expect(queue.enqueued.isEmpty)
    }

    @Test func whoLogsInNeedsNoWaitingLogin() async throws {
        let queue = RequestQueueSpy()
        let client = LoginClientFixture(
            LoginClientFixture.answering(.ok, LoginClientFixture.loggedIn), queue: queue)
        _ = try await client.login.logIn(email: "Ada@example.com", password: password)
        #expect(queue.discarded == [.login] && queue.enqueued.isEmpty)
    }

    @Test(.requirement("LOGIN-12", "LOGIN-13")) func aWaitingLoginStoresTheSession() async throws {
        let stage = try Stage(LoginClientFixture.answering(.ok, LoginClientFixture.loggedIn))
        guard case .done = await stage.perform() else {
            Issue.record("not done")
            return
        }
        #expect(stage.memory.session?.user == LoginClientFixture.user)
        #expect(stage.observer.events == [.succeeded(LoginClientFixture.user)])
        let request = try #require(stage.transport.requests.first)
        #expect(request.url.path() == "/auth/login")
        #expect(request.fields[.idempotencyKey] == LoginClientFixture.requestID.description)
        #expect(
            request.fields["Essential-Waited"] == "?1", "it may be from before a deletion, which it doesn't take back")
    }

    @Test(
        .requirement("LOGIN-13", "D9"),
        arguments: [
            (HTTPStatus.unauthorized, "invalid_credentials", "refused"),
            (.forbidden, "email_not_verified", "refused"), (.forbidden, "account_closing", "refused"),
            (.tooManyRequests, "account_locked", "failed"),
            (.internalServerError, "internal_error", "failed"), (.serviceUnavailable, "unavailable", "failed"),
        ])
    func onlyWhatTheServerSaysIsFinal(status: HTTPStatus, code: String, outcome: String) async throws {
        let stage = try Stage(LoginClientFixture.refusing(status, code, fields: [.retryAfter: "30"]))
        switch await stage.perform() {
        case .refused: #expect(outcome == "refused")
        case .failed(_, let retryAfter):
            #expect(outcome == "failed")
            if status != .internalServerError { #expect(retryAfter == .seconds(30)) }
        case let other: Issue.record("\(other)")
        }
        #expect(stage.memory.session == nil)
    }

    @Test(.requirement("LOGIN-13")) func somethingOnTheWayThatRefusesEndsNoWaitingLogin() async throws {
        guard case .unreachable = try await Stage(LoginClientFixture.answering(.unauthorized)).perform() else {
            Issue.record("not kept")
            return
        }
    }

    @Test(arguments: [HTTPTransportError.connectivity(reason: "r"), .timedOut, .tls(reason: "r"), .cancelled])
    func aServerThatIsGoneIsWaitedFor(error: HTTPTransportError) async throws {
        #expect(try await Stage(HTTPTransportStub(failure: error)).perform() == .unreachable(error.text))
    }

    @Test(.requirement("D17", "LOGIN-13"))
    func anAnswerThatIsGivenAgainDoesNotTakeThePlaceOfRenewedTokens() async throws {
        // {"sid":"5d6c2b1a-7e8f-4a90-b1c2-d3e4f5061728"}
        let token = "e30.eyJzaWQiOiI1ZDZjMmIxYS03ZThmLTRhOTAtYjFjMi1kM2U0ZjUwNjE3MjgifQ.x"
        let first = StoredSession(
            user: LoginClientFixture.user, grant: .sample(access: token, refresh: "rt-1"), receivedAt: .sample)
        let renewed = first.renewed(with: .sample(refresh: "rt-3"), receivedAt: .sample)
        let answer = LoginClientFixture.loggedIn.replacing("at-1", with: token)
        let stage = try Stage(LoginClientFixture.answering(.ok, answer), holding: renewed)
        guard case .done = await stage.perform() else {
            Issue.record("not done")
            return
        }
        let isRenewed = stage.memory.session?.isIdentical(to: renewed)
        #expect(isRenewed == true)
    }

    @Test func whatCannotBeReadIsGivenUp() async throws {
        guard case .refused = try await Stage(HTTPTransportStub(failure: .timedOut)).perform("no JSON") else {
            Issue.record("not refused")
            return
        }
    }

    private func failure(_ body: () async throws(LoginError) -> LoggedIn) async -> LoginError? {
        do throws(LoginError) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    /// What sends logins that wait.
    private struct Stage {
        let transport: HTTPTransportSpy
        let memory: InMemorySessionStore
        let observer = LoginObserverSpy()
        private let handler: any QueuedRequestHandling

        init(
            _ transport: any HTTPTransport, holding session: StoredSession? = nil, memory: InMemorySessionStore? = nil
        ) throws {
            self.transport = HTTPTransportSpy(transport)
            self.memory = memory ?? InMemorySessionStore(session)
            let address = try #require(ServerAddress("https://example.com"))
            var host = PluginHost()
            try host.install(
                LoginClientPlugin.self,
                .init(
                    server: ServerClient(address: address, transport: self.transport), sessions: self.memory,
                    secrets: InMemorySecretStore(), device: nil,
                    observers: { [observer] in [observer] }))
            let composition = try host.composed()
            handler = try #require(composition.values(of: QueuedRequestHandlers.self).first { $0.kind == .login })
        }

        func perform(
            _ payload: String = #"{"email":"Ada@example.com","password":"correct horse"}"#
        ) async -> QueuedRequestAnswer {
            await handler.perform(
                QueuedRequest(
                    id: LoginClientFixture.requestID, kind: .login, subject: "", payload: Secret(payload)))
        }
    }
}
