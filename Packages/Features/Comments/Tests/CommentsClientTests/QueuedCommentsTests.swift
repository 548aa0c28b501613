import CommentsAPI
import CommentsClient
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
import Presenting
import SessionsAPI
import SessionsTesting
import Testing

struct QueuedCommentsTests {
    private let image = ImageID("6F9619FF-8B86-D011-B42D-00CF4FC964FF")!
    private let message = CommentMessage("What a light!")!
    private let request = QueuedRequestID(UUID(uuidString: "1d7c8a52-6b1f-4f0e-9c55-0a4f6b1c2d3e")!)
    private let session = StoredSession.sample(
        user: .sample(id: UserID(UUID(uuidString: "9f1b5b1e-0d5c-4c53-8a5e-3f6d6f0c2a11")!)))
    private let queue = RequestQueueSpy()

    private var posted: HTTPTransportStub {
        answering(
            .created,
            """
            {"id":"00000000-0000-4000-8000-000000000001","message":"What a light!",\
            "created_at":"2020-05-20T11:24:59Z","author":{"username":"Ada"}}
            """)
    }

    @Test(
        .requirement("OFFLINE-01"),
        arguments: [HTTPTransportError.connectivity(reason: "r"), .timedOut, .tls(reason: "r")])
    func aCommentThatCannotBeSentWaits(error: HTTPTransportError) async throws {
        let transport = HTTPTransportSpy(HTTPTransportStub(failure: error))
        guard case .waiting(let text)? = await failure(over: transport, as: session) else {
            Issue.record("it doesn't wait")
            return
        }
        #expect(text.english.hasPrefix(error.text.english))
        let kept = try #require(queue.enqueued.first)
        #expect(kept.kind == .comment && kept.subject == "\(image)" && kept.id == request)
        #expect(transport.requests.first?.fields[.idempotencyKey] == request.description)
        guard case .done = try await send(kept, over: posted, as: session) else {
            Issue.record("not posted")
            return
        }
    }

    @Test(.requirement("OFFLINE-01")) func whatSomebodyWroteIsKeptBeforeItIsSentAndGoesWithTheAnswer() async throws {
        #expect(await failure(over: posted, as: session) == nil)
        let kept = try #require(queue.sealed.first)
        #expect(kept.id == request && kept.owner == session.user.id && kept.wantsNotice)
        #expect(queue.withdrawn == [request])
        let refusal = answering(.notFound, #"{"code":"image_not_found"}"#, type: MediaType.problem.description)
        #expect(await failure(over: refusal, as: session) == .imageNotFound)
        #expect(queue.withdrawn == [request, request] && queue.enqueued.isEmpty)
        _ = await failure(over: HTTPTransportStub(failure: .timedOut), as: session)
        #expect(queue.sealed.count == 3 && queue.withdrawn.count == 2, "what waits isn't removed")
        guard case .done = try await send(kept, over: posted, as: session) else {
            Issue.record("what was kept can't be posted")
            return
        }
    }

    @Test(.requirement("FEED-63", "OFFLINE-01")) func whatIsTooMuchForNowWaitsAndGoesLater() async throws {
        let refusal = HTTPTransportStub(
            HTTPResponse(
                status: .tooManyRequests,
                fields: [.contentType: MediaType.problem.description, .retryAfter: "600"],
                body: Data(#"{"code":"too_many_comments","title":"Too many requests."}"#.utf8)))
        guard case .postponed(let text)? = await failure(over: refusal, as: session) else {
            Issue.record("it doesn't wait")
            return
        }
        #expect(text.english.contains("in 10 min") && text.english.contains("waits on this device"))
        let kept = try #require(queue.enqueued.first)
        guard case .failed(let problem, .seconds(600)?)? = try await send(kept, over: refusal, as: session) else {
            Issue.record("it isn't tried again when there is room")
            return
        }
        #expect(problem.code == "too_many_comments")
        guard case .done? = try await send(kept, over: posted, as: session) else {
            Issue.record("not posted")
            return
        }
    }

    @Test(.requirement("TOKEN-23")) func aCommentThatMeetsTheEndOfTheSessionWaitsForTheLogin() async throws {
        guard case .interrupted? = await failure(over: sessionEnded, as: session) else {
            Issue.record("it doesn't wait")
            return
        }
        let kept = try #require(queue.enqueued.first)
        #expect(kept.wantsNotice, "the person is told when it is posted")
        let transport = HTTPTransportSpy(posted)
        for other in [nil, StoredSession.sample(user: .sample(id: UserID(UUID())))] {
            guard case .blocked = try await send(kept, over: transport, as: other) else {
                Issue.record("posted in the name of somebody else")
                return
            }
        }
        #expect(transport.requests.isEmpty)
        let again = StoredSession.sample(user: session.user)
        guard case .done = try await send(kept, over: transport, as: again) else {
            Issue.record("not posted after the login")
            return
        }
        #expect(transport.requests.first?.fields[.idempotencyKey] == request.description, "the same request")
    }

    @Test func whoIsNotLoggedInLeavesNothingInTheQueue() async {
        #expect(await failure(over: sessionEnded, as: nil) == .notLoggedIn)
        guard case .connectivity? = await failure(over: HTTPTransportStub(failure: .timedOut), as: nil) else {
            Issue.record("it waits in nobody's name")
            return
        }
        #expect(queue.enqueued.isEmpty)
    }

    /// The end of the account, which the request met, has wiped what waits of it.
    @Test(.requirement("DATA-05")) func aCommentOfAnAccountThatIsGoneIsNotSaidToWait() async {
        let wiped = RequestQueueSpy(failure: .wiped)
        let client = CommentsClientPlugin.assemble(dependencies(sessionEnded, session, wiped)).exports
        await #expect(throws: CommentsError.notLoggedIn) { try await client.posting.post(message, on: image) }
    }

    @Test(arguments: [HTTPStatus.forbidden, .notFound, .unprocessableContent])
    func whatTheServerRefusesDoesNotWait(status: HTTPStatus) async {
        let problem = answering(status, #"{"code":"invalid_data"}"#, type: MediaType.problem.description)
        _ = await failure(over: problem, as: session)
        #expect(queue.enqueued.isEmpty && queue.withdrawn == [request])
    }

    /// Nobody has refused it; under the same key it is posted once, whatever came of the first attempt.
    @Test(
        .requirement("OFFLINE-01"),
        arguments: [
            (500, #"{"code":"internal_error"}"#, "server_error"), (500, "", "server_error"),
            (501, "", "server_error"), (505, "", "server_error"), (201, "no comment", "invalid_data"),
            (403, #"{"code":"of a later version"}"#, "invalid_data"),
        ])
    func whatSomebodyWroteWaitsUnlessTheServerRefusesIt(status: Int, body: String, code: String) async throws {
        let type = status == 201 ? "application/json" : MediaType.problem.description
        let broken = answering(HTTPStatus(rawValue: status), body, type: type)
        let error = await failure(over: broken, as: session)
        #expect(error?.isWaiting == true && error?.code == code && error?.nextSteps == [.seeQueue])
        #expect(error?.text.english.contains("waits on this device") == true)
        #expect(error?.text.spanish.contains("espera en este dispositivo") == true)
        let kept = try #require(queue.enqueued.first)
        #expect(kept.id == request && kept.owner == session.user.id && queue.withdrawn.isEmpty)
        let again = try await send(kept, over: broken, as: session)
        guard case .failed? = again else { return #expect(Bool(false), "it doesn't wait on") }
        if case .done? = try await send(kept, over: posted, as: session) {} else { Issue.record("not posted") }
    }

    @Test(.requirement("OFFLINE-01")) func whatHasToWaitForAProvedAddressWaits() async throws {
        let problem = answering(.forbidden, #"{"code":"email_not_verified"}"#, type: MediaType.problem.description)
        let error = await failure(over: problem, as: session)
        #expect(error?.isWaiting == true && error?.code == "email_not_verified")
        #expect(error?.nextSteps == [.verify, .resend, .seeQueue])
        #expect(try #require(queue.enqueued.first).wantsNotice, "the person is told when it is posted")
    }

    @Test(.requirement("OFFLINE-01")) func whatCannotBeKeptSaysThatTheServerFailed() async throws {
        let full = RequestQueueSpy(failure: .full(limit: 64)), broken = answering(.internalServerError)
        let client = CommentsClientPlugin.assemble(dependencies(broken, session, full)).exports
        let error = await #expect(throws: CommentsError.self) { try await client.posting.post(message, on: image) }
        #expect(error?.isWaiting == false && error?.code == "server_error")
        #expect(error?.text.english.contains("64 requests already wait") == true)
    }

    /// A window that is closed, or a program that ends, refuses nothing.
    @Test(.requirement("OFFLINE-01")) func whatIsCalledOffWaitsAsItWasKept() async {
        #expect(await failure(over: HTTPTransportStub(failure: .cancelled), as: session) == .cancelled)
        #expect(queue.sealed.map(\.id) == [request] && queue.withdrawn.isEmpty)
    }

    @Test(.requirement("OFFLINE-01"), arguments: [429, 502, 503, 504])
    func aCommentThatTheServerHasNoTimeForWaitsAsLongAsItAsks(status: Int) async throws {
        let busy = HTTPTransportStub(
            HTTPResponse(status: HTTPStatus(rawValue: status), fields: [.retryAfter: "30"]))
        guard case .waiting(let text)? = await failure(over: busy, as: session) else {
            Issue.record("it doesn't wait")
            return
        }
        #expect(text.english.contains("30 s") && text.spanish.contains("30 s"))
        let kept = try #require(queue.enqueued.first)
        #expect(kept.retryAfter == .seconds(30) && kept.owner == session.user.id)
        guard case .failed(_, .seconds(30))? = try await send(kept, over: busy, as: session) else {
            Issue.record("it doesn't wait on")
            return
        }
    }

    @Test(.requirement("D17", "OFFLINE-01"), arguments: ["Basic realm=\"proxy\"", "Bearer realm=\"proxy\""])
    func whatSomethingOnTheWayAsksForIsNoEndOfTheSession(challenge: String) async throws {
        let proxy = HTTPTransportStub(
            HTTPResponse(status: .unauthorized, fields: [.wwwAuthenticate: challenge]))
        guard case .waiting? = await failure(over: proxy, as: session) else {
            Issue.record("it doesn't wait")
            return
        }
        guard case .unreachable? = try await send(try #require(queue.enqueued.first), over: proxy, as: session) else {
            Issue.record("it doesn't wait on")
            return
        }
    }

    @Test(arguments: [
        (HTTPStatus.notFound, "image_not_found", "refused"), (.unprocessableContent, "invalid_data", "refused"),
        (.forbidden, "email_not_verified", "failed"), (.internalServerError, "internal_error", "failed"),
        (.unauthorized, "session_ended", "blocked"),
    ])
    func whatAPersonWroteIsKeptAsLongAsItMayBePosted(status: HTTPStatus, code: String, word: String) async throws {
        _ = await failure(over: HTTPTransportStub(failure: .timedOut), as: session)
        let kept = try #require(queue.enqueued.first)
        let problem = answering(
            status, #"{"code":"\#(code)","status":\#(status),"title":"no"}"#, type: MediaType.problem.description)
        switch try await send(kept, over: problem, as: session) {
        case .refused: #expect(word == "refused")
        case .failed: #expect(word == "failed")
        case .blocked: #expect(word == "blocked")
        case let other: Issue.record("\(String(describing: other))")
        }
    }

    @Test(.requirement("OFFLINE-01")) func whatWaitsForAPictureIsShownToItsAuthor() async throws {
        _ = await failure(over: HTTPTransportStub(failure: .timedOut), as: session)
        func waiting(on image: ImageID, as session: StoredSession?) async -> [CommentMessage]? {
            await CommentsClientPlugin.assemble(dependencies(posted, session, queue)).exports.waiting?
                .waitingComments(on: image)
        }
        #expect(await waiting(on: image, as: session) == [message])
        #expect(await waiting(on: ImageID(UUID()), as: session) == [])
        #expect(await waiting(on: image, as: .sample(user: .sample(id: UserID(UUID())))) == [])
        #expect(await waiting(on: image, as: nil) == [])
        let reading = CommentsClientPlugin.assemble(dependencies(posted, session, queue)).exports.waiting
        let name = try #require(try await queue.requests(.comment).first).id.uuid
        #expect(await reading?.waitingComment(name) == message)
        #expect(await reading?.waitingComment(UUID()) == nil)
        #expect(await reading?.waitingCounts() == [image: 1])
        let stranger = StoredSession.sample(user: .sample(id: UserID(UUID())))
        let others = CommentsClientPlugin.assemble(dependencies(posted, stranger, queue)).exports.waiting
        #expect(await others?.waitingCounts() == [:])
    }

    @Test func whatCannotBeReadIsNotShown() async throws {
        let broken = RequestQueueSpy(failure: .unreadable)
        let exports = CommentsClientPlugin.assemble(dependencies(posted, session, broken)).exports
        #expect(await exports.waiting?.waitingComments(on: image) == [])
        #expect(await exports.waiting?.waitingCounts() == [:])
        try await queue.enqueue(
            QueuedRequest(id: request, kind: .comment, subject: "\(image)", payload: Secret("no comment")))
        let others = CommentsClientPlugin.assemble(dependencies(posted, session, queue)).exports
        #expect(await others.waiting?.waitingComments(on: image) == [])
        #expect(await others.waiting?.waitingComment(UUID()) == nil)
    }

    private func failure(over transport: any HTTPTransport, as session: StoredSession?) async -> CommentsError? {
        let client = CommentsClientPlugin.assemble(dependencies(transport, session, queue)).exports
        do throws(CommentsError) {
            _ = try await client.posting.post(message, on: image)
            return nil
        } catch {
            return error
        }
    }

    private func send(
        _ request: QueuedRequest, over transport: any HTTPTransport, as session: StoredSession?
    ) async throws -> QueuedRequestAnswer? {
        var host = PluginHost()
        try host.install(CommentsClientPlugin.self, dependencies(transport, session, nil))
        return try await host.composed().values(of: QueuedRequestHandlers.self).first { $0.kind == .comment }?.perform(
            request)
    }

    private func dependencies(
        _ transport: any HTTPTransport, _ session: StoredSession?, _ queue: RequestQueueSpy?
    ) -> CommentsClientPlugin.Dependencies {
        CommentsClientPlugin.Dependencies(
            server: ServerClient(address: ServerAddress("https://example.com")!, transport: transport),
            sessions: InMemorySessionStore(session), queue: queue, makeID: { [request] in request })
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
