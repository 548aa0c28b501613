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

    @Test(.requirement("FEED-20", "FEED-30")) func isValidWhileYoungerThanSevenDays() {
        #expect(isValid(after: 0))
        #expect(isValid(after: week - 0.001))
    }

    @Test(.requirement("FEED-22", "FEED-32")) func expiresAtExactlySevenTimes24Hours() {
        #expect(!isValid(after: week))
        #expect(!isValid(after: week + 0.001))
        #expect(!isValid(after: 10 * week))
    }

    @Test(.requirement("FEED-30")) func aTimeInTheFutureIsNotValid() {
        #expect(!isValid(after: -0.001))
        #expect(!isValid(after: -week))
    }
}

struct InMemoryFeedCacheTests {
    @Test func behavesAsACacheHasTo() async throws {
        try await FeedCachingConformance { InMemoryFeedCache(now: $0) }.run()
    }

    @Test func failsWhereItIsToldTo() async throws {
        let cache = InMemoryFeedCache(failure: .unreadable(reason: "a test"))
        await #expect(throws: FeedCacheError.unreadable(reason: "a test")) { try await cache.load() }
        await #expect(throws: FeedCacheError.unreadable(reason: "a test")) { try await cache.validate() }
    }
}
