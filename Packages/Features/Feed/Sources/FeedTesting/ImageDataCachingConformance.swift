public import FeedAPI
public import FoundationEssentials
import Locking
public import Testing

/// What every ``ImageDataCaching`` has to do.
public struct ImageDataCachingConformance {
    private typealias Clock = Locked<Date>

    private let make: (Int, @escaping @Sendable () -> Date) async throws -> any ImageDataCaching
    private let location: SourceLocation

    /// Creates the suite.
    ///
    /// - Parameter make: Makes an empty cache that has room for so many bytes,
    ///   and takes the present time from what it is given; called several times.
    public init(
        make: @escaping (Int, @escaping @Sendable () -> Date) async throws -> any ImageDataCaching,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        self.make = make
        location = sourceLocation
    }

    /// Checks everything.
    public func run() async throws {
        try await isEmptyAtFirst()
        try await givesBackWhatWasSaved()
        try await tellsAddressesApart()
        try await removes()
        try await thoseNotUsedForLongestGiveWay()
        try await replacingCountsOnce()
        try await refusesWhatIsTooLarge()
        try await survivesManyTasks()
    }

    private func isEmptyAtFirst() async throws {
        let (cache, _) = try await cache()
        #expect(try await cache.load(for: url(1)) == nil, sourceLocation: location)
        try await cache.removeAll()
        #expect(try await cache.load(for: url(1)) == nil, "loading changes nothing", sourceLocation: location)
    }

    private func givesBackWhatWasSaved() async throws {
        let (cache, _) = try await cache()
        try await cache.save(SampleImage.png, for: url(1))
        try await cache.save(picture(2), for: url(2))
        for _ in 0..<2 { #expect(try await cache.load(for: url(1)) == SampleImage.png, sourceLocation: location) }
        try await cache.save(picture(3), for: url(1))
        #expect(try await cache.load(for: url(1)) == picture(3), "the former gives way", sourceLocation: location)
        #expect(try await cache.load(for: url(2)) == picture(2), sourceLocation: location)
    }

    private func tellsAddressesApart() async throws {
        let (cache, _) = try await cache()
        try await cache.save(picture(1), for: url(1))
        for other in ["https://example.com/image/1?w=320", "https://example.org/image/1", "http://example.com/image/1"]
        {
            let url = URL(string: other) ?? URL(filePath: "/")
            #expect(try await cache.load(for: url) == nil, "\(other)", sourceLocation: location)
        }
    }

    private func removes() async throws {
        let (cache, _) = try await cache()
        for number in 1...3 { try await cache.save(picture(number), for: url(number)) }
        for _ in 0..<2 { try await cache.remove(for: url(2)) }
        #expect(try await cache.load(for: url(2)) == nil, sourceLocation: location)
        #expect(try await cache.load(for: url(1)) == picture(1), sourceLocation: location)
        try await cache.removeAll()
        for number in 1...3 { #expect(try await cache.load(for: url(number)) == nil, sourceLocation: location) }
        try await cache.save(picture(1), for: url(1))
        #expect(try await cache.load(for: url(1)) == picture(1), sourceLocation: location)
    }

    /// There is room for five; the files may have a little more than the picture.
    private func thoseNotUsedForLongestGiveWay() async throws {
        let (cache, clock) = try await cache(maximumBytes: 5_400)
        for number in 1...5 { try await save(number, in: cache, clock) }
        _ = try await cache.load(for: url(1))
        clock.withLock { $0 += 1 }
        for number in 6...7 { try await save(number, in: cache, clock) }
        #expect(try await cache.load(for: url(2)) == nil, "not used for longest", sourceLocation: location)
        for number in [1, 6, 7] {
            #expect(try await cache.load(for: url(number)) == picture(number), "\(number)", sourceLocation: location)
        }
        for number in 8...60 {
            try await save(number, in: cache, clock)
            #expect(try await cache.load(for: url(number)) != nil, "the newest stays", sourceLocation: location)
        }
        var bytes = 0
        for number in 1...60 { bytes += try await cache.load(for: url(number))?.count ?? 0 }
        #expect(bytes > 2_000 && bytes <= 5_400, sourceLocation: location)
    }

    private func replacingCountsOnce() async throws {
        let (cache, clock) = try await cache(maximumBytes: 2_700)
        for number in [1, 2, 2, 2, 2, 2] { try await save(number, in: cache, clock) }
        for number in 1...2 {
            #expect(try await cache.load(for: url(number)) == picture(number), sourceLocation: location)
        }
    }

    private func refusesWhatIsTooLarge() async throws {
        let (cache, clock) = try await cache(maximumBytes: 2_700)
        for number in 1...2 { try await save(number, in: cache, clock) }
        await #expect(throws: ImageCacheError.self, sourceLocation: location) {
            try await cache.save(SampleImage.jpeg(byteCount: 2_701), for: url(3))
        }
        for number in 1...2 {
            #expect(try await cache.load(for: url(number)) == picture(number), sourceLocation: location)
        }
        #expect(try await cache.load(for: url(3)) == nil, sourceLocation: location)
    }

    private func survivesManyTasks() async throws {
        let (cache, _) = try await cache(maximumBytes: 5_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 1...8 {
                group.addTask { [location] in
                    for round in 0..<20 {
                        let number = (worker + round) % 6
                        try await cache.save(Self.picture(number), for: Self.url(number))
                        let found = try await cache.load(for: Self.url((number + 1) % 6))
                        let isWhole = found == nil || found == Self.picture((number + 1) % 6)
                        #expect(isWhole, sourceLocation: location)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func cache(maximumBytes: Int = 1_000_000) async throws -> (any ImageDataCaching, Clock) {
        let clock = Clock(Date(timeIntervalSince1970: 1_700_000_000))
        return (try await make(maximumBytes) { clock.current }, clock)
    }

    private func save(_ number: Int, in cache: any ImageDataCaching, _ clock: Clock) async throws {
        try await cache.save(picture(number), for: url(number))
        clock.withLock { $0 += 1 }
    }

    private func url(_ number: Int) -> URL { Self.url(number) }
    private func picture(_ number: Int) -> Data { Self.picture(number) }

    private static func url(_ number: Int) -> URL {
        URL(string: "https://example.com/image/\(number)") ?? URL(filePath: "/")
    }

    private static func picture(_ number: Int) -> Data {
        SampleImage.jpeg(byteCount: 1_000, content: UInt8(truncatingIfNeeded: number))
    }
}
