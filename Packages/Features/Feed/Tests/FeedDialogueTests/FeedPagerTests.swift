import CoreModels
import FeedAPI
import FeedDialogue
import FeedTesting
import FoundationEssentials
import KernelTesting
import Localization
import Testing

/// What somebody sees of the feed, whoever shows it.
@Suite(.timeLimit(.minutes(1))) struct FeedPagerTests {
    private let lake = FeedImage.make(1), moor = FeedImage.make(2)
    private let saved = Date(timeIntervalSince1970: 1_600_000_000)

    private func loaded(_ images: [FeedImage], next: ImageID? = nil, savedAt: Date? = nil) -> LoadedFeed {
        LoadedFeed(
            page: FeedPage(items: images, next: next), source: savedAt.map { .cache(savedAt: $0) } ?? .remote)
    }

    private struct Kept: KeptFeedShowing {
        let feed: LoadedFeed?

        func keptFeed(limit: Int) async -> LoadedFeed? { feed }
    }

    @Test func pagesAreCountedThroughAndTheLastOneSaysWhatEnds() {
        var pager = FeedPager(FeedLoadingSpy(), limit: 1)
        let first = pager.view(of: loaded([lake], next: lake.id)), last = pager.view(of: loaded([moor]))
        #expect(first.firstNumber == 1 && first.end == .more(after: lake.id))
        #expect(last.firstNumber == 2 && last.end == .feed && last.note == nil)
        var empty = FeedPager(FeedLoadingSpy(), limit: 1)
        #expect(empty.view(of: loaded([])).end == .empty)
        #expect(pager.view(of: loaded([])).end == .feed, "something was there before")
    }

    @Test(.requirement("FEED-60")) func oneGoesOnBesideAPictureThatIsGoneMeanwhile() async throws {
        let feed = FeedLoadingSpy(.failure(.unknownCursor), .success(loaded([])))
        var pager = FeedPager(feed, limit: 2)
        _ = pager.view(of: loaded([lake, moor], next: moor.id))
        #expect(try await pager.page(after: moor.id).get() == loaded([]))
        #expect(feed.calls.map(\.cursor) == [moor.id, lake.id])
    }

    @Test(.requirement("FEED-03")) func whatIsKeptIsSaidOnceAndEndsWithWhatIsKept() throws {
        var pager = FeedPager(FeedLoadingSpy(), limit: 1)
        let off = LocalizedText(en: "Its certificate has expired.", es: "Su certificado ha caducado.")
        let page = FeedPage(items: [lake], next: lake.id)
        let first = pager.view(of: LoadedFeed(page: page, source: .cache(savedAt: saved, because: off)))
        let rest = FeedPage(items: [moor], next: nil)
        let last = pager.view(of: LoadedFeed(page: rest, source: .cache(savedAt: saved, because: off)))
        #expect(first.note == .insteadOfServer(savedAt: saved, because: off) && first.note?.isWarning == true)
        let said = try #require(first.note?.text(at: saved))
        #expect(said.english.hasPrefix("Its certificate has expired. This is the feed as it was "))
        #expect(said.spanish.hasPrefix("Su certificado ha caducado. Así estaban las novedades "))
        #expect(last.note == nil && last.end == .cache)
    }

    @Test(.requirement("FEED-03")) func aPersonSeesWhatIsKeptAndThenWhetherThereIsMore() async throws {
        let clock = ManualClock(), silent = SilentFeed()
        var pager = FeedPager(silent, kept: Kept(feed: loaded([lake], savedAt: saved)), clock: clock, limit: 1)
        async let patience: Void = {
            await clock.waitForSleepers()
            clock.advance(by: .milliseconds(250))
        }()
        var seen: [FeedView] = []
        let answer = await pager.newestPage(.watched) { view in
            seen.append(view)
            silent.answer(loaded([lake]))
        }
        await patience
        #expect(seen.map(\.note) == [.untilServerAnswers(savedAt: saved)])
        let view = pager.view(of: try answer.get())
        #expect(view.isRepeated && view.note == .nothingNewer)
    }

    @Test(.requirement("FEED-03")) func aProgramGetsOneOfTheTwo() async throws {
        let clock = ManualClock()
        var pager = FeedPager(SilentFeed(), kept: Kept(feed: loaded([lake], savedAt: saved)), clock: clock, limit: 1)
        async let patience: Void = {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(3))
        }()
        let answer = try await pager.newestPage(.unwatched, show: nil).get()
        await patience
        #expect(answer.source == .cache(savedAt: saved))
        let view = pager.view(of: answer)
        #expect(!view.isRepeated && view.note == .insteadOfServer(savedAt: saved, because: nil))
    }
}

/// A feed whose server answers when it is told to.
private final class SilentFeed: FeedLoading {
    private let answers: AsyncStream<LoadedFeed>, continuation: AsyncStream<LoadedFeed>.Continuation

    init() {
        (answers, continuation) = AsyncStream.makeStream()
    }

    func answer(_ feed: LoadedFeed) { continuation.yield(feed) }

    func loadFeed(after cursor: ImageID?, limit: Int) async throws(FeedError) -> LoadedFeed {
        for await answer in answers { return answer }
        throw .cancelled
    }
}
