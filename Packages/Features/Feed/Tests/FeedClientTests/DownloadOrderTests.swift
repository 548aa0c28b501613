import CryptographyAPI
import CryptographyTesting
import FeedAPI
import FeedClient
import FeedTesting
import FoundationEssentials
import HTTPTransportAPI
import KernelTesting
import Testing

/// A few downloads at a time, the most urgent first.
@Suite(.timeLimit(.minutes(15)))
struct DownloadOrderTests {
    private let transport = GatedTransport()
    private let slots = DownloadSlots(count: 2)
    private let cache = InMemoryImageCache()
    private let images: ImagePipeline

    init() throws {
        let remote = RemoteImageData(
            transport: transport, hashing: try Cryptography.real().hashing, partialFolder: "/dev/null/none",
            maximumBytes: 1_000, timeLimit: .seconds(300), clock: ManualClock())
        images = ImagePipeline(cache: cache, remote: remote, slots: slots)
    }

    private typealias Loading = Task<Data, any Error>

    private func url(_ number: Int) -> URL { URL(string: "https://example.com/image/\(number)")! }

    private func load(_ number: Int, _ priority: ImageDataPriority = .shown) -> Loading {
        let url = url(number)
        return Task.immediate { [images] in
            try await images.loadImageData(from: url, priority: priority, progress: nil)
        }
    }

    /// Starts downloads that take all slots.
    private func fill() async -> [Loading] {
        let loads = [load(1), load(2)]
        await transport.waitForCalls(2)
        return loads
    }

    /// Starts a load; when this returns, it waits for a slot.
    private func queue(_ number: Int, _ priority: ImageDataPriority) async -> Loading {
        let count = slots.waitingCount
        let task = load(number, priority)
        while slots.waitingCount == count { await Task.yield() }
        return task
    }

    /// Lets a download end, and tells which picture is asked for in its place.
    private func next(after stream: Int) async -> URL? {
        let count = transport.urls.count
        await transport.answer(stream, pieces: [SampleImage.png])
        await transport.waitForRequests(count + 1)
        return transport.urls.last
    }

    @Test func othersWaitUntilASlotIsFree() async throws {
        let loads = await fill() + [queue(3, .shown), queue(4, .shown)]
        #expect(Set(transport.urls) == [url(1), url(2)])
        #expect(await next(after: 0) == url(3))
        #expect(await next(after: 1) == url(4))
        for number in 2...3 { await transport.answer(number, pieces: [SampleImage.png]) }
        for load in loads { #expect(try await load.value == SampleImage.png) }
    }

    @Test func whatIsShownComesBeforeWhatIsAhead() async throws {
        let loads = await fill() + [queue(3, .ahead), queue(4, .shown), queue(5, .shown)]
        #expect(await next(after: 0) == url(4))
        #expect(await next(after: 1) == url(5))
        #expect(await next(after: 2) == url(3))
        for load in loads { load.cancel() }
    }

    @Test func aDownloadIsAsUrgentAsTheMostUrgentWhoWantsIt() async throws {
        let loads = await fill() + [queue(3, .ahead), queue(4, .ahead)]
        // Joins the load of the same picture before this line ends.
        let joiner = load(4, .shown)
        #expect(await next(after: 0) == url(4))
        for load in loads + [joiner] { load.cancel() }
    }

    @Test(.requirement("IMG-11")) func whoLeavesTakesTheUrgencyAlong() async throws {
        let loads = await fill() + [queue(3, .ahead), queue(4, .ahead)]
        let joiner = load(4, .shown)
        joiner.cancel()
        await #expect(throws: ImageDataError.cancelled) { try await joiner.value }
        #expect(await next(after: 0) == url(3))
        for load in loads { load.cancel() }
    }

    @Test(.requirement("IMG-11")) func whoCancelsWhileWaitingAsksNobodyAndTakesNoSlot() async throws {
        let loads = await fill()
        let leaver = await queue(3, .shown), last = await queue(4, .shown)
        leaver.cancel()
        await #expect(throws: ImageDataError.cancelled) { try await leaver.value }
        #expect(await next(after: 0) == url(4))
        #expect(!transport.urls.contains(url(3)))
        #expect(slots.waitingCount == 0)
        for load in loads + [last] { load.cancel() }
    }

    @Test(.requirement("IMG-11")) func whoCancelsADownloadMakesRoom() async throws {
        let loads = await fill()
        let last = await queue(3, .ahead)
        loads[0].cancel()
        await transport.waitForRequests(3)
        #expect(transport.urls.last == url(3))
        for load in loads + [last] { load.cancel() }
    }

    @Test func aPictureOfTheDeviceWaitsForNoDownload() async throws {
        try await cache.save(SampleImage.png, for: url(9))
        let loads = await fill()
        #expect(try await load(9).value == SampleImage.png)
        for load in loads { load.cancel() }
    }

    @Test func takingAndCancellingAtRandomLosesNoSlot() async throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let tasks = (0..<6).map { number in
                Task { [slots] in
                    try await slots.take(number) { .shown }
                    await Task.yield()
                    slots.give()
                }
            }
            for _ in 0..<Int.random(in: 0...4, using: &generator) { await Task.yield() }
            for task in tasks where Bool.random(using: &generator) { task.cancel() }
            for task in tasks { _ = await task.result }
        }
        for number in 0..<2 { try await slots.take(number) { .shown } }
        #expect(slots.waitingCount == 0)
    }
}
