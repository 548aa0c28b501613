import AtomicFiles
import CryptographyAPI
import CryptographyTesting
import FeedAPI
import FeedClient
import FeedTesting
import FoundationEssentials
import HTTPTransportTesting
import KernelTesting
import Locking
import Testing

/// Who cancels while the cache is read gets neither the picture nor an error of
/// the cache.
@Suite(.timeLimit(.minutes(15)))
struct CancelledCacheReadTests {
    private let fixture: FeedFixture
    private let transport = GatedTransport()
    private let url = URL(string: "https://example.com/image/1")!

    init() throws {
        fixture = try FeedFixture()
    }

    private func pipeline(_ cache: GatedCache) throws -> ImagePipeline {
        ImagePipeline(
            cache: cache,
            remote: RemoteImageData(
                transport: transport, hashing: try Cryptography.real().hashing,
                partialFolder: fixture.folder.path(of: "partial"), maximumBytes: 1_000_000, timeLimit: .seconds(60),
                clock: fixture.clock),
            slots: DownloadSlots(count: 4))
    }

    @Test(.requirement("IMG-20", "IMG-21"), arguments: [SampleImage.png, nil])
    func whoCancelsDuringTheReadGetsNothing(kept: Data?) async throws {
        let cache = GatedCache(), images = try pipeline(cache), heard = Locked(0), url = url
        let leaver = Task.immediate {
            try await images.loadImageData(from: url, priority: .ahead) { _ in heard.withLock { $0 += 1 } }
        }
        await cache.waitForRead()
        leaver.cancel()
        // At once, while the cache still reads.
        await #expect(throws: ImageDataError.cancelled) { try await leaver.value }
        cache.answer(kept)
        #expect(await cache.hasEnded())
        #expect(heard.current == 0)
        #expect(transport.urls == [], "nobody wants it any more, so nothing is asked of the server")
    }

    @Test(.requirement("IMG-20", "IMG-21")) func theOthersGetThePictureThatIsRead() async throws {
        let cache = GatedCache(), images = try pipeline(cache), url = url
        let tasks = (0..<3).map { _ in
            Task.immediate { try await images.loadImageData(from: url, priority: .ahead, progress: nil) }
        }
        await cache.waitForRead()
        tasks[0].cancel()
        await #expect(throws: ImageDataError.cancelled) { try await tasks[0].value }
        cache.answer(SampleImage.png)
        for task in tasks.dropFirst() { #expect(try await task.value == SampleImage.png) }
        #expect(transport.urls == [])
    }

    @Test(.requirement("IMG-20", "IMG-21")) func whoHasCancelledAlreadyGetsNothingOfWhatIsKept() async throws {
        let exports = fixture.exports(transport), url = url
        try await exports.imageCache.save(SampleImage.png, for: url)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await exports.images.loadImageData(from: url)
        }
        await #expect(throws: ImageDataError.cancelled) { try await cancelled.value }
        #expect(try await exports.images.loadImageData(from: url) == SampleImage.png, "it is still there")
        #expect(transport.urls == [])
    }
}

/// A cache that reads until it is told what it found.
private final class GatedCache: ImageDataCaching {
    private let reads = AsyncStream<Void>.makeStream()
    private let answers = AsyncStream<Data?>.makeStream()
    private let ends = AsyncStream<Void>.makeStream()

    func waitForRead() async {
        for await _ in reads.stream { return }
    }

    func answer(_ data: Data?) {
        answers.continuation.yield(data)
        answers.continuation.finish()
    }

    func hasEnded() async -> Bool {
        for await _ in ends.stream { return true }
        return false
    }

    func load(for url: URL) async throws(ImageCacheError) -> Data? {
        reads.continuation.yield()
        // Not in the task of the caller: a disk doesn't hear of cancellation.
        let found = await Task.detached { [answers] in
            for await data in answers.stream { return data }
            return nil
        }.value
        ends.continuation.yield()
        return found
    }

    func tenant() async -> CacheTenant { CacheTenant(0) }
    func save(_ data: Data, for url: URL, of tenant: CacheTenant) async throws(ImageCacheError) {}
    func remove(for url: URL) async throws(ImageCacheError) {}
    func removeAll() async throws(ImageCacheError) {}
}
