public import FeedAPI
public import FoundationEssentials
import Locking
public import Testing

/// What every ``FeedCaching`` has to do.
public struct FeedCachingConformance {
    private let make: (@escaping @Sendable () -> Date) async throws -> any FeedCaching
    private let damage: (any FeedCaching) throws -> Void
    private let location: SourceLocation
    private let start = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7)

    /// Creates the suite.
    ///
    /// - Parameters:
    ///   - make: Makes an empty cache that takes the present time from what it
    ///     is given; called several times.
    ///   - damage: Makes what a cache has saved unreadable.
    public init(
        make: @escaping (@escaping @Sendable () -> Date) async throws -> any FeedCaching,
        damage: @escaping (any FeedCaching) throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        self.make = make
        self.damage = damage
        location = sourceLocation
    }

    /// Checks everything.
    public func run() async throws {
        try await isEmptyAtFirst()
        try await givesBackWhatWasSaved()
        try await replacesTheWholeFeed()
        try await isValidForSevenDays()
        try await loadingChangesNothing()
        try await whatCannotBeReadIsLeftAsItIs()
        try await whatCannotBeReadIsReplacedOrRemoved()
        try await validatingRemovesOnlyWhatIsNotValid()
        try await removes()
        try await removesOnePicture()
        try await survivesManyTasks()
        try await validatingTakesNothingThatIsSavedMeanwhile()
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
        let version = FeedVersion(tag: "\"a-state\"", limit: 30)
        try await cache.save(images, as: version)
        let saved = CachedFeed(images: images, savedAt: start, version: version)
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
        let ages = [
            (0, true), (days - 1, true), (days - 0.001, true), (days, false), (days + 1, false), (-0.001, false),
            (-1, false), (-days, false),
        ]
        for (age, isValid) in ages {
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

    private func whatCannotBeReadIsLeftAsItIs() async throws {
        let (cache, _) = try await cache()
        try await cache.save([.make(1)])
        try damage(cache)
        for _ in 0..<2 {
            do throws(FeedCacheError) {
                _ = try await cache.load()
                Issue.record("loaded a feed that can't be read", sourceLocation: location)
            } catch {
                guard case .unreadable = error else {
                    Issue.record("\(error)", sourceLocation: location)
                    continue
                }
            }
        }
    }

    private func whatCannotBeReadIsReplacedOrRemoved() async throws {
        let (cache, _) = try await cache()
        for step in ["saved", "validated", "removed"] {
            try await cache.save([.make(1)])
            try damage(cache)
            switch step {
            case "saved": try await cache.save([.make(2)])
            case "validated": try await cache.validate()
            default: try await cache.removeAll()
            }
            let images = try await cache.load()?.images
            #expect(images == (step == "saved" ? [.make(2)] : nil), "\(step)", sourceLocation: location)
        }
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

    private func removesOnePicture() async throws {
        let (cache, clock) = try await cache()
        #expect(try await cache.remove(FeedImage.make(1).id) == nil, "there is no feed", sourceLocation: location)
        try await cache.save([.make(1), .make(2), .make(3)], as: FeedVersion(tag: "\"a-state\"", limit: 3))
        clock.withLock { $0 += 60 }
        #expect(try await cache.remove(FeedImage.make(9).id) == nil, sourceLocation: location)
        #expect(try await cache.load()?.version != nil, "it is as it was", sourceLocation: location)
        #expect(try await cache.remove(FeedImage.make(2).id) == .make(2), sourceLocation: location)
        let rest = CachedFeed(images: [.make(1), .make(3)], savedAt: start)
        #expect(try await cache.load() == rest, "as old as it was", sourceLocation: location)
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

    /// Whether the new feed comes before or after the old one is looked at, it
    /// stays.
    private func validatingTakesNothingThatIsSavedMeanwhile() async throws {
        let (cache, clock) = try await cache()
        for round in 1...200 {
            try await cache.save([.make(1)])
            clock.withLock { $0 += CachedFeed.maximumAge }
            async let saved: Void = cache.save([.make(2)])
            async let validated: Void = cache.validate()
            _ = try await (saved, validated)
            let images = try await cache.load()?.images
            #expect(images == [.make(2)], "round \(round)", sourceLocation: location)
        }
    }

    private func cache() async throws -> (any FeedCaching, Locked<Date>) {
        let clock = Locked(start)
        return (try await make { clock.current }, clock)
    }
}
