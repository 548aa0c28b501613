import AtomicFiles
import ComposerFlows
import CoreModels
import FeedAPI
import FeedTesting
import FoundationEssentials
import KernelTesting
import Localization
import OfflineQueueAPI
import OfflineQueueTesting
import Presenting
import SessionsAPI
import SessionsTesting
import Testing

struct PublishCoordinatorTests {
    private let folder: TemporaryFolder
    private let session = StoredSession.sample(user: .sample(id: UserID(UUID())))
    private let queue = RequestQueueSpy()

    init() throws {
        folder = try TemporaryFolder()
        try AtomicFile(path: folder.path(of: "beach.png")).replace(with: SampleImage.png, durability: .process)
    }

    private var draft: ImageDraft {
        ImageDraft(
            file: folder.path(of: "beach.png"), description: "The beach", location: "Cádiz", isPublic: true)
    }

    private func failure(
        _ error: ImagePostingError, as session: StoredSession?, draft: ImageDraft? = nil, queue: RequestQueueSpy? = nil
    ) async -> ImagePostingError? {
        let sut = PublishCoordinator(
            .init(
                posting: ImagePostingSpy(.failure(error)), sessions: InMemorySessionStore(session),
                queue: queue ?? self.queue, makeID: { QueuedRequestID(UUID()) }))
        do throws(ImagePostingError) {
            _ = try await sut.post(draft ?? self.draft, progress: nil)
            return nil
        } catch {
            return error
        }
    }

    @Test(.requirement("TOKEN-23", "OFFLINE-10"))
    func aPictureThatMeetsTheEndOfTheSessionWaitsForItsOwner() async throws {
        guard case .interrupted(let text)? = await failure(.notLoggedIn, as: session) else {
            Issue.record("it doesn't wait")
            return
        }
        #expect(text.english.contains("sealed") && text.spanish.contains("sellada"))
        let kept = try #require(queue.enqueued.first)
        #expect(kept.kind == .post && kept.owner == session.user.id && kept.subject == "The beach" && kept.wantsNotice)

        let posting = ImagePostingSpy(.success(.make()))
        func send(as session: StoredSession?) async -> QueuedRequestAnswer {
            await QueuedPost(
                posting: posting, sessions: InMemorySessionStore(session), folder: folder.path(of: "uploads")
            ).perform(kept)
        }
        for other in [nil, StoredSession.sample(user: .sample(id: UserID(UUID())))] {
            guard case .blocked = await send(as: other) else {
                Issue.record("published in the name of somebody else")
                return
            }
        }
        #expect(posting.drafts.isEmpty)
        guard case .done = await send(as: .sample(user: session.user)) else {
            Issue.record("not published after the login")
            return
        }
        let sent = try #require(posting.drafts.first)
        #expect(sent.description == "The beach" && sent.location == "Cádiz" && sent.isPublic)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "uploads"))
        #expect(left.isEmpty, "nothing is left of it")
    }

    @Test(.requirement("OFFLINE-01", "OFFLINE-03"))
    func aPictureWithoutAConnectionWaitsAndTheTextSaysForHowLong() async throws {
        guard
            case .waiting(let text)? = await failure(
                .connectivity(LocalizedText(en: "Off.", es: "Sin red.")), as: session)
        else {
            Issue.record("it doesn't wait")
            return
        }
        #expect(text.english.hasPrefix("Off. Your picture waits on this device, sealed, and goes with the first"))
        #expect(text.spanish.hasPrefix("Sin red. Tu imagen espera en este dispositivo, bajo sello, y sale con la"))
        #expect(text.english.contains("within 24 h") && text.english.hasSuffix("."))
        let kept = try #require(queue.enqueued.first)
        #expect(kept.kind == .post && kept.owner == session.user.id && !kept.wantsNotice && kept.retryAfter == nil)
    }

    @Test(.requirement("OFFLINE-01", "FEED-63")) func whatTheServerHasNoTimeOrRoomForWaitsAsLongAsItAsks() async throws
    {
        guard case .waiting? = await failure(.busy(retryAfter: .seconds(60)), as: session),
            case .postponed(let text)? = await failure(.tooMany(retryAfter: .seconds(600)), as: session)
        else {
            Issue.record("it doesn't wait")
            return
        }
        #expect(text.english.contains("in 10 min") && text.english.contains("waits on this device"))
        #expect(queue.enqueued.map(\.retryAfter) == [.seconds(60), .seconds(600)])
        #expect(queue.enqueued.map(\.wantsNotice) == [false, true])
    }

    @Test(.requirement("OFFLINE-03")) func theListNamesAPictureByWhatItShows() async throws {
        let file = folder.path(of: "beach.png")
        func draft(_ description: String?, called name: String? = nil) -> ImageDraft {
            ImageDraft(file: file, called: name, description: description, location: nil, isPublic: false)
        }
        let long = String(repeating: "x", count: 61)
        for description in ["Two\nlines", long, " ", nil] {
            _ = await failure(.busy(retryAfter: nil), as: session, draft: draft(description))
        }
        _ = await failure(.busy(retryAfter: nil), as: session, draft: draft(nil, called: "sea.png"))
        #expect(queue.enqueued.map(\.subject) == ["Two", long.prefix(59) + "…", "beach.png", "beach.png", "sea.png"])
    }

    @Test(.requirement("OFFLINE-01")) func aPictureIsKeptBeforeItIsSentAndGoesWithTheAnswer() async throws {
        let posting = ImagePostingSpy(.success(.make()))
        let sut = PublishCoordinator(
            .init(
                posting: posting, sessions: InMemorySessionStore(session), queue: queue,
                makeID: { QueuedRequestID(UUID()) }))
        _ = try await sut.post(draft, progress: nil)
        let kept = try #require(queue.sealed.first)
        #expect(kept.owner == session.user.id && kept.subject == "The beach" && kept.wantsNotice)
        #expect(queue.withdrawn == [kept.id] && queue.enqueued.isEmpty)
        _ = await failure(.tooLarge, as: session)
        #expect(queue.withdrawn == queue.sealed.map(\.id), "nor does what is refused wait")
        _ = await failure(.notLoggedIn, as: session)
        #expect(queue.enqueued.map(\.id) == queue.sealed.suffix(1).map(\.id) && queue.withdrawn.count == 2)
    }

    @Test func whatTheServerAnsweredOrNobodyAskedForDoesNotWait() async {
        let off = ImagePostingError.connectivity(LocalizedText(verbatim: "away"))
        for error in [.notLoggedIn, off] { #expect(await failure(error, as: nil) == error) }
        let absent = Obstacle(code: "not_offered", LocalizedText(verbatim: "no"), isFinal: true)
        for error in [
            ImagePostingError.tooLarge, .refused(code: "x", off.text), .unreadable(file: "x"), .impossible(absent),
        ] {
            #expect(await failure(error, as: session) == error)
        }
        #expect(queue.enqueued.isEmpty && queue.withdrawn.count == 4)
    }

    /// Nobody has refused it; posted again it is one picture.
    @Test(.requirement("OFFLINE-01")) func aPictureWaitsUnlessTheServerRefusesIt() async throws {
        let text = LocalizedText(en: "Failed.", es: "Falló.")
        let errors: [ImagePostingError] = [
            .server(text), .invalidData, .emailNotVerified, .impossible(Obstacle(code: "x", text)),
        ]
        for error in errors {
            let kept = await failure(error, as: session)
            #expect(kept?.isWaiting == true && kept?.code == error.code, "\(error)")
            #expect(kept?.nextSteps == error.nextSteps + [.seeQueue])
            #expect(kept?.text.english.contains("waits on this device") == true)
            #expect(kept?.text.spanish.contains("espera en este dispositivo") == true)
        }
        #expect(queue.enqueued.map(\.wantsNotice) == [false, false, true, false] && queue.withdrawn.isEmpty)
        let posting = ImagePostingSpy(.failure(.server(text)))
        let answer = await QueuedPost(
            posting: posting, sessions: InMemorySessionStore(session), folder: folder.path(of: "uploads")
        ).perform(try #require(queue.enqueued.first))
        guard case .failed(let problem, nil) = answer, problem.code == "server_error" else {
            Issue.record("it doesn't wait on: \(answer)")
            return
        }
    }

    /// A window that is closed, or a program that ends, refuses nothing.
    @Test(.requirement("OFFLINE-01")) func whatIsCalledOffWaitsAsItWasKept() async {
        #expect(await failure(.cancelled, as: session) == .cancelled)
        #expect(queue.sealed.count == 1 && queue.withdrawn.isEmpty)
    }

    @Test func whatCannotBeKeptIsToldAsBefore() async {
        let full = RequestQueueSpy(failure: .full(limit: 64))
        #expect(await failure(.notLoggedIn, as: session, queue: full) == .notLoggedIn)
        guard
            case .connectivity(let text)? = await failure(
                .connectivity(LocalizedText(verbatim: "away")), as: session, queue: full)
        else {
            Issue.record("it isn't told")
            return
        }
        #expect(text.english.contains("64 requests already wait"))
    }

    /// The end of the account, which the request met, has wiped what waits of it.
    @Test(.requirement("DATA-05")) func aPictureOfAnAccountThatIsGoneIsNotSaidToWait() async {
        let wiped = RequestQueueSpy(failure: .wiped)
        #expect(await failure(.notLoggedIn, as: session, queue: wiped) == .notLoggedIn)
    }

    @Test(.requirement("OFFLINE-03")) func aPictureThatIsTooLargeToWaitIsNotKept() async throws {
        let large = folder.path(of: "large.png")
        try AtomicFile(path: large).replace(
            with: Data(count: QueuedRequestKind.post.payloadLimit + 1), durability: .process)
        let draft = ImageDraft(file: large, description: nil, location: nil, isPublic: false)
        let off = ImagePostingError.connectivity(LocalizedText(verbatim: "away"))
        guard case .connectivity(let text)? = await failure(off, as: session, draft: draft) else {
            Issue.record("it isn't told")
            return
        }
        #expect(text.english.contains("more than 15728640 bytes can't wait"))
        #expect(queue.enqueued.isEmpty)
    }

    /// Somebody else may have logged in as it is sent.
    @Test(.requirement("OFFLINE-10")) func itIsSentInItsAuthorsNameAndInNobodyElses() async throws {
        _ = await failure(.busy(retryAfter: nil), as: session)
        let kept = try #require(queue.enqueued.first)
        for (error, isBlocked) in [
            (ImagePostingError.impossible(Obstacle(code: "not_logged_in", LocalizedText(verbatim: ""))), true),
            (.busy(retryAfter: .seconds(9)), false),
        ] {
            let posting = ImagePostingSpy(.failure(error))
            let answer = await QueuedPost(
                posting: posting, sessions: InMemorySessionStore(session), folder: folder.path(of: "uploads")
            ).perform(kept)
            #expect(posting.drafts.map(\.author) == [session.user.id])
            switch answer {
            case .blocked: #expect(isBlocked)
            case .failed(_, let retryAfter): #expect(!isBlocked && retryAfter == .seconds(9))
            default: Issue.record("\(answer)")
            }
        }
    }
}
