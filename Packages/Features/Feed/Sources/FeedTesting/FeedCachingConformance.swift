public import FeedAPI
public import FoundationEssentials
import Locking
public import Testing

/// What every ``FeedCaching`` has to do.
public struct FeedCachingConformance {
    private let make: (@escaping @Sendable () -> Date) async throws -> any FeedCaching
    private let location: SourceLocation
    private let start = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7)

    /// Creates the suite.
    ///
    /// - Parameter make: Makes an empty cache that takes the present time from
    ///   what it is given; called several times.
    public init(
        make: @escaping (@escaping @Sendable () -> Date) async throws -> any FeedCaching,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        self.make = make
        location = sourceLocation
    }

    /// Checks everything.
    public func run() async throws {
        try await isEmptyAtFirst()
        try await givesBackWhatWasSaved()
        try await replacesTheWholeFeed()
        try await isValidForSevenDays()
        try await loadingChangesNothing()
        try await validatingRemovesOnlyWhatIsNotValid()
        try await removes()
        try await survivesManyTasks()
    }

    private func isEmptyAtFirst() async throws {
        let (cache, _) = try await cache()
        #expect(try await cache.load() == nil, sourceLocation: location)
        try await cache.validate()
        try await cache.removeAll()
        #expect(try await cache.load() == nil, sourceLocation: location)
    }

    private func givesBackWhatWasSaved() async throws {
        let (cache, _) = try await cache()
        let images = [
            FeedImage.make(3), .make(1, description: nil), .make(2, location: nil),
            .make(4, description: "a \"quoted\" \u{1}\nñandú 🏔️", location: ""),
        ]
        try await cache.save(images)
        let saved = CachedFeed(images: images, savedAt: start)
        #expect(try await cache.load() == saved, sourceLocation: location)
        #expect(try await cache.load() == saved, "loading twice", sourceLocation: location)
    }

    private func replacesTheWholeFeed() async throws {
        let (cache, clock) = try await cache()
        try await cache.save((1...5).map { .make($0) })
        clock.withLock { $0 += 1 }
        try await cache.save([.make(9)])
        #expect(
            try await cache.load() == CachedFeed(images: [.make(9)], savedAt: start + 1), sourceLocation: location)
        try await cache.save([])
        #expect(try await cache.load()?.images == [], "an empty feed is a feed", sourceLocation: location)
    }

    /// D4: younger than seven times 24 hours; at exactly that age it has
    /// expired, and a time in the future isn't valid.
    private func isValidForSevenDays() async throws {
        let days: TimeInterval = 7 * 24 * 60 * 60
        for (age, isValid) in [(0, true), (days - 0.001, true), (days, false), (days + 1, false), (-0.001, false)] {
            let (cache, clock) = try await cache()
            try await cache.save([.make(1)])
            clock.withLock { $0 = start.addingTimeInterval(age) }
            let feed = try await cache.load()
            #expect((feed != nil) == isValid, "at an age of \(age) s", sourceLocation: location)
        }
    }

    private func loadingChangesNothing() async throws {
        let (cache, clock) = try await cache()
        try await cache.save([.make(1)])
        clock.withLock { $0 -= 60 }
        #expect(try await cache.load() == nil, sourceLocation: location)
        clock.withLock { $0 += 60 }
        #expect(try await cache.load()?.images == [.make(1)], sourceLocation: location)
    }

    private func validatingRemovesOnlyWhatIsNotValid() async throws {
        let (cache, clock) = try await cache()
        try await cache.save([.make(1)])
        try await cache.validate()
        #expect(try await cache.load()?.images == [.make(1)], sourceLocation: location)
        clock.withLock { $0 += CachedFeed.maximumAge }
        try await cache.validate()
        clock.withLock { $0 = start }
        #expect(try await cache.load() == nil, "an expired feed is removed", sourceLocation: location)
    }

    private func removes() async throws {
        let (cache, _) = try await cache()
        try await cache.save([.make(1)])
        try await cache.removeAll()
        #expect(try await cache.load() == nil, sourceLocation: location)
        try await cache.save([.make(2)])
        #expect(try await cache.load()?.images == [.make(2)], sourceLocation: location)
    }

    /// Each feed has as many pictures as its number says: a mixture of two
    /// would show.
    private func survivesManyTasks() async throws {
        let (cache, _) = try await cache()
        try await cache.save([.make(1)])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in UInt8(1)...8 {
                group.addTask {
                    for _ in 0..<10 { try await cache.save([FeedImage](repeating: .make(writer), count: Int(writer))) }
                }
                group.addTask { [location] in
                    for _ in 0..<10 {
                        let images = try await cache.load()?.images ?? []
                        #expect(
                            (1...8).contains { images == [FeedImage](repeating: .make($0), count: Int($0)) },
                            "no feed, or a mixture of feeds", sourceLocation: location)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func cache() async throws -> (any FeedCaching, Locked<Date>) {
        let clock = Locked(start)
        return (try await make { clock.current }, clock)
    }
}
