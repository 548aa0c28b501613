import ComposerFlows
import CoreModels
import FeedAPI
import FeedTesting
import FoundationEssentials
import HTTPTransportAPI
import KernelTesting
import Localization
import Locking
import SessionsTesting
import Testing

struct DeviceFeedTests {
    private static let savedAt = Date(timeIntervalSince1970: 1_000_000)

    /// What was tried in vain isn't promised again: the page says what is in the way.
    @Test(.requirement("FEED-02", "OFFLINE-01"), .timeLimit(.minutes(1)))
    func onceTheServerWasAskedInVainNothingNewerIsPromised() async throws {
        let remote = LateFeed()
        let cache = InMemoryFeedCache(
            CachedFeed(images: [FeedImage.make(1)], savedAt: Self.savedAt), now: { Self.savedAt })
        let feed = DeviceFeed(
            BrowseFeedCoordinator(.init(remote: remote, cache: cache, sessions: InMemorySessionStore(.sample()))),
            details: FeedImageLoadingStub(),
            patience: .zero)
        #expect(try await feed.read(after: nil, limit: 10)?.source == .meanwhile(since: Self.savedAt))
        remote.first.give(())
        var source: ReadFeed.Source?
        repeat {
            await Task.yield()
            source = try await feed.read(after: nil, limit: 10)?.source
        } while source == .meanwhile(since: Self.savedAt)
        let away = LocalizedText(verbatim: "away")
        #expect(source == .kept(since: Self.savedAt, because: away), "the next attempt isn't over either")
        remote.end()
    }

    /// A certificate that isn't trusted is no lack of a connection.
    @Test(
        .requirement("PUBFEED-04"), .timeLimit(.minutes(1)),
        arguments: [
            HTTPTransportError.tls(reason: "self-signed certificate", server: "essential.test:443"),
            .tls(reason: "no alternative certificate subject name matches", server: "essential.test:443"),
            .tls(reason: "wrong version number", server: "essential.test:443"),
            .connectivity(reason: "refused", server: "essential.test:443"),
        ]) func thePageSaysWhatIsInTheWay(error: HTTPTransportError) async throws
    {
        let cache = InMemoryFeedCache(
            CachedFeed(images: [FeedImage.make(1)], savedAt: Self.savedAt), now: { Self.savedAt })
        let remote = FeedLoadingSpy(.failure(.connectivity(error.text)))
        let feed = DeviceFeed(
            BrowseFeedCoordinator(.init(remote: remote, cache: cache, sessions: InMemorySessionStore(.sample()))),
            details: FeedImageLoadingStub(), patience: .seconds(60))
        let read = try await feed.read(after: nil, limit: 10)
        #expect(read?.source == .kept(since: Self.savedAt, because: error.text))
    }
}

/// Finds no server, when a test says so.
private struct LateFeed: FeedLoading, NewestFeedLoading {
    let first = FirstResult<Void>()
    private let calls = Locked<[FirstResult<Void>]>([])

    /// Ends all that was asked.
    func end() {
        for call in calls.current { call.give(()) }
    }

    func loadFeed(after cursor: ImageID?, limit: Int) async throws(FeedError) -> LoadedFeed {
        await fail()
        throw .connectivity(LocalizedText(verbatim: "away"))
    }

    func loadNewest(limit: Int, unless version: FeedVersion?) async throws(FeedError) -> NewestFeed? {
        await fail()
        throw .connectivity(LocalizedText(verbatim: "away"))
    }

    private func fail() async {
        let call = calls.withLock { calls in
            calls.append(calls.isEmpty ? first : FirstResult())
            return calls.last
        }
        await call?.wait()
    }
}
