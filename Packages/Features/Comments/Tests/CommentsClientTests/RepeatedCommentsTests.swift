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

/// The same words, said again while nobody knows yet what became of them.
struct RepeatedCommentsTests {
    private let image = ImageID("6F9619FF-8B86-D011-B42D-00CF4FC964FF")!
    private let message = CommentMessage("What a light!")!
    private let session = StoredSession.sample()
    private let queue = RequestQueueSpy()

    private var posted: HTTPTransportStub {
        let body = """
            {"id":"00000000-0000-4000-8000-000000000001","message":"What a light!",\
            "created_at":"2020-05-20T11:24:59Z","author":{"username":"Ada"}}
            """
        return HTTPTransportStub(
            HTTPResponse(status: .created, fields: [.contentType: "application/json"], body: Data(body.utf8)))
    }

    private func dependencies(
        _ transport: any HTTPTransport, _ queue: RequestQueueSpy
    ) -> CommentsClientPlugin.Dependencies {
        CommentsClientPlugin.Dependencies(
            server: ServerClient(address: ServerAddress("https://example.com")!, transport: transport),
            sessions: InMemorySessionStore(session), queue: queue, makeID: { QueuedRequestID(UUID()) })
    }

    /// Posts as another command or window does.
    private func post(
        _ message: CommentMessage, on image: ImageID, over transport: any HTTPTransport
    ) async -> CommentsError? {
        let client = CommentsClientPlugin.assemble(dependencies(transport, queue)).exports
        do throws(CommentsError) {
            _ = try await client.posting.post(message, on: image)
            return nil
        } catch {
            return error
        }
    }

    /// Or it would go out in the name of whoever is logged in now.
    @Test(.requirement("SESS-16"), arguments: [("not_logged_in", false), ("vault_wrong_key", true)])
    func whatWasWrittenBeforeSomebodyElseLoggedInIsNotKept(code: String, waits: Bool) async {
        let obstacle = Obstacle(code: code, LocalizedText(en: "No.", es: "No."))
        let error = await post(
            message, on: image, over: HTTPTransportStub(failure: .credentialsUnavailable(obstacle)))
        #expect(error?.isWaiting == waits && queue.enqueued.isEmpty == !waits)
    }

    /// The program ended while it was sent; whoever wrote it finds it nowhere and writes it
    /// again, before it is posted by itself or afterwards.
    @Test(.requirement("OFFLINE-01"), arguments: [false, true])
    func whatWasInterruptedAndIsSaidAgainIsOneComment(isPostedMeanwhile: Bool) async throws {
        let transport = HTTPTransportSpy(posted), later = RequestQueueSpy()
        #expect(await post(message, on: image, over: posted) == nil)
        let interrupted = try #require(queue.sealed.first)
        var host = PluginHost()
        let installed = try host.install(
            CommentsClientPlugin.self, dependencies(transport, later))
        let composition = try host.composed()
        if isPostedMeanwhile {
            let handler = try #require(composition.values(of: QueuedRequestHandlers.self).first { $0.kind == .comment })
            _ = await handler.perform(interrupted)
        } else {
            try await later.enqueue(interrupted)
        }
        let posting = try composition[installed].posting
        _ = try await posting.post(message, on: ImageID(UUID()))
        _ = try await posting.post(CommentMessage("Another light!")!, on: image)
        _ = try await posting.post(message, on: image)
        let names = transport.requests.map { $0.fields[.idempotencyKey] }
        #expect(names.count(where: { $0 == interrupted.id.description }) == (isPostedMeanwhile ? 2 : 1))
        #expect(names.last == interrupted.id.description)
        guard isPostedMeanwhile else { return }
        // Whoever saw it and says it once more means it.
        _ = try await posting.post(message, on: image)
        #expect(transport.requests.last?.fields[.idempotencyKey] != interrupted.id.description)
    }

    /// Sent twice from two windows, or from a terminal and a window, as nothing is there yet.
    @Test(.requirement("OFFLINE-01")) func theSameWordsThatWaitAreOneComment() async throws {
        let offline = HTTPTransportStub(failure: .timedOut), words = try #require(CommentMessage("Another light!"))
        let first = await post(message, on: image, over: offline),
            second = await post(message, on: image, over: offline)
        guard case .waiting(let once)? = first, case .waiting(let twice)? = second else {
            Issue.record("it doesn't wait")
            return
        }
        #expect(!once.english.contains("posted once") && twice.english.contains("posted once"))
        #expect(twice.spanish.contains("una vez"))
        _ = await post(words, on: image, over: offline)
        _ = await post(message, on: ImageID(UUID()), over: offline)
        let names = queue.enqueued.map(\.id)
        #expect(names.count == 4 && names[0] == names[1] && Set(names).count == 3, "others are others")
        // With a connection it is still the one that waits, and what is said after it is another one.
        let transport = HTTPTransportSpy(posted)
        #expect(await post(message, on: image, over: transport) == nil)
        #expect(transport.requests.last?.fields[.idempotencyKey] == names[0].description)
        #expect(queue.withdrawn == [names[0]])
    }
}
