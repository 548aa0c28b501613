import ComposerFlows
import CoreModels
import FeedAPI
import FeedTesting
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import LoginAPI
import LoginTesting
import OfflineQueueAPI
import OfflineQueueTesting
import Presenting
import ProofOfPossessionTesting
import RegistrationAPI
import RegistrationTesting
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct SessionEndWarningTests {
    @Test(.requirement("TOKEN-23", "TOKEN-27")) func thePersonIsToldWhyAndWhatToDo() async {
        let told = Locked<[LocalizedText]>([])
        let warning = SessionEndWarning { text in told.withLock { $0.append(text) } }
        await warning.sessionDidEnd(.loggedOut)
        #expect(told.current.isEmpty)
        await warning.sessionDidEnd(.refused)
        await warning.sessionDidEnd(.copied)
        #expect(Set(told.current).count == 2)
        for text in told.current {
            #expect(text.english.contains("essential login") && text.spanish.contains("essential login"))
            #expect(
                text.english.contains("are removed from this device") && text.spanish.contains("se borraron de este"))
        }
        #expect(told.current.first?.english.contains("is kept") == true)
        #expect(told.current.first?.english.contains("is another one now") == true)
    }

    @Test(.requirement("OPS-06", "TOKEN-23")) func whatAnOperatorDidIsTold() async {
        let told = Locked<[LocalizedText]>([])
        let warning = SessionEndWarning { text in told.withLock { $0.append(text) } }
        await warning.sessionDidEnd(.suspended)
        await warning.sessionDidEnd(.endedByOperator)
        let reasons = [Obstacle.accountSuspended.text, SessionEnd.endedByOperator.explanation]
        for (text, reason) in zip(told.current, reasons) {
            #expect(
                text.english.hasPrefix(reason?.english ?? "?") && text.english.contains("nothing that you wrote is"))
        }
        #expect(told.current[0].english.contains("is suspended") && told.current[0].english.contains("is kept"))
    }
}

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

    @Test(.requirement("TOKEN-23")) func doesWhatWaitedForALoginThatSucceeded() async throws {
        let keys = DeviceKeyKeepingSpy(), queue = RequestQueueSpy()
        let sut = SignInCoordinator(.init(login: LoggingInSpy(.success(user)), keys: keys, queue: queue))
        #expect(try await sut.logIn(email: "ana@example.com", password: Secret("x")) == LoggedIn(user))
        #expect(keys.calls == [.prepare, .prepare])
        #expect(queue.selections == [.due], "what waited for the login is done")
    }

    @Test func aServerThatIsSlowWithWhatWaitedHoldsUpALoginForTenSeconds() async throws {
        let clock = ManualClock()
        let sut = SignInCoordinator(
            .init(
                login: LoggingInSpy(.success(user)), keys: DeviceKeyKeepingSpy(), queue: SlowQueue(), clock: clock))
        let waker = Task {
            for seconds in [1, 9] {
                await clock.waitForSleepers()
                clock.advance(by: .seconds(seconds))
            }
        }
        #expect(try await sut.logIn(email: "ana@example.com", password: Secret("x")) == LoggedIn(user))
        await waker.value
    }

    @Test(.requirement("LOGOUT-01", "D16")) func theKeyEndsWithItsSession() async {
        let keys = DeviceKeyKeepingSpy()
        let other = InMemorySessionStore(.sample())
        let name = SecretName(SecretKind("session"))
        await ForgetKeyWithSession(keys: keys, sessions: other, session: name).sessionDidEnd(.loggedOut)
        #expect(keys.calls.isEmpty, "somebody else's session is bound to it")
        await ForgetKeyWithSession(keys: keys, sessions: InMemorySessionStore(), session: name).sessionDidEnd(.refused)
        #expect(keys.calls == [.forget(unlessStored: name)], "one may begin just now")
    }

    @Test(.requirement("LOGIN-10", "LOGIN-28")) func remembersTheServerOfALoginAndRecordsAFailure() async {
        let memory = MemorySpy(), log = LogSpy()
        let sut = FollowLogins(memory: memory, logger: log.logger)
        await sut.didFailToLogIn(.connectivity(LocalizedText(en: "No route.", es: "Sin ruta.")))
        #expect(await memory.count == 0)
        #expect(log.records.map { $0.fields["event"] } == [.string("LoginFailed")])
        #expect(log.text.contains("No route."))
        await sut.didLogIn(user)
        #expect(await memory.count == 1)
        #expect(log.records.count == 1)
    }

    @Test func whatWaitsForALoginDoesNotFollowOneThatFailed() async {
        let queue = RequestQueueSpy()
        let sut = SignInCoordinator(
            .init(
                login: LoggingInSpy(.failure(.invalidCredentials())), keys: DeviceKeyKeepingSpy(), queue: queue))
        await #expect(throws: LoginError.invalidCredentials()) {
            try await sut.logIn(email: "ana@example.com", password: Secret("x"))
        }
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
            .init(
                logout: LoggingOutStub(.success(.ended)), feed: feed, images: images, queue: RequestQueueSpy(),
                vault: VaultStub(), tell: { _ in })
        ).logOut()
        #expect(outcome == .ended)
        #expect(feed.current == nil)
        #expect(images.current.isEmpty)
    }

    @Test(.requirement("OFFLINE-10"))
    func whoLogsOutIsToldWhatGoesWithTheSession() async {
        func waiting(_ kind: QueuedRequestKind) -> WaitingRequest {
            WaitingRequest(
                id: QueuedRequestID(UUID()), kind: kind, subject: "", createdAt: Date(), expiresAt: Date())
        }
        func loss(_ kinds: QueuedRequestKind...) async -> LogoutLoss? {
            await SignOutCoordinator(
                .init(
                    logout: LoggingOutStub(.success(.ended)), feed: InMemoryFeedCache(),
                    images: InMemoryImageCache(), queue: RequestQueueSpy(waiting: kinds.map(waiting)),
                    vault: VaultStub(), tell: { _ in })
            ).whatWouldBeLost()
        }
        let lost = await loss(.comment, .logout, .comment, .verification)
        #expect(lost?.count == 3)
        #expect(lost?.text.spanish == "códigos: 1, comentarios: 2")
        #expect(await loss(.logout, .sessionTermination) == nil, "those are carried out all the same")
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
                logout: LoggingOutStub(
                    .failure(LogoutError(leftovers: [LocalizedText(verbatim: "vault")], hasEnded: false))),
                feed: InMemoryFeedCache(failure: .notRemoved(reason: "read-only")), images: images,
                queue: RequestQueueSpy(), vault: VaultStub(), tell: { _ in }))
        let error = await #expect(throws: LogoutError.self) { try await sut.logOut() }
        #expect(error?.leftovers.count == 2 && error?.hasEnded == false)
        #expect(images.current.isEmpty)
    }

    @Test(.requirement("LOGOUT-01", "LOGOUT-04"))
    func aVaultWithoutItsListIsMendedFirst() async throws {
        let vault = VaultStub(), told = Locked<[LocalizedText]>([])
        let sut = SignOutCoordinator(
            .init(
                logout: LoggingOutStub(.success(.ended)), feed: InMemoryFeedCache(), images: InMemoryImageCache(),
                queue: RequestQueueSpy(failure: .storage(.damagedList(path: "/v"))), vault: vault,
                tell: { text in told.withLock { $0.append(text) } }))
        #expect(try await sut.logOut() == .ended)
        #expect(vault.checks.current == 1 && told.current.count == 1)
    }
}
