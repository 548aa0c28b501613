import FeedAPI
import FeedClient
import FeedTesting
import FoundationEssentials
import Glibc
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import Locking
import PluginKit
import Testing

/// A download goes on where it broke off.
@Suite(.timeLimit(.minutes(15)))
struct ResumedDownloadTests {
    private let fixture: FeedFixture
    private let transport = GatedTransport()
    private let url = URL(string: "https://example.com/image/1")!
    private let picture = SampleImage.jpeg(byteCount: 300_000)

    init() throws {
        fixture = try FeedFixture()
    }

    private var partials: [String] { fixture.folder.files().filter { $0.hasPrefix("cache/images/partial/") } }

    /// Each call is another program on the same folder.
    private func load(_ progress: (@Sendable (ImageDataProgress) -> Void)? = nil) -> Task<Data, any Error> {
        let images = fixture.exports(transport).images
        return Task { [url] in try await images.loadImageData(from: url, progress: progress) }
    }

    /// Lets a download break off after so many bytes.
    private func breakOff(_ number: Int = 0, after count: Int = 200_000, tag: String? = "\"v1\"") async {
        let task = load()
        await transport.answer(
            number, fields: tag.map { [.eTag: $0, .contentLength: "300000"] } ?? [:],
            pieces: [picture.prefix(count / 2), picture[count / 2..<count]], failure: .connectivity(reason: "reset"))
        _ = await task.result
    }

    @Test(.requirement("IMG-10")) func goesOnWhereItBrokeOffAlsoInAnotherProgram() async throws {
        await breakOff()
        #expect(partials.count == 1)
        #expect(fixture.folder.mode(of: try #require(partials.first)) == 0o600)
        let heard = Locked<[ImageDataProgress]>([])
        let task = load { progress in heard.withLock { $0.append(progress) } }
        await transport.answer(
            1, status: .partialContent,
            fields: [.contentRange: "bytes 200000-299999/300000", .contentLength: "100000"],
            pieces: [picture[200_000..<250_000], picture.suffix(50_000)])
        let data = try await task.value
        #expect(data == picture)
        let fields = transport.requests[1].fields
        #expect(fields[.range] == "bytes=200000-" && fields[.ifRange] == "\"v1\"")
        #expect(heard.current == [250_000, 300_000].map { ImageDataProgress(receivedBytes: $0, totalBytes: 300_000) })
        #expect(partials == [])
        #expect(transport.requests[0].fields[.range] == nil)
    }

    @Test(.requirement("IMG-10")) func breaksOffTwiceAndGoesOnTwice() async throws {
        await breakOff()
        let second = load()
        await transport.answer(
            1, status: .partialContent, fields: [.contentRange: "bytes 200000-299999/300000"],
            pieces: [picture[200_000..<260_000]], failure: .timedOut)
        _ = await second.result
        let third = load()
        await transport.answer(
            2, status: .partialContent, fields: [.contentRange: "bytes 260000-299999/*"],
            pieces: [picture.suffix(40_000)])
        let data = try await third.value
        #expect(data == picture)
        #expect(transport.requests[2].fields[.range] == "bytes=260000-")
    }

    @Test(.requirement("IMG-11")) func whatWasCancelledIsNotLoadedTwice() async throws {
        let cancelling = Locked<Task<Data, any Error>?>(nil)
        let task = load { _ in cancelling.current?.cancel() }
        cancelling.withLock { $0 = task }
        let start = picture.prefix(150_000)
        await transport.answer(0, fields: [.eTag: "\"v1\""], body: HTTPBodyStream(StalledBody(start)))
        await #expect(throws: ImageDataError.cancelled) { try await task.value }
        try await waitUntilPartialIsFree()
        let again = load()
        await transport.waitForRequests(2)
        #expect(transport.requests[1].fields[.range] == "bytes=150000-")
        again.cancel()
    }

    /// Who cancels doesn't wait for the download to end.
    private func waitUntilPartialIsFree() async throws {
        let file = open(fixture.folder.path(of: try #require(partials.first)), O_RDWR)
        defer { close(file) }
        while flock(file, LOCK_EX | LOCK_NB) != 0 { await Task.yield() }
    }

    @Test func anotherPictureAtTheAddressIsTakenWhole() async throws {
        await breakOff()
        let task = load()
        let other = SampleImage.jpeg(byteCount: 250_000, content: 9)
        await transport.answer(1, fields: [.eTag: "\"v2\""], pieces: [other])
        let data = try await task.value
        #expect(data == other)
        #expect(partials == [])
    }

    @Test func aRangeThatIsNotThereStartsOver() async throws {
        await breakOff()
        let task = load()
        await transport.answer(1, status: .rangeNotSatisfiable, pieces: [])
        await transport.answer(2, fields: [.eTag: "\"v1\""], pieces: [picture])
        let data = try await task.value
        #expect(data == picture)
        #expect(transport.requests[2].fields[.range] == nil)
    }

    @Test(.requirement("IMG-12"), arguments: [nil, "bytes 0-99999/300000", "bytes x", "lines 200000-299999/300000"])
    func aPartThatWasNotAskedForIsInvalidAndForgotten(range: String?) async throws {
        await breakOff()
        let task = load()
        await transport.answer(
            1, status: .partialContent, fields: range.map { [.contentRange: $0] } ?? [:],
            pieces: [picture.suffix(100_000)])
        await #expect(throws: ImageDataError.invalidData) { try await task.value }
        #expect(partials == [])
    }

    @Test(.requirement("IMG-12")) func aWholeThatIsNoImageIsForgotten() async throws {
        await breakOff()
        let task = load()
        await transport.answer(
            1, status: .partialContent, fields: [.contentRange: "bytes 200000-299999/300000"],
            pieces: [Data(count: 100_000)])
        await #expect(throws: ImageDataError.invalidData) { try await task.value }
        #expect(partials == [])
    }

    @Test(arguments: [nil, "W/\"v1\"", "v1", "\"v1\n\"", "\"" + String(repeating: "x", count: 300) + "\""])
    func withoutAProperTagNothingIsKept(tag: String?) async throws {
        await breakOff(tag: tag)
        #expect(partials == [])
    }

    @Test func aLittleIsNotKept() async throws {
        await breakOff(after: 100_000)
        #expect(partials == [])
    }

    @Test(arguments: ["", "\"v1\"", "\"v1\"\n", "v1\nabc", String(repeating: "x", count: 1_000)])
    func aFileThatSaysNothingIsLeftAlone(content: String) async throws {
        await breakOff()
        let name = try #require(partials.first)
        try Data(content.utf8).write(to: URL(filePath: fixture.folder.path(of: name)))
        let task = load()
        await transport.answer(1, pieces: [picture])
        let data = try await task.value
        #expect(data == picture)
        #expect(transport.requests[1].fields[.range] == nil)
        #expect(partials == [])
    }

    @Test func whatAnotherProgramIsLoadingIsLoadedByItself() async throws {
        await breakOff()
        let file = open(fixture.folder.path(of: try #require(partials.first)), O_RDWR)
        defer { close(file) }
        #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
        let task = load()
        await transport.answer(1, fields: [.eTag: "\"v1\""], pieces: [picture])
        let data = try await task.value
        #expect(data == picture)
        #expect(transport.requests[1].fields[.range] == nil)
        #expect(partials.count == 1, "it is the other's")
    }

    @Test func aDownloadThatBrokeOffCountsAndGoesWithTheRest() async throws {
        await breakOff()
        let cache = fixture.exports(imageCacheBytes: 100_000).imageCache
        fixture.date.value = Date().addingTimeInterval(60)
        let other = try #require(URL(string: "https://example.com/image/2"))
        try await cache.save(SampleImage.jpeg(byteCount: 50_000), for: other)
        #expect(partials == [])
        await breakOff(1)
        #expect(partials.count == 1)
        try await cache.removeAll()
        #expect(fixture.folder.files() == [])
    }
}

/// Brings the start of a body, and the rest never.
private final class StalledBody: HTTPBodySource {
    private let start: Locked<Data?>
    private let end = FirstResult<Void>()

    init(_ start: Data) {
        self.start = Locked(start)
    }

    func next() async throws(HTTPTransportError) -> Data? {
        if let piece = start.withLock({ $0.take() }) { return piece }
        await withTaskCancellationHandler {
            await end.wait()
        } onCancel: {
            cancel()
        }
        throw .cancelled
    }

    func cancel() {
        end.give(())
    }
}
