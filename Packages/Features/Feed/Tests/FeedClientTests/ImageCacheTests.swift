import FeedAPI
import FeedClient
import FeedTesting
import FoundationEssentials
import KernelTesting
import PluginKit
import Testing

struct ImageCacheTests {
    private let fixture: FeedFixture

    init() throws {
        fixture = try FeedFixture()
    }

    private func url(_ number: Int) -> URL { URL(string: "https://example.com/image/\(number)")! }

    private func picture(_ number: Int, byteCount: Int = 1_000) -> Data {
        SampleImage.jpeg(byteCount: byteCount, content: UInt8(truncatingIfNeeded: number))
    }

    /// Saves pictures a second apart.
    private func save(_ numbers: ClosedRange<Int>, in cache: any ImageDataCaching) async throws {
        for number in numbers {
            try await cache.save(picture(number), for: url(number))
            fixture.date.advance(by: .seconds(1))
        }
    }

    private func kept(_ numbers: ClosedRange<Int>, in cache: any ImageDataCaching) async throws -> [Int] {
        var kept: [Int] = []
        for number in numbers where try await cache.load(for: url(number)) != nil { kept.append(number) }
        return kept
    }

    @Test(.requirement("IMG-20", "IMG-23", "IMG-30", "IMG-31"), arguments: [0, 500])
    func behavesAsACacheHasTo(memoryBytes: Int) async throws {
        try await ImageDataCachingConformance { maximumBytes, now in
            try FeedFixture().exports(imageCacheBytes: maximumBytes, imageMemoryBytes: memoryBytes, now: now).imageCache
        }.run()
    }

    @Test(.requirement("IMG-20", "IMG-30")) func givesBackWhatWasSaved() async throws {
        let cache = fixture.exports().imageCache
        try await cache.save(SampleImage.png, for: url(1))
        try await cache.save(picture(2), for: url(2))
        #expect(try await cache.load(for: url(1)) == SampleImage.png)
        #expect(try await fixture.exports().imageCache.load(for: url(2)) == picture(2), "another process")
        try await cache.save(picture(3), for: url(1))
        #expect(try await cache.load(for: url(1)) == picture(3))
    }

    @Test(.requirement("IMG-23")) func whatWasNotSavedIsAbsent() async throws {
        let cache = fixture.exports().imageCache
        #expect(try await cache.load(for: url(1)) == nil)
        try await cache.save(picture(1), for: url(1))
        #expect(try await cache.load(for: URL(string: "https://example.com/image/1?size=2")!) == nil)
    }

    @Test func filesTellNothingByTheirNamesAndBelongToTheirOwner() async throws {
        try await fixture.exports().imageCache.save(picture(1), for: url(1))
        let file = try #require(fixture.folder.files().first)
        #expect(file.hasPrefix("cache/images/") && file.split(separator: "/")[2].count == 64)
        #expect(fixture.folder.mode(of: file) == 0o600)
        #expect(fixture.folder.mode(of: "cache/images") == 0o700)
    }

    @Test(.requirement("IMG-30")) func thoseNotUsedForLongestGiveWay() async throws {
        let cache = fixture.exports(imageCacheBytes: 4_500).imageCache
        try await save(1...4, in: cache)
        _ = try await cache.load(for: url(1))
        fixture.date.advance(by: .seconds(1))
        try await save(5...6, in: cache)
        #expect(try await kept(1...6, in: cache) == [1, 4, 5, 6])
    }

    @Test(.requirement("IMG-30")) func staysWithinItsLimit() async throws {
        let cache = fixture.exports(imageCacheBytes: 10_000).imageCache
        for number in 1...40 {
            try await cache.save(picture(number, byteCount: 100 * (number % 30 + 6)), for: url(number))
            fixture.date.advance(by: .seconds(1))
            let total = fixture.folder.files().reduce(0) { $0 + (fixture.folder.contents(of: $1)?.count ?? 0) }
            #expect(total <= 10_000)
            #expect(try await cache.load(for: url(number)) != nil, "the newest stays")
        }
    }

    @Test func replacingAPictureCountsItOnce() async throws {
        let cache = fixture.exports(imageCacheBytes: 2_500).imageCache
        try await save(1...2, in: cache)
        for _ in 0..<5 { try await cache.save(picture(2), for: url(2)) }
        #expect(try await kept(1...2, in: cache) == [1, 2])
    }

    @Test func aClockThatWasSetBackDoesNotEvictTheNewest() async throws {
        let cache = fixture.exports(imageCacheBytes: 2_500).imageCache
        try await save(1...2, in: cache)
        fixture.date.advance(by: .seconds(-86_400))
        try await cache.save(picture(3), for: url(3))
        #expect(try await cache.load(for: url(3)) == picture(3))
    }

    @Test(.requirement("IMG-31")) func aPictureThatIsTooLargeEvictsNothing() async throws {
        let cache = fixture.exports(imageCacheBytes: 2_500).imageCache
        try await save(1...2, in: cache)
        await #expect(throws: ImageCacheError.notSaved(reason: "2533 > 2500 bytes")) {
            try await cache.save(picture(3, byteCount: 2_501), for: url(3))
        }
        #expect(try await kept(1...3, in: cache) == [1, 2])
    }

    @Test(.requirement("IMG-20"), arguments: [0, 1, 500, 999])
    func aFileThatWasCutOffIsAbsentAndGoes(byteCount: Int) async throws {
        let cache = fixture.exports().imageCache
        try await cache.save(picture(1), for: url(1))
        let file = fixture.folder.path(of: try #require(fixture.folder.files().first))
        try picture(1).prefix(byteCount).write(to: URL(filePath: file))
        #expect(try await cache.load(for: url(1)) == nil)
        #expect(fixture.folder.files() == [])
    }

    @Test(.requirement("IMG-20")) func aFileWithOneWrongBitIsAbsentAndGoes() async throws {
        let cache = fixture.exports().imageCache
        for offset in stride(from: 0, to: 1_032, by: 43) {
            try await cache.save(picture(1), for: url(1))
            let name = try #require(fixture.folder.files().first)
            var content = Data(try #require(fixture.folder.contents(of: name)))
            content[offset] ^= 4
            try content.write(to: URL(filePath: fixture.folder.path(of: name)))
            #expect(try await cache.load(for: url(1)) == nil, "byte \(offset)")
            #expect(fixture.folder.files() == [])
        }
    }

    @Test func whatAnEarlierReleaseKeptIsStillThere() async throws {
        let cache = fixture.exports().imageCache
        try await cache.save(SampleImage.png, for: url(1))
        let file = fixture.folder.path(of: try #require(fixture.folder.files().first))
        try picture(7).write(to: URL(filePath: file))
        #expect(try await cache.load(for: url(1)) == picture(7))
    }

    @Test(.requirement("IMG-30")) func severalProgramsTogetherStayNearTheLimit() async throws {
        let programs = (0..<3).map { _ in fixture.exports(imageCacheBytes: 100_000).imageCache }
        for number in 0..<600 {
            try await programs[number % 3].save(picture(number), for: url(number))
            fixture.date.advance(by: .seconds(1))
            let total = fixture.folder.files().reduce(0) { $0 + (fixture.folder.contents(of: $1)?.count ?? 0) }
            #expect(total <= 100_000 + 3 * 100_000 / 16)
        }
    }

    @Test(.requirement("IMG-22")) func aFileThatCannotBeReadIsAnError() async throws {
        let cache = fixture.exports().imageCache
        try await cache.save(picture(1), for: url(1))
        let file = fixture.folder.path(of: try #require(fixture.folder.files().first))
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        await #expect(throws: ImageCacheError.self) { try await cache.load(for: url(1)) }
    }

    @Test(.requirement("IMG-31")) func aFolderThatCannotBeMadeIsAnError() async throws {
        try Data().write(to: URL(filePath: fixture.folder.path(of: "cache")))
        await #expect(throws: ImageCacheError.self) {
            try await fixture.exports().imageCache.save(picture(1), for: url(1))
        }
    }

    @Test func loggingOutRemovesAllOfThem() async throws {
        let exports = fixture.exports()
        try await save(1...3, in: exports.imageCache)
        try FileManager.default.createDirectory(atPath: exports.openedFolder, withIntermediateDirectories: true)
        try picture(4).write(to: URL(filePath: exports.openedFolder + "/shown.jpg"))
        try Data().write(to: URL(filePath: fixture.folder.path(of: "cache/images/.half.new")))
        try await exports.imageCache.removeAll()
        #expect(fixture.folder.files() == [])
        try await exports.imageCache.removeAll()
    }

    @Test func whatWasOpenedCountsAndGivesWay() async throws {
        let exports = fixture.exports(imageCacheBytes: 2_500)
        try FileManager.default.createDirectory(atPath: exports.openedFolder, withIntermediateDirectories: true)
        try picture(9).write(to: URL(filePath: exports.openedFolder + "/shown.jpg"))
        fixture.date.value = Date().addingTimeInterval(60)
        try await save(1...2, in: exports.imageCache)
        #expect(try await kept(1...2, in: exports.imageCache) == [1, 2])
        #expect(fixture.folder.files().count == 2)
    }

    @Test func removingSaysWhenItFails() async throws {
        try FileManager.default.createDirectory(
            atPath: fixture.folder.path(of: "cache"), withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: fixture.folder.path(of: "cache/images")))
        await #expect(throws: ImageCacheError.self) { try await fixture.exports().imageCache.removeAll() }
    }

    @Test func manyTasksAtOnceSeeWholePictures() async throws {
        let cache = fixture.exports(imageCacheBytes: 5_000).imageCache
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 1...8 {
                group.addTask {
                    for round in 0..<20 {
                        let number = (worker + round) % 6
                        try await cache.save(picture(number), for: url(number))
                        let found = try await cache.load(for: url((number + 1) % 6))
                        #expect(found == nil || found == picture((number + 1) % 6))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(.requirement("LOGOUT-01")) func whatWasLoadedBeforeALogoutDoesNotComeBack() async throws {
        let running = fixture.exports().imageCache, other = fixture.exports().imageCache
        let before = await running.tenant()
        try await running.save(picture(2), for: url(2))
        #expect(try await running.load(for: url(2)) == picture(2))
        try await other.removeAll()
        try await running.save(picture(1), for: url(1), of: before)
        #expect(fixture.folder.files() == [])
        #expect(try await kept(1...2, in: running) == [], "nor is it in memory")
        try await other.save(picture(3), for: url(3))
        #expect(try await kept(1...3, in: fixture.exports().imageCache) == [3])
        // Whoever comes next has what comes next.
        try await running.save(picture(1), for: url(1))
        #expect(try await kept(1...3, in: fixture.exports().imageCache) == [1, 3])
    }
}
