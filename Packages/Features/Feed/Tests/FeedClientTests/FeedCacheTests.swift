import AtomicFiles
import CoreModels
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
        } damage: { cache in
            let file = try #require(cache as? LongLived).fixture.folder.path(of: "cache/feed/feed.json")
            try Data("{".utf8).write(to: URL(filePath: file))
        }.run()
    }

    @Test(.requirement("FEED-20")) func aFeedOfAVersionBeforeStatesHadNamesIsStillAFeed() async throws {
        let image = FeedImage.make(1, description: nil, location: nil)
        try write(#"{"items":[{"id":"\#(image.id)","url":"\#(image.url)"}],"savedAt":700000000}"#)
        fixture.date.value = Date(timeIntervalSinceReferenceDate: 700_000_001)
        #expect(
            try await fixture.exports().cache.load()
                == CachedFeed(images: [image], savedAt: Date(timeIntervalSinceReferenceDate: 700_000_000)))
    }

    @Test(.requirement("FEED-30", "FEED-31", "FEED-32"), arguments: ["start", "idle"])
    func theProgramRemovesWhatItCannotShow(moment: String) async throws {
        var host = PluginHost()
        let plugin = try host.install(FeedClientPlugin.self, fixture.dependencies())
        let composition = try host.composed()
        let cache = try composition[plugin].cache
        try await cache.save([.make(1)])
        let date = fixture.date
        if moment == "start" { date.advance(by: .seconds(7 * 24 * 60 * 60)) }
        let folder = fixture.folder
        try await composition.run {
            #expect(folder.files().isEmpty == (moment == "start"))
            date.advance(by: .seconds(7 * 24 * 60 * 60))
        }
        #expect(fixture.folder.files() == [])
    }

    @Test(.requirement("FEED-30")) func theProgramKeepsWhatItCanShow() async throws {
        var host = PluginHost()
        let plugin = try host.install(FeedClientPlugin.self, fixture.dependencies())
        let composition = try host.composed()
        let cache = try composition[plugin].cache
        try await cache.save([.make(1)])
        fixture.date.advance(by: .seconds(7 * 24 * 60 * 60 - 1))
        try await composition.run {}
        #expect(try await cache.load()?.images == [.make(1)])
    }

    /// A file where the folder should be can be neither replaced nor removed.
    @Test(.requirement("FEED-41", "FEED-42")) func savingAndRemovingFailEachInItsOwnWay() async throws {
        let cache = fixture.exports().cache, folder = fixture.folder.path(of: "cache/feed")
        try FileManager.default.createDirectory(
            atPath: fixture.folder.path(of: "cache"), withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: folder))
        var errors: [FeedCacheError] = []
        do throws(FeedCacheError) { try await cache.save([.make(1)]) } catch { errors.append(error) }
        do throws(FeedCacheError) { try await cache.validate() } catch { errors.append(error) }
        do throws(FeedCacheError) { try await cache.removeAll() } catch { errors.append(error) }
        guard errors.count == 3, case .notSaved = errors[0], case .notRemoved = errors[1], case .notRemoved = errors[2]
        else {
            Issue.record("\(errors)")
            return
        }
        // Neither left anything half done: without the obstacle all is as new.
        try FileManager.default.removeItem(atPath: folder)
        #expect(try await cache.load() == nil)
        try await cache.save([.make(2)])
        #expect(try await cache.load()?.images == [.make(2)])
    }

    @Test(.requirement("FEED-20", "FEED-40")) func anotherProcessReadsWhatWasSaved() async throws {
        fixture.date.value = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7)
        let hidden = FeedImage(
            id: FeedImage.make(3).id, description: nil, location: nil, url: FeedImage.make(3).url, isHidden: true)
        let images = [hidden, .make(2), .make(1, description: nil, location: nil)]
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

    /// A save puts the new feed in the place of the old one, which is removed by
    /// that: a folder with something in it is in the way and can't be.
    @Test(.requirement("FEED-40", "FEED-41", "FEED-42"))
    func aSaveThatCannotRemoveTheOldFeedIsAnErrorAndLeavesNoHalfOfTheNewOne() async throws {
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        try Data("old".utf8).write(to: URL(filePath: file + "/old"))
        let cache = fixture.exports().cache
        do throws(FeedCacheError) {
            try await cache.save([.make(1)])
            Issue.record("saved over what can't be removed")
        } catch {
            guard case .notSaved(let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(reason.contains("feed.json"))
        }
        #expect(fixture.folder.files() == ["cache/feed/feed.json/old"], "neither half is left")
        try FileManager.default.removeItem(atPath: file)
        try await cache.save([.make(2)])
        #expect(try await cache.load()?.images == [.make(2)])
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

    @Test(.requirement("LOGOUT-01")) func whatWasLoadedBeforeALogoutDoesNotComeBack() async throws {
        let running = fixture.exports().cache, other = fixture.exports().cache
        for emptied in [other, running] {
            let before = await running.tenant()
            try await other.save([.make(1)])
            try await emptied.removeAll()
            try await running.save([.make(2)], as: nil, for: before)
            #expect(try await other.load() == nil && fixture.folder.files() == [])
            // Whoever comes next, and the processes that run beside, go on.
            try await other.save([.make(3)])
            try await running.save([.make(2)], as: nil, for: before)
            #expect(try await fixture.exports().cache.load()?.images == [.make(3)])
            try await running.save([.make(4)])
            #expect(try await fixture.exports().cache.load()?.images == [.make(4)])
        }
    }
}

/// Keeps the folder of a cache for as long as the cache.
private struct LongLived: FeedCaching {
    let cache: any FeedCaching
    let fixture: FeedFixture

    func tenant() async -> CacheTenant { await cache.tenant() }
    func save(_ images: [FeedImage], as version: FeedVersion?, for tenant: CacheTenant) async throws(FeedCacheError) {
        try await cache.save(images, as: version, for: tenant)
    }
    func load() async throws(FeedCacheError) -> CachedFeed? { try await cache.load() }
    func remove(_ image: ImageID) async throws(FeedCacheError) -> FeedImage? { try await cache.remove(image) }
    func validate() async throws(FeedCacheError) { try await cache.validate() }
    func removeAll() async throws(FeedCacheError) { try await cache.removeAll() }
}
