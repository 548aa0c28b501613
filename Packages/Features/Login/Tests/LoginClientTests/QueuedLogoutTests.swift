import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import LoginAPI
import LoginClient
import OfflineQueueAPI
import OfflineQueueTesting
import PluginKit
import SecureStorageAPI
import SecureStorageTesting
import SessionsAPI
import SessionsTesting
import Testing

struct QueuedLogoutTests {
    private let session = StoredSession.sample(grant: .sample(access: "at-1", refresh: "rt-1"))
    private let text = LocalizedText(verbatim: "So it is.")

    @Test(.requirement("D12", "LOGOUT-02", "LOGOUT-04"))
    func theRevocationIsKeptBeforeTheTokenIsGoneAndSentFromThere() async throws {
        let queue = RequestQueueSpy()
        queue.answerRetries(with: [report(.done(text))])
        let client = LoginClientFixture(
            LoginClientFixture.answering(.noContent), holding: session, queue: queue)
        #expect(try await client.logout.logOut() == .ended)
        let request = try #require(queue.enqueued.first)
        #expect(request.kind == .logout && request.id == LoginClientFixture.requestID)
        #expect(request.subject.isEmpty)
        let isToken = request.payload.isEqual(to: Secret(#"{"refresh_token":"rt-1"}"#))
        #expect(isToken)
        #expect(queue.selections == [.request(request.id)])
        #expect(client.transport.calls.isEmpty)
        #expect(client.memory.session == nil)
    }

    @Test(
        .requirement("LOGOUT-04"),
        arguments: [
            (QueuedRequestResult.unreachable(LocalizedText(verbatim: "Away.")), LogoutOutcome.serverToBeTold),
            (.kept(QueueProblem(code: "busy", text: LocalizedText(verbatim: "Busy."))), .serverToBeTold),
            (.refused(QueueProblem(code: "no", text: LocalizedText(verbatim: "No."))), .endedHereOnly),
            (.removalFailed(QueueProblem(code: "no", text: LocalizedText(verbatim: "No."))), .ended),
        ])
    func tellsWhatBecameOfTheRevocation(result: QueuedRequestResult, outcome: LogoutOutcome) async throws {
        let queue = RequestQueueSpy()
        queue.answerRetries(with: [report(result)])
        let client = LoginClientFixture(LoginClientFixture.answering(.noContent), holding: session, queue: queue)
        #expect(try await client.logout.logOut() == outcome)
        #expect(client.memory.session == nil)
        #expect(client.ends.ends == [.loggedOut])
    }

    @Test(.requirement("LOGOUT-04")) func aQueueThatFailsIsNoReasonNotToTellTheServer() async throws {
        let queue = RequestQueueSpy(failure: .storage(.readOnly(path: "/v")))
        let client = LoginClientFixture(LoginClientFixture.answering(.noContent), holding: session, queue: queue)
        let error = await #expect(throws: LogoutError.self) { try await client.logout.logOut() }
        #expect(error?.leftovers.count == 1, "what waits could not be removed")
        #expect(client.memory.session == nil)
        #expect(client.transport.requests.count == 1)
    }

    @Test func whoIsNotLoggedInLeavesNothingInTheQueue() async throws {
        let queue = RequestQueueSpy()
        let client = LoginClientFixture(LoginClientFixture.answering(.noContent), queue: queue)
        #expect(try await client.logout.logOut() == .wasNotLoggedIn)
        #expect(queue.enqueued.isEmpty && queue.selections.isEmpty)
    }

    @Test(.requirement("LOGOUT-02", "LOGOUT-04"), arguments: [HTTPStatus.noContent, .ok])
    func theServerIsToldWithTheKeyOfTheRequest(status: HTTPStatus) async throws {
        let transport = HTTPTransportSpy(LoginClientFixture.answering(status))
        guard case .done(_, isNews: true) = try await perform(#"{"refresh_token":"rt-1"}"#, over: transport) else {
            Issue.record("not done")
            return
        }
        let request = try #require(transport.requests.first)
        #expect(request.url.path() == "/auth/logout")
        #expect(request.body == .bytes(Data(#"{"refresh_token":"rt-1"}"#.utf8)))
        #expect(request.fields[.idempotencyKey] == LoginClientFixture.requestID.description)
    }

    @Test(arguments: [HTTPStatus.internalServerError, .serviceUnavailable, .tooManyRequests, .notFound])
    func aServerThatFailsIsAskedAgainAndNotTooSoon(status: HTTPStatus) async throws {
        let transport = LoginClientFixture.answering(status, fields: [.retryAfter: "30"])
        guard case .failed(_, let retryAfter) = try await perform(#"{"refresh_token":"rt-1"}"#, over: transport) else {
            Issue.record("not failed")
            return
        }
        #expect(retryAfter == .seconds(30))
    }

    @Test(arguments: [HTTPTransportError.connectivity(reason: "r"), .timedOut, .tls(reason: "r"), .cancelled])
    func aServerThatIsGoneIsWaitedFor(error: HTTPTransportError) async throws {
        let answer = try await perform(#"{"refresh_token":"rt-1"}"#, over: HTTPTransportStub(failure: error))
        #expect(answer == .unreachable(error.text))
    }

    @Test func whatCantBeReadIsGivenUp() async throws {
        guard case .refused = try await perform("no JSON", over: HTTPTransportStub(failure: .timedOut)) else {
            Issue.record("not refused")
            return
        }
    }

    /// A program that ends between the two must not cost the person the session
    /// that is there.
    @Test(.requirement("SESS-21")) func aReplacedSessionIsRevokedOnceAnotherIsStored() async throws {
        let queue = RequestQueueSpy()
        let client = LoginClientFixture(
            LoginClientFixture.answering(.ok, LoginClientFixture.loggedIn), holding: session, queue: queue)
        _ = try await client.login.logIn(email: "Ada@example.com", password: Secret("p"), captcha: nil)
        let request = try #require(queue.enqueued.first)
        #expect(request.kind == .logout && request.subject.isEmpty)
        let payload = request.payload.withText { $0 ?? "" }
        #expect(payload.contains(#""refresh_token":"rt-1""#) && payload.contains("replaced"))

        let transport = HTTPTransportSpy(LoginClientFixture.answering(.noContent))
        guard case .failed = try await perform(payload, over: transport, holding: session) else {
            Issue.record("the session that was never replaced is gone")
            return
        }
        #expect(transport.requests.isEmpty)
        for other in [nil, StoredSession.sample()] {
            // Whoever logged in anew sees that.
            guard case .done(_, isNews: false) = try await perform(payload, over: transport, holding: other) else {
                Issue.record("not done")
                return
            }
        }
        let body = try #require(transport.requests.first?.body)
        #expect(body == .bytes(Data(#"{"refresh_token":"rt-1"}"#.utf8)))
    }

    @Test(.requirement("SESS-21")) func theFirstSessionOfADeviceReplacesNone() async throws {
        let queue = RequestQueueSpy()
        let client = LoginClientFixture(
            LoginClientFixture.answering(.ok, LoginClientFixture.loggedIn), queue: queue)
        _ = try await client.login.logIn(email: "Ada@example.com", password: Secret("p"), captcha: nil)
        #expect(queue.enqueued.isEmpty)
    }

    private func perform(
        _ payload: String, over transport: any HTTPTransport, holding session: StoredSession? = nil
    ) async throws -> QueuedRequestAnswer {
        var host = PluginHost()
        let address = try #require(ServerAddress("https://example.com"))
        try host.install(
            LoginClientPlugin.self,
            .init(
                server: ServerClient(address: address, transport: transport), sessions: InMemorySessionStore(session),
                secrets: InMemorySecretStore(), device: nil))
        let composition = try host.composed()
        let handler = try #require(composition.values(of: QueuedRequestHandlers.self).first { $0.kind == .logout })
        return await handler.perform(
            QueuedRequest(
                id: LoginClientFixture.requestID, kind: .logout, subject: "", payload: Secret(payload)))
    }

    private func report(_ result: QueuedRequestResult) -> QueuedRequestReport {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        return QueuedRequestReport(
            request: WaitingRequest(
                id: LoginClientFixture.requestID, kind: .logout, subject: "", createdAt: now, expiresAt: now + 60),
            result: result)
    }
}
