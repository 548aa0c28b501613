import AtomicFiles
import FeedAPI
import FeedClient
import FeedTesting
import FoundationEssentials
import Glibc
import KernelTesting
import PluginKit
import Testing

struct FeedCacheTests {
    private let fixture: FeedFixture
    private var file: String { fixture.folder.path(of: "cache/feed/feed.json") }

    init() throws {
        fixture = try FeedFixture()
    }

    private func write(_ text: String) throws {
        try AtomicFile(path: file).replace(with: Data(text.utf8), durability: .process)
    }

    @Test(.requirement("FEED-20", "FEED-22", "FEED-23", "FEED-30", "FEED-32", "FEED-40"))
    func behavesAsACacheHasTo() async throws {
        try await FeedCachingConformance { now in
            let fixture = try FeedFixture()
            return LongLived(cache: fixture.exports(now: now).cache, fixture: fixture)
        }.run()
    }

    @Test(.requirement("FEED-20", "FEED-40")) func anotherProcessReadsWhatWasSaved() async throws {
        fixture.date.value = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7)
        let images = [FeedImage.make(2), .make(1, description: nil, location: nil)]
        try await fixture.exports().cache.save(images)
        let saved = try await fixture.exports().cache.load()
        #expect(saved == CachedFeed(images: images, savedAt: fixture.date.value))
    }

    @Test(.requirement("FEED-40")) func replacesTheFileAndLeavesNoOther() async throws {
        let cache = fixture.exports().cache
        for number in UInt8(1)...3 { try await cache.save([.make(number)]) }
        #expect(fixture.folder.files() == ["cache/feed/feed.json"])
        #expect(fixture.folder.mode(of: "cache/feed/feed.json") == 0o600)
        #expect(fixture.folder.mode(of: "cache/feed") == 0o700)
    }

    @Test(
        .requirement("FEED-21"),
        arguments: ["", "{", "nonsense", "null", #"{"items":[]}"#, #"{"savedAt":"now","items":[]}"#, "\u{0}\u{0}"])
    func aDamagedFileIsAnError(content: String) async throws {
        try write(content)
        let cache = fixture.exports().cache
        await #expect(throws: FeedCacheError.unreadable(reason: "\(file): no feed")) { try await cache.load() }
    }

    @Test(.requirement("FEED-21")) func aFileThatWasCutOffAnywhereIsAnErrorOrWhole() async throws {
        let cache = fixture.exports().cache
        try await cache.save([.make(1), .make(2)])
        let whole = try #require(fixture.folder.contents(of: "cache/feed/feed.json"))
        for count in 0..<whole.count {
            try write(String(decoding: whole.prefix(count), as: UTF8.self))
            await #expect(throws: FeedCacheError.self, "\(count) bytes") { try await cache.load() }
        }
    }

    @Test(.requirement("FEED-21")) func aFileThatCannotBeReadIsAnErrorAndNotAnEmptyCache() async throws {
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        await #expect(throws: FeedCacheError.self) { try await fixture.exports().cache.load() }
    }

    @Test(.requirement("FEED-31")) func validatingRemovesWhatCannotBeRead() async throws {
        try write("nonsense")
        let cache = fixture.exports().cache
        try await cache.validate()
        #expect(fixture.folder.files() == [])
        #expect(try await cache.load() == nil)
    }

    @Test(.requirement("FEED-42")) func aFolderThatCannotBeMadeIsAnError() async throws {
        try Data().write(to: URL(filePath: fixture.folder.path(of: "cache")))
        do {
            try await fixture.exports().cache.save([.make(1)])
            Issue.record("saved into a file")
        } catch .notSaved(let reason) {
            #expect(reason.contains("cache"))
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test(.requirement("FEED-41")) func aFeedThatCannotBeRemovedIsAnError() async throws {
        try FileManager.default.createDirectory(
            atPath: fixture.folder.path(of: "cache"), withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: fixture.folder.path(of: "cache/feed")))
        let cache = fixture.exports().cache
        do {
            try await cache.removeAll()
            Issue.record("removed the files of a file")
        } catch .notRemoved {
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func whatKilledProgramsLeftBehindGoesAfterAnHour() async throws {
        let cache = fixture.exports().cache
        try await cache.save([.make(1)])
        let leftover = fixture.folder.path(of: "cache/feed/.leftover.new")
        try Data("half a fe".utf8).write(to: URL(filePath: leftover))
        fixture.date.value = Date()
        try await cache.save([.make(1)])
        #expect(fixture.folder.files().count == 2, "it may still be in the making")
        fixture.date.value = Date().addingTimeInterval(3_700)
        try await cache.save([.make(1)])
        #expect(fixture.folder.files() == ["cache/feed/feed.json"])
    }

    @Test func loggingOutRemovesLeftoversAsWell() async throws {
        let cache = fixture.exports().cache
        try await cache.save([.make(1)])
        try Data("half a fe".utf8).write(to: URL(filePath: fixture.folder.path(of: "cache/feed/.leftover.new")))
        try await cache.removeAll()
        #expect(fixture.folder.files() == [])
    }

    @Test func aStrangeFileCannotFillTheMemory() async throws {
        try write("x")
        #expect(truncate(file, 65 * 1_024 * 1_024) == 0)
        do {
            _ = try await fixture.exports().cache.load()
            Issue.record("read 65 MiB")
        } catch {
            #expect(error != .unreadable(reason: "\(file): no feed"), "it was read before it was refused")
        }
    }
}

/// Keeps the folder of a cache for as long as the cache.
private struct LongLived: FeedCaching {
    let cache: any FeedCaching
    let fixture: FeedFixture

    func save(_ images: [FeedImage]) async throws(FeedCacheError) { try await cache.save(images) }
    func load() async throws(FeedCacheError) -> CachedFeed? { try await cache.load() }
    func validate() async throws(FeedCacheError) { try await cache.validate() }
    func removeAll() async throws(FeedCacheError) { try await cache.removeAll() }
}
