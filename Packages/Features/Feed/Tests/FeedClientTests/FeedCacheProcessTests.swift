import CoreModels
import FeedAPI
import FeedClient
import FoundationEssentials
import Glibc
import KernelTesting
import PluginKit
import Testing

/// Real processes on one cache, and real kills.
@Suite(.serialized)
struct FeedCacheProcessTests {
    private let fixture: FeedFixture
    private let url = URL(string: "http://localhost/image")!
    private var cacheFolder: String { fixture.folder.path(of: "cache") }

    init() throws {
        fixture = try FeedFixture()
    }

    /// The number of the saved feed, once it is sure that the feed is whole.
    private func savedNumber() async throws -> Int {
        let images = try #require(try await exports.cache.load()).images
        let number = try #require(images.first?.description.flatMap { Int($0) })
        #expect(images.count == 1 + number % 97, "the feed \(number) isn't whole")
        #expect(Set(images.map(\.description)) == ["\(number)"], "the feed \(number) is a mixture")
        return number
    }

    /// Whether the saved picture is that of one number, and whole.
    private func pictureIsWhole() async throws -> Bool {
        let data = Array(try #require(try await exports.imageCache.load(for: url)))
        return Set(data[4..<(data.count - 2)]).count == 1 && (data.count - 6 - 1_000) % 100 == 0
    }

    /// With the time of the children, who use the real one.
    private var exports: FeedClientPlugin.Exports { fixture.exports(now: { Date() }) }

    private func acknowledged(_ text: String) -> Int? {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last.flatMap { Int($0) }
    }

    @Test(.requirement("FEED-40", "FEED-42", "IMG-30"), .timeLimit(.minutes(15)))
    func aHundredAndTwentyKillsLoseNoAcknowledgedSaveAndTearNothing() async throws {
        var generator = SeededGenerator(seed: 40)
        var least = 0
        for round in 0..<120 {
            let child = try Hammer.start(cacheFolder, from: least + 1)
            // Killed after another number of saves each time, at whatever point
            // the child has reached meanwhile.
            var text = ""
            for _ in 0...Int.random(in: 0...3, using: &generator) { text += await child.readOutput(until: "\n") }
            for _ in 0..<Int.random(in: 0...400, using: &generator) { sched_yield() }
            child.send(SIGKILL)
            let outcome = await child.outcome()
            #expect(outcome.exit == .signal(SIGKILL), "\(outcome.errorText)")
            least = try #require(acknowledged(text + outcome.outputText))
            let saved = try await savedNumber()
            // The next save may have been complete without being acknowledged.
            #expect(saved == least || saved == least + 1, "round \(round): \(saved) after \(least)")
            #expect(try await pictureIsWhole(), "round \(round)")
        }
    }

    @Test(.requirement("FEED-40"), .timeLimit(.minutes(15))) func fourProcessesAtOnceTearNothing() async throws {
        let children = try (0..<4).map { try Hammer.start(cacheFolder, from: 1 + $0 * 1_000) }
        for child in children { _ = await child.readOutput(until: "\n") }
        for _ in 0..<300 {
            _ = try await savedNumber()
            #expect(try await pictureIsWhole())
        }
        for child in children {
            child.send(SIGKILL)
            #expect(await child.outcome().exit == .signal(SIGKILL))
        }
    }

    /// A limit on the size of files stands for a full disk: writing fails in
    /// the middle.
    @Test(.requirement("FEED-42", "IMG-31"), .timeLimit(.minutes(15)))
    func withoutRoomTheFormerFeedStaysAndNothingHalfWritten() async throws {
        let child = try Hammer.start(cacheFolder, from: 1, maximumBytesOfAFile: 2_000)
        let outcome = await child.outcome()
        #expect(outcome.exit != .status(0))
        #expect(outcome.errorText.contains("notSaved") && outcome.errorText.contains("File too large"))
        let least = try #require(acknowledged(outcome.outputText))
        let saved = try await savedNumber()
        #expect(saved == least || saved == least + 1)
        #expect(try await pictureIsWhole())
        #expect(fixture.folder.files().filter { $0.hasSuffix(".new") } == [])
    }
}

/// The program `FeedCacheHammer`, which was built beside the tests.
private enum Hammer {
    private static let path = BuiltProgram.path(of: "FeedCacheHammer")

    static func start(_ folder: String, from number: Int, maximumBytesOfAFile: Int? = nil) throws -> ChildProcess {
        try ChildProcess(path, [folder, "\(number)"] + (maximumBytesOfAFile.map { ["\($0)"] } ?? []))
    }
}
