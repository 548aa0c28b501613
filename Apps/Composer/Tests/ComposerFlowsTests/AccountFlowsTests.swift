import ComposerFlows
import CoreModels
import FeedAPI
import FeedTesting
import FoundationEssentials
import KernelTesting
import Localization
import LoginAPI
import LoginTesting
import OfflineQueueAPI
import OfflineQueueTesting
import ProofOfPossessionTesting
import RegistrationAPI
import RegistrationTesting
import SessionsAPI
import SessionsTesting
import Testing

private actor MemorySpy: ServerRemembering {
    private(set) var count = 0

    func rememberServer() async { count += 1 }
}

/// Has so much to send that nobody sees the end of it.
private struct SlowQueue: QueueRetrying {
    func retry(_ selection: QueueSelection) async throws(OfflineQueueError) -> [QueuedRequestReport] {
        try? await waitForCancellation()
        throw .cancelled
    }

    func retryUntilDone(
        _ report: @escaping @Sendable (QueuedRequestReport) -> Void
    ) async throws(OfflineQueueError) -> [QueuedRequestReport] {
        try await retry(.all)
    }
}

struct AccountFlowsTests {
    private let user = User(
        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 0))

    @Test(.requirement("TOKEN-23")) func remembersTheServerOfALoginThatSucceeded() async throws {
        let memory = MemorySpy(), keys = DeviceKeyKeepingSpy()
        let queue = RequestQueueSpy()
        let sut = SignInCoordinator(
            .init(login: LoggingInSpy(.success(user)), memory: memory, keys: keys, queue: queue))
        #expect(try await sut.logIn(email: "ana@example.com", password: Secret("x")) == user)
        #expect(await memory.count == 1)
        #expect(keys.calls == [.prepare, .prepare])
        #expect(queue.selections == [.due], "what waited for the login is done")
    }

    @Test func aServerThatIsSlowWithWhatWaitedHoldsUpALoginForTenSeconds() async throws {
        let clock = ManualClock()
        let sut = SignInCoordinator(
            .init(
                login: LoggingInSpy(.success(user)), memory: MemorySpy(), keys: DeviceKeyKeepingSpy(),
                queue: SlowQueue(), clock: clock))
        let waker = Task {
            for seconds in [1, 9] {
                await clock.waitForSleepers()
                clock.advance(by: .seconds(seconds))
            }
        }
        #expect(try await sut.logIn(email: "ana@example.com", password: Secret("x")) == user)
        await waker.value
    }

    @Test(.requirement("LOGOUT-01", "D16")) func theKeyEndsWithItsSession() async {
        let keys = DeviceKeyKeepingSpy()
        let other = InMemorySessionStore(.sample())
        await ForgetKeyWithSession(keys: keys, sessions: other).sessionDidEnd(.loggedOut)
        #expect(keys.calls.isEmpty, "somebody else's session is bound to it")
        await ForgetKeyWithSession(keys: keys, sessions: InMemorySessionStore()).sessionDidEnd(.refused)
        #expect(keys.calls == [.forget])
    }

    @Test func doesNotRememberTheServerOfALoginThatFailed() async {
        let memory = MemorySpy(), queue = RequestQueueSpy()
        let sut = SignInCoordinator(
            .init(
                login: LoggingInSpy(.failure(.invalidCredentials)), memory: memory, keys: DeviceKeyKeepingSpy(),
                queue: queue))
        await #expect(throws: LoginError.invalidCredentials) {
            try await sut.logIn(email: "ana@example.com", password: Secret("x"))
        }
        #expect(await memory.count == 0)
        #expect(queue.selections.isEmpty)
    }

    @Test func remembersTheServerOfARegistrationThatSucceeded() async throws {
        let memory = MemorySpy()
        let form = RegistrationForm(name: "Ana", email: "ana@example.com", password: Secret("x"))
        let outcome = try await SignUpCoordinator(
            .init(
                registration: RegisteringSpy(.success(.confirmation(user))), memory: memory, keys: DeviceKeyKeepingSpy()
            )
        ).register(form)
        #expect(outcome == .confirmation(user))
        #expect(await memory.count == 1)
    }

    @Test(.requirement("LOGIN-15", "LOGOUT-01"))
    func loggingOutRemovesWhatWasLoadedWithTheSession() async throws {
        let feed = InMemoryFeedCache(CachedFeed(images: [.make()], savedAt: Date()))
        let images = InMemoryImageCache([FeedImage.make().url: SampleImage.png])
        let outcome = try await SignOutCoordinator(
            .init(logout: LoggingOutStub(.success(.ended)), feed: feed, images: images)
        ).logOut()
        #expect(outcome == .ended)
        #expect(feed.current == nil)
        #expect(images.current.isEmpty)
    }

    @Test(.requirement("TOKEN-18", "LOGOUT-01"))
    func aSessionThatEndsByItselfTakesTheFeedWithIt() async {
        let feed = InMemoryFeedCache(CachedFeed(images: [.make()], savedAt: Date()))
        let images = InMemoryImageCache([FeedImage.make().url: SampleImage.png])
        await ForgetFeedWithSession(feed: feed, images: images).sessionDidEnd(.loggedOut)
        #expect(feed.current == nil)
        #expect(images.current.isEmpty)
    }

    @Test(.requirement("LOGOUT-01", "LOGOUT-04"))
    func oneStoreThatFailsKeepsNothingElseFromBeingRemoved() async {
        let images = InMemoryImageCache([FeedImage.make().url: SampleImage.png])
        let sut = SignOutCoordinator(
            .init(
                logout: LoggingOutStub(.failure(LogoutError(leftovers: [LocalizedText(verbatim: "vault")]))),
                feed: InMemoryFeedCache(failure: .notRemoved(reason: "read-only")), images: images))
        let error = await #expect(throws: LogoutError.self) { try await sut.logOut() }
        #expect(error?.leftovers.count == 2)
        #expect(images.current.isEmpty)
    }
}
