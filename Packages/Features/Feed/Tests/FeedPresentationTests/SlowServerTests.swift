import ConsoleAPI
import ConsoleTesting
import CoreModels
import FeedAPI
import FeedPresentation
import FeedTesting
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Testing

/// What `essential feed` shows while the server is silent.
@Suite(.timeLimit(.minutes(1))) struct SlowServerTests {
    private let lake = FeedImage.make(1, description: "A lake at dawn", location: "Bled")
    private let moor = FeedImage.make(2, description: "A moor", location: nil)
    private let clock = ManualClock()

    private func feed(_ images: [FeedImage], savedAt: Date? = nil) -> LoadedFeed {
        LoadedFeed(
            page: FeedPage(items: images, next: nil), source: savedAt.map { .cache(savedAt: $0) } ?? .remote)
    }

    private var kept: LoadedFeed { feed([lake], savedAt: Date(timeIntervalSince1970: 1_600_000_000)) }

    private func run(
        _ feed: SlowFeed, _ words: [String] = [], on terminal: TerminalSpy = TerminalSpy()
    ) throws -> Task<CommandRun, Never> {
        var host = PluginHost()
        try host.install(
            FeedPresentationPlugin.self,
            .init(
                feed: feed, keptFeed: feed, images: ImageDataLoadingSpy(.failure(.notFound)),
                posting: ImagePostingSpy(.failure(.invalidData)), deleting: ImageDeletingSpy(),
                details: FeedImageLoadingStub(), locations: LocationsStub(),
                kept: InMemoryFeedCache(), openedFolder: "/nowhere", clock: clock))
        let runner = CommandRunner(try host.composed())
        return Task { await runner.run(["feed"] + words, on: terminal) }
    }

    @Test(.requirement("FEED-03"), arguments: [("en", "is asked for what is newer"), ("es", "lo más reciente")])
    func aPersonSeesWhatIsKeptAtOnceAndWhatIsNewerAfterwards(language: String, note: String) async throws {
        let slow = SlowFeed(kept: kept), terminal = TerminalSpy(width: 100)
        let run = try run(slow, ["--language", language], on: terminal)
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(250))
        while !terminal.output.contains("A lake at dawn") { await Task.yield() }
        #expect(
            terminal.errors.contains(note)
                && terminal.errors.contains(
                    LocalizedText.day(of: .saved).text(in: language == "es" ? .spanish : .english))
        )
        slow.answer(.success(feed([moor, lake])))
        let outcome = await run.value
        #expect(outcome.exit == .success)
        #expect(outcome.output.split(separator: "A lake at dawn").count == 3, "once more, below what is newer")
        #expect(outcome.output.contains("A moor"))
    }

    @Test(.requirement("FEED-03", "L10N-01"), arguments: [("en", "nothing newer"), ("es", "No hay nada más reciente")])
    func whatIsUnchangedIsShownOnce(language: String, note: String) async throws {
        let slow = SlowFeed(kept: kept), terminal = TerminalSpy(width: 100)
        let run = try run(slow, ["--language", language], on: terminal)
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(250))
        while !terminal.output.contains("A lake at dawn") { await Task.yield() }
        slow.answer(.success(feed([lake])))
        let outcome = await run.value
        #expect(outcome.output.split(separator: "A lake at dawn").count == 2)
        #expect(outcome.errors.contains(note))
    }

    @Test(.requirement("FEED-03"), arguments: [[], ["--json"]])
    func aProgramGetsWhatIsKeptAfterAShortWait(words: [String]) async throws {
        let run = try run(SlowFeed(kept: kept), words)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(3))
        let outcome = await run.value
        #expect(outcome.exit == .success && outcome.output.contains("A lake at dawn"))
        #expect(
            words.isEmpty
                ? outcome.errors.contains(LocalizedText.day(of: .saved).english) : outcome.output.contains(#""cache""#))
    }

    @Test(.requirement("FEED-01")) func aServerThatAnswersInTimeIsAllThatIsShown() async throws {
        let slow = SlowFeed(kept: kept), terminal = TerminalSpy(width: 100)
        slow.answer(.success(feed([moor])))
        let outcome = await (try run(slow, on: terminal)).value
        #expect(!outcome.output.contains("A lake at dawn") && outcome.output.contains("A moor"))
    }

    @Test(.requirement("FEED-05")) func withoutAnythingKeptTheServerIsWaitedFor() async throws {
        let slow = SlowFeed(kept: nil)
        slow.answer(.success(feed([moor])))
        let outcome = await (try run(slow, ["--json"])).value
        #expect(outcome.output.contains(#""source":"remote""#))
    }

    @Test func theEndOfTheSessionIsToldAlsoAfterwards() async throws {
        let slow = SlowFeed(kept: kept), terminal = TerminalSpy(width: 100)
        let run = try run(slow, on: terminal)
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(250))
        while !terminal.output.contains("A lake at dawn") { await Task.yield() }
        slow.answer(.failure(.notLoggedIn))
        #expect(await run.value.exit == .notLoggedIn)
    }
}
