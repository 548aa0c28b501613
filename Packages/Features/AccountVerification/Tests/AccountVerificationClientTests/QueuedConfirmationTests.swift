import AccountVerificationAPI
import AccountVerificationClient
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import OfflineQueueAPI
import OfflineQueueTesting
import PluginKit
import SessionsAPI
import SessionsTesting
import Testing

struct QueuedConfirmationTests {
    private let user = User.sample(email: "ada@example.com", isVerified: true)
    private var unconfirmed: User { .sample(id: user.id, email: "ada@example.com") }
    private let queue = RequestQueueSpy()
    private let request = QueuedRequestID(UUID(uuidString: "1d7c8a52-6b1f-4f0e-9c55-0a4f6b1c2d3e")!)
    private let away = HTTPTransportStub(failure: .timedOut)

    @Test(.requirement("VERIFY-08", "OFFLINE-01"))
    func aCodeThatCannotBeSentWaits() async throws {
        let transport = HTTPTransportSpy(away)
        guard case .waiting(let text)? = await failure(over: transport, as: unconfirmed) else {
            Issue.record("it doesn't wait")
            return
        }
        #expect(text.english.hasPrefix(HTTPTransportError.timedOut.text.english))
        let kept = try #require(queue.enqueued.first)
        #expect(kept.kind == .verification && kept.subject == "ada@example.com")
        #expect(!kept.wantsNotice, "whoever sends it says what came of it")
        #expect(transport.requests.first?.fields[.idempotencyKey] == request.description)
        let store = InMemorySessionStore(.sample(user: .sample(id: user.id, email: "ada@example.com")))
        guard case .done = try await send(kept, over: confirming(), in: store) else {
            Issue.record("not confirmed")
            return
        }
        #expect(store.session?.user.isVerified == true, "the stored session knows")
    }

    @Test(.requirement("OFFLINE-01")) func aCodeForWhatIsConfirmedDoesNotWait() async {
        #expect(await failure(over: away, as: user) == nil && queue.enqueued.isEmpty)
    }

    @Test(.requirement("TOKEN-23")) func aCodeThatMeetsTheEndOfTheSessionWaitsForTheLogin() async throws {
        guard case .interrupted? = await failure(over: sessionEnded, as: unconfirmed) else {
            Issue.record("it doesn't wait")
            return
        }
        let kept = try #require(queue.enqueued.first)
        #expect(kept.wantsNotice)
        for other in [nil, StoredSession.sample()] {
            guard case .blocked = try await send(kept, over: confirming(), in: InMemorySessionStore(other)) else {
                Issue.record("sent in the name of somebody else")
                return
            }
        }
        let again = InMemorySessionStore(.sample(user: user))
        guard case .done = try await send(kept, over: confirming(), in: again) else {
            Issue.record("not confirmed after the login")
            return
        }
    }

    /// Which is kept with it, sealed; and before anything is sent.
    @Test(.requirement("VERIFY-08", "EXT-05")) func aCodeForAnAddressNeedsThePasswordAndNoSession() async throws {
        let untouched = HTTPTransportSpy(away)
        for person in [nil, User.sample(email: "bob@example.com")] {
            let error = await failure(over: untouched, as: person, email: "ada@example.com")
            #expect(error == .passwordNeeded && untouched.requests.isEmpty && queue.enqueued.isEmpty)
        }
        guard case .waiting? = await failure(over: away, as: nil, email: "ada@example.com", password: "correct horse")
        else {
            Issue.record("it doesn't wait")
            return
        }
        let kept = try #require(queue.enqueued.first)
        #expect(kept.owner == nil && kept.payload.withText { $0?.contains("correct horse") } == true)
        guard case .done = try await send(kept, over: confirming(), in: InMemorySessionStore()) else {
            Issue.record("not confirmed")
            return
        }
        #expect(await failure(over: sessionEnded, as: nil) == .notLoggedIn)
        #expect(queue.enqueued.count == 1)
    }

    @Test(arguments: [
        (HTTPStatus.gone, "link_expired", true), (.gone, "link_used", true),
        (.unprocessableContent, "invalid_code", true), (.internalServerError, "internal_error", false),
    ])
    func onlyWhatTheServerSaysIsFinal(status: HTTPStatus, code: String, isFinal: Bool) async throws {
        _ = await failure(over: away, as: unconfirmed)
        let kept = try #require(queue.enqueued.first)
        let problem = answering(
            status, #"{"code":"\#(code)","status":\#(status),"title":"no"}"#, type: MediaType.problem.description)
        switch try await send(kept, over: problem, in: InMemorySessionStore(.sample(user: user))) {
        case .refused: #expect(isFinal)
        case .failed: #expect(!isFinal)
        case let other: Issue.record("\(String(describing: other))")
        }
    }

    private func failure(
        over transport: any HTTPTransport, as user: User?, email: String? = nil, password: String? = nil
    ) async -> AddressConfirmationError? {
        let store = InMemorySessionStore(user.map { .sample(user: $0) })
        let sut = AccountVerificationClientPlugin.assemble(dependencies(transport, store, queue)).exports.confirmation
        do throws(AddressConfirmationError) {
            _ = try await sut.confirm(code: "01234567", email: email, password: password.map { Secret($0) })
            return nil
        } catch {
            return error
        }
    }

    private func send(
        _ request: QueuedRequest, over transport: any HTTPTransport, in store: InMemorySessionStore
    ) async throws -> QueuedRequestAnswer? {
        var host = PluginHost()
        try host.install(AccountVerificationClientPlugin.self, dependencies(transport, store, nil))
        return try await host.composed().values(of: QueuedRequestHandlers.self).first { $0.kind == .verification }?
            .perform(request)
    }

    private func dependencies(
        _ transport: any HTTPTransport, _ store: InMemorySessionStore, _ queue: RequestQueueSpy?
    ) -> AccountVerificationClientPlugin.Dependencies {
        AccountVerificationClientPlugin.Dependencies(
            server: ServerClient(address: ServerAddress("https://example.com")!, transport: transport),
            sessions: store, lock: store, queue: queue, makeID: { [request] in request })
    }

    private func confirming() throws -> HTTPTransportStub {
        HTTPTransportStub(HTTPResponse(status: .ok, body: try WireCoding.encoder().encode(["user": user])))
    }

    private var sessionEnded: HTTPTransportStub {
        answering(.unauthorized, #"{"code":"session_ended"}"#, type: "application/problem+json")
    }

    private func answering(
        _ status: HTTPStatus, _ body: String = "", type: String = "application/json"
    ) -> HTTPTransportStub {
        HTTPTransportStub(HTTPResponse(status: status, fields: [.contentType: type], body: Data(body.utf8)))
    }
}
