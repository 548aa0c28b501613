import CommentsAPI
import ComposerFlows
import CoreModels
import FeedAPI
import FeedTesting
import FoundationEssentials
import KernelTesting
import Localization
import Presenting
import SessionsTesting
import Testing

struct BrowseFeedCoordinatorTests {
    private static let offline = FeedError.connectivity(LocalizedText(verbatim: "offline"))
    private static let savedAt = Date(timeIntervalSince1970: 1_000_000)

    private func images(_ numbers: ClosedRange<UInt8>) -> [FeedImage] { numbers.map { FeedImage.make($0) } }

    private func remote(_ images: [FeedImage], next: ImageID? = nil) -> FeedLoadingSpy {
        FeedLoadingSpy(.success(LoadedFeed(page: FeedPage(items: images, next: next), source: .remote)))
    }

    private func cache(_ images: [FeedImage], age: TimeInterval = 0) -> InMemoryFeedCache {
        InMemoryFeedCache(
            CachedFeed(images: images, savedAt: Self.savedAt), now: { Self.savedAt.addingTimeInterval(age) })
    }

    @Test(.requirement("FEED-01", "FEED-02"))
    func showsTheServersFeedAndKeepsItInPlaceOfTheOldOne() async throws {
        let cache = cache(images(1...3))
        let loaded = try await BrowseFeedCoordinator(.init(remote: remote(images(4...5)), cache: cache))
            .loadFeed(after: nil, limit: 10)
        #expect(loaded == LoadedFeed(page: FeedPage(items: images(4...5), next: nil), source: .remote))
        #expect(cache.current?.images == images(4...5))
    }

    private static let version = FeedVersion(tag: "\"a-state\"", limit: 30)

    @Test(.requirement("FEED-02")) func aFeedThatIsUnchangedIsKeptAndItsTimeRenewed() async throws {
        let remote = FeedLoadingSpy(
            .success(LoadedFeed(page: FeedPage(items: [], next: nil), source: .remote)), version: Self.version)
        let cache = InMemoryFeedCache(
            CachedFeed(images: images(1...40), savedAt: Self.savedAt, version: Self.version),
            now: { Self.savedAt.addingTimeInterval(6 * 86_400) })
        let loaded = try await BrowseFeedCoordinator(.init(remote: remote, cache: cache)).loadFeed(
            after: nil, limit: 30)
        #expect(remote.calls == [.init(cursor: nil, limit: 30, version: Self.version)])
        #expect(loaded.source == .remote)
        #expect(loaded.page == FeedPage(items: images(1...30), next: FeedImage.make(30).id))
        #expect(
            cache.current
                == CachedFeed(
                    images: images(1...40), savedAt: Self.savedAt.addingTimeInterval(6 * 86_400),
                    version: Self.version))
    }

    @Test func anUnchangedFeedThatDoesNotFillItsPageHasNoOther() async throws {
        let remote = FeedLoadingSpy(
            .success(LoadedFeed(page: FeedPage(items: [], next: nil), source: .remote)), version: Self.version)
        let cache = InMemoryFeedCache(
            CachedFeed(images: images(1...3), savedAt: Self.savedAt, version: Self.version), now: { Self.savedAt })
        let sut = BrowseFeedCoordinator(.init(remote: remote, cache: cache))
        #expect(try await sut.loadFeed(after: nil, limit: 10).page == FeedPage(items: images(1...3), next: nil))
        #expect(try await sut.loadFeed(after: nil, limit: 2).page.next == FeedImage.make(2).id)
    }

    @Test func theStateOfTheFeedIsKeptWithIt() async throws {
        let remote = FeedLoadingSpy(
            .success(LoadedFeed(page: FeedPage(items: images(1...2), next: nil), source: .remote)),
            version: Self.version)
        let cache = InMemoryFeedCache()
        _ = try await BrowseFeedCoordinator(.init(remote: remote, cache: cache)).loadFeed(after: nil, limit: 2)
        #expect(cache.current?.version == Self.version)
        _ = try await BrowseFeedCoordinator(.init(remote: remote, cache: cache))
            .loadFeed(after: FeedImage.make(2).id, limit: 2)
        #expect(cache.current?.version == Self.version, "also with the pages that follow")
    }

    @Test func anExpiredFeedIsLoadedWhole() async throws {
        let remote = FeedLoadingSpy(
            .success(LoadedFeed(page: FeedPage(items: images(1...2), next: nil), source: .remote)),
            version: Self.version)
        let cache = InMemoryFeedCache(
            CachedFeed(images: images(1...2), savedAt: Self.savedAt, version: Self.version),
            now: { Self.savedAt.addingTimeInterval(7 * 86_400) })
        _ = try await BrowseFeedCoordinator(.init(remote: remote, cache: cache)).loadFeed(after: nil, limit: 2)
        #expect(remote.calls == [.init(cursor: nil, limit: 30)])
    }

    @Test func keepsMoreThanItShows() async throws {
        let remote = remote(images(1...30), next: FeedImage.make(30).id)
        let cache = InMemoryFeedCache()
        let loaded = try await BrowseFeedCoordinator(.init(remote: remote, cache: cache)).loadFeed(after: nil, limit: 2)
        #expect(loaded.page == FeedPage(items: images(1...2), next: FeedImage.make(2).id))
        #expect(remote.calls == [.init(cursor: nil, limit: 30)])
        #expect(cache.current?.images == images(1...30))
    }

    @Test func keepsThePagesThatFollow() async throws {
        let cache = cache(images(1...2))
        _ = try await BrowseFeedCoordinator(.init(remote: remote(images(3...4)), cache: cache))
            .loadFeed(after: FeedImage.make(2).id, limit: 2)
        #expect(cache.current?.images == images(1...4))
    }

    @Test func aPageThatDoesNotFollowWhatIsKeptChangesNothing() async throws {
        let cache = cache(images(1...2))
        _ = try await BrowseFeedCoordinator(.init(remote: remote(images(8...9)), cache: cache))
            .loadFeed(after: FeedImage.make(7).id, limit: 2)
        #expect(cache.current?.images == images(1...2))
    }

    @Test(.requirement("FEED-03"), arguments: [offline, .invalidData])
    func showsWhatWasKeptWhenTheServerCannotAnswer(error: FeedError) async throws {
        let sut = BrowseFeedCoordinator(
            .init(remote: FeedLoadingSpy(.failure(error)), cache: cache(images(1...3), age: 7 * 86_400 - 1)))
        let first = try await sut.loadFeed(after: nil, limit: 2)
        #expect(first.page == FeedPage(items: images(1...2), next: FeedImage.make(2).id))
        #expect(first.source == .cache(savedAt: Self.savedAt, because: error.text))
        let second = try await sut.loadFeed(after: FeedImage.make(2).id, limit: 2)
        #expect(second.page == FeedPage(items: images(3...3), next: nil))
    }

    @Test(.requirement("FEED-04", "D4"))
    func anExpiredCacheShowsWhyTheServerCouldNotBeAsked() async {
        let sut = BrowseFeedCoordinator(
            .init(remote: FeedLoadingSpy(.failure(Self.offline)), cache: cache(images(1...3), age: 7 * 86_400)))
        await #expect(throws: Self.offline) { try await sut.loadFeed(after: nil, limit: 10) }
    }

    @Test(.requirement("FEED-05", "D4"))
    func anEmptyCacheShowsWhyTheServerCouldNotBeAsked() async {
        let sut = BrowseFeedCoordinator(
            .init(remote: FeedLoadingSpy(.failure(Self.offline)), cache: InMemoryFeedCache()))
        await #expect(throws: Self.offline) { try await sut.loadFeed(after: nil, limit: 10) }
    }

    @Test(
        .requirement("STORE-32"),
        arguments: [
            FeedError.notLoggedIn, .cancelled, .unknownCursor,
            .impossible(Obstacle(code: "vault_wrong_key", LocalizedText(verbatim: "locked"))),
        ])
    func whatIsNoMatterOfTheConnectionIsNotHiddenByTheCache(error: FeedError) async {
        let sut = BrowseFeedCoordinator(.init(remote: FeedLoadingSpy(.failure(error)), cache: cache(images(1...3))))
        await #expect(throws: error) { try await sut.loadFeed(after: nil, limit: 10) }
    }

    @Test("What waits to be said is counted, and not kept as if it were posted", .requirement("OFFLINE-01", "FEED-02"))
    func whatWaitsIsCounted() async throws {
        var said = FeedImage.make(1), silent = FeedImage.make(2)
        said.commentCount = 2
        silent.commentCount = nil
        let waiting = WaitingStub(counts: [said.id: 3, silent.id: 1]), cache = InMemoryFeedCache()
        let online = BrowseFeedCoordinator(
            .init(
                remote: remote([said, silent]), cache: cache, sessions: InMemorySessionStore(), waiting: waiting))
        #expect(try await online.loadFeed(after: nil, limit: 10).page.items.map(\.commentCount) == [5, nil])
        #expect(cache.current?.images.map(\.commentCount) == [2, nil])
        let offline = BrowseFeedCoordinator(
            .init(
                remote: FeedLoadingSpy(.failure(Self.offline)), cache: cache, sessions: InMemorySessionStore(),
                waiting: waiting))
        #expect(try await offline.loadFeed(after: nil, limit: 10).page.items.first?.commentCount == 5)
        #expect(await offline.keptFeed(limit: 10)?.page.items.first?.commentCount == 5)
    }

    @Test func aFeedThatCannotBeKeptIsShownAllTheSame() async throws {
        let cache = InMemoryFeedCache(failure: .notSaved(reason: "full"))
        let loaded = try await BrowseFeedCoordinator(.init(remote: remote(images(1...1)), cache: cache))
            .loadFeed(after: nil, limit: 10)
        #expect(loaded.page.items == images(1...1))
    }
}

/// So much waits.
private struct WaitingStub: WaitingCommentsReading {
    let counts: [ImageID: Int]

    func waitingComments(on image: ImageID) async -> [CommentMessage] { [] }
    func waitingComment(_ name: UUID) async -> CommentMessage? { nil }
    func waitingCounts() async -> [ImageID: Int] { counts }
}

extension BrowseFeedCoordinator.Dependencies {
    /// With a session store that can be read.
    fileprivate init(remote: any FeedLoading & NewestFeedLoading, cache: any FeedCaching) {
        self.init(remote: remote, cache: cache, sessions: InMemorySessionStore())
    }
}
