import FeedAPI
import FeedClient
import FeedTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import PluginKit
import Testing

/// Those who want one picture at the same time share one download.
@Suite(.timeLimit(.minutes(15)))
struct ImagePipelineTests {
    private let fixture: FeedFixture
    private let transport = GatedTransport()
    private let images: any ImageDataLoading
    private let url = URL(string: "https://example.com/image/1")!

    init() throws {
        fixture = try FeedFixture()
        images = fixture.exports(transport).images
    }

    private typealias Loading = Task<Data, any Error>

    /// Starts a load; when this returns, it waits for the picture.
    private func load(_ progress: (@Sendable (ImageDataProgress) -> Void)? = nil) -> Loading {
        Task.immediate { [images, url] in try await images.loadImageData(from: url, progress: progress) }
    }

    @Test(.requirement("IMG-10")) func eightCallsShareOneDownloadAndItsProgress() async throws {
        let heard = Locked<[Int: [Int]]>([:])
        let tasks = (0..<8).map { number in
            load { progress in heard.withLock { $0[number, default: []].append(progress.receivedBytes) } }
        }
        let picture = SampleImage.jpeg(byteCount: 50)
        await transport.answer(0, pieces: [picture.prefix(20), picture.suffix(30)])
        for task in tasks { #expect(try await task.value == picture) }
        #expect(transport.urls == [url])
        #expect(heard.current == Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, [20, 50]) }))
    }

    @Test func otherPicturesAreNotHeldUp() async throws {
        let other = URL(string: "https://example.com/image/2")!
        let first = load()
        let second = Task.immediate { [images] in try await images.loadImageData(from: other) }
        await transport.waitForCalls(2)
        let number = try #require(transport.urls.firstIndex(of: other))
        await transport.answer(number, pieces: [SampleImage.jpeg()])
        #expect(try await second.value == SampleImage.jpeg())
        await transport.answer(1 - number, pieces: [SampleImage.png])
        #expect(try await first.value == SampleImage.png)
    }

    @Test(.requirement("IMG-11")) func whoCancelsGetsNothingAndTheOthersThePicture() async throws {
        let heard = Locked(0)
        let leaver = load { _ in heard.withLock { $0 += 1 } }
        let others = (0..<3).map { _ in load() }
        await transport.waitForCalls(1)
        leaver.cancel()
        await #expect(throws: ImageDataError.cancelled) { try await leaver.value }
        #expect(transport.cancelled == [], "three still wait")
        await transport.answer(0, pieces: [SampleImage.png])
        for task in others { #expect(try await task.value == SampleImage.png) }
        #expect(heard.current == 0)
    }

    @Test(.requirement("IMG-11")) func theLastToCancelEndsTheDownload() async throws {
        let tasks = (0..<3).map { _ in load() }
        await transport.waitForCalls(1)
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: ImageDataError.cancelled) { try await task.value } }
        await transport.waitForCancellation(of: 0)
        #expect(fixture.folder.files() == [])
    }

    @Test func afterACancelledDownloadTheNextCallStartsAnother() async throws {
        let first = load()
        await transport.waitForCalls(1)
        first.cancel()
        let second = load()
        await #expect(throws: ImageDataError.cancelled) { try await first.value }
        await transport.waitForCancellation(of: 0)
        await transport.answer(1, pieces: [SampleImage.png])
        #expect(try await second.value == SampleImage.png)
        #expect(transport.urls.count == 2)
    }

    @Test func aFailureReachesAllAndIsNotRemembered() async throws {
        let tasks = (0..<3).map { _ in load() }
        await transport.answer(
            0, status: .notFound, fields: [.contentType: "application/problem+json"],
            pieces: [Data(#"{"code":"image_not_found"}"#.utf8)])
        for task in tasks { await #expect(throws: ImageDataError.notFound) { try await task.value } }
        let again = load()
        await transport.answer(1, pieces: [SampleImage.png])
        #expect(try await again.value == SampleImage.png)
    }

    @Test(.requirement("IMG-11")) func whoWasCancelledBeforeAsksNobody() async throws {
        let task = Task { [images, url] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await images.loadImageData(from: url)
        }
        await #expect(throws: ImageDataError.cancelled) { try await task.value }
        #expect(transport.urls == [])
    }

    @Test func nothingIsKeptAliveOnceItIsDone() async throws {
        weak let transport = try await onePictureThroughAGate()
        // The task that loaded may be about to end; the time limit is for one
        // that doesn't.
        while transport != nil, !Task.isCancelled { await Task.yield() }
        #expect(transport == nil)
    }

    private func onePictureThroughAGate() async throws -> GatedTransport {
        let transport = GatedTransport()
        let images = try FeedFixture().exports(transport).images
        let task = Task.immediate { [url] in try await images.loadImageData(from: url) }
        await transport.answer(0, pieces: [SampleImage.png])
        _ = try await task.value
        return transport
    }

    @Test func joiningAndLeavingAtRandomLosesNobody() async throws {
        var generator = SeededGenerator(seed: 8)
        for round in 0..<60 {
            let pauses = Int.random(in: 0...6, using: &generator)
            let slow = HTTPTransportStub { _ in
                for _ in 0..<pauses { await Task.yield() }
                return HTTPResponse(status: .ok, body: SampleImage.png)
            }
            let images = try FeedFixture().exports(slow).images
            let leavers = Set((0..<6).filter { _ in Bool.random(using: &generator) })
            let tasks = (0..<6).map { _ in Task { [url] in try await images.loadImageData(from: url) } }
            for _ in 0..<Int.random(in: 0...6, using: &generator) { await Task.yield() }
            for leaver in leavers { tasks[leaver].cancel() }
            for (index, task) in tasks.enumerated() {
                switch await task.result {
                case .success(let data): #expect(data == SampleImage.png, "round \(round)")
                case .failure(let error):
                    #expect(error as? ImageDataError == .cancelled && leavers.contains(index), "round \(round)")
                }
            }
        }
    }
}
