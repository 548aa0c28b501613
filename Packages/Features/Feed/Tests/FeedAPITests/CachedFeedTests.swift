import FeedAPI
import FeedTesting
import FoundationEssentials
import KernelTesting
import Testing

struct CachedFeedTests {
    private let savedAt = Date(timeIntervalSince1970: 1_700_000_000)
    private let week: TimeInterval = 7 * 24 * 60 * 60

    private func isValid(after age: TimeInterval) -> Bool {
        CachedFeed(images: [], savedAt: savedAt).isValid(at: savedAt.addingTimeInterval(age))
    }

    @Test(.requirement("FEED-20", "FEED-30", "D4")) func isValidWhileYoungerThanSevenDays() {
        #expect(isValid(after: 0))
        #expect(isValid(after: week - 1))
        #expect(isValid(after: week - 0.001))
    }

    @Test(.requirement("FEED-22", "FEED-32", "D4")) func expiresAtExactlySevenTimes24Hours() {
        #expect(!isValid(after: week))
        #expect(!isValid(after: week + 0.001))
        #expect(!isValid(after: week + 1))
        #expect(!isValid(after: 10 * week))
    }

    @Test(.requirement("FEED-30", "D4")) func aTimeInTheFutureIsNotValid() {
        #expect(!isValid(after: -0.001))
        #expect(!isValid(after: -week))
    }

    /// Seven days on the wall are 167 hours where summer time begins between
    /// them and 169 where it ends.
    @Test(
        .requirement("FEED-20", "FEED-22", "D4"),
        arguments: [
            // In Madrid it began on 29 March 2026 and ended on 25 October.
            ("2026-03-26T12:00:00+01:00", "2026-04-02T12:59:59+02:00", true),
            ("2026-03-26T12:00:00+01:00", "2026-04-02T13:00:00+02:00", false),
            ("2026-10-22T12:00:00+02:00", "2026-10-29T10:59:59+01:00", true),
            ("2026-10-22T12:00:00+02:00", "2026-10-29T11:00:00+01:00", false),
        ])
    func aChangeOfTheWallClockChangesNothing(savedAt: String, now: String, isValid: Bool) throws {
        let feed = CachedFeed(images: [], savedAt: try Date(savedAt, strategy: .iso8601))
        #expect(feed.isValid(at: try Date(now, strategy: .iso8601)) == isValid)
    }

    @Test(.requirement("FEED-30", "D4")) func aClockThatWasSetBackAndRightAgainLosesNothing() async throws {
        let clock = ManualDate(savedAt)
        let cache = InMemoryFeedCache(now: clock.now)
        try await cache.save([.make(1)])
        clock.value = savedAt.addingTimeInterval(-3_600)
        #expect(try await cache.load() == nil, "nobody knows how old it is")
        clock.value = savedAt.addingTimeInterval(60)
        #expect(try await cache.load()?.images == [.make(1)])
    }
}

struct InMemoryFeedCacheTests {
    @Test func behavesAsACacheHasTo() async throws {
        try await FeedCachingConformance(make: { InMemoryFeedCache(now: $0) }) { cache in
            try #require(cache as? InMemoryFeedCache).damage()
        }.run()
    }

    @Test func failsWhereItIsToldTo() async throws {
        let cache = InMemoryFeedCache(failure: .unreadable(reason: "a test"))
        await #expect(throws: FeedCacheError.unreadable(reason: "a test")) { try await cache.load() }
        await #expect(throws: FeedCacheError.unreadable(reason: "a test")) { try await cache.validate() }
    }
}

struct FeedVersionTests {
    @Test(arguments: ["\"\"", "\"a1-/:\"", "W/\"a\""]) func keepsATagThatCanBeSentBack(tag: String) {
        #expect(FeedVersion(tag: tag, limit: 30)?.tag == tag)
    }

    @Test(arguments: [
        "", "\"", "a", "\"a", "a\"", "w/\"a\"", "\"a\"b\"", "\"a b\"", "\"a\r\nX: y\"", "\"ñ\"", "\"a\", \"b\"",
        "\"" + String(repeating: "a", count: 255) + "\"",
    ])
    func refusesATagThatCannot(tag: String) {
        #expect(FeedVersion(tag: tag, limit: 30) == nil)
    }
}
