import FeedAPI
import FeedClient
import FeedTesting
import FoundationEssentials
import KernelTesting
import Locking
import Testing

struct MemoryImageCacheTests {
    private let url = URL(string: "https://example.com/image/1")!

    @Test(.requirement("STORE-28")) func nothingIsInMemoryOnceTheVaultIsLocked() async throws {
        let sut = MemoryImageCache(maximumBytes: 100)
        let url = try #require(URL(string: "http://127.0.0.1:8080/images/1"))
        try await sut.save(Data([1, 2, 3]), for: url)
        await sut.vaultDidLock()
        #expect(try await sut.load(for: url) == nil)
    }

    @Test(.requirement("IMG-20", "IMG-23", "IMG-30", "IMG-31")) func behavesAsACacheHasTo() async throws {
        try await ImageDataCachingConformance { maximumBytes, _ in MemoryImageCache(maximumBytes: maximumBytes) }.run()
    }

    @Test(.requirement("IMG-20")) func whatWasUsedIsTakenFromMemoryNextTime() async throws {
        let device = InMemoryImageCache([url: SampleImage.png])
        let memory = MemoryImageCache(maximumBytes: 1_000)
        let cache = TwoLevelImageCache(memory: memory, device: device)
        #expect(try await cache.load(for: url) == SampleImage.png)
        try await device.remove(for: url)
        #expect(try await cache.load(for: url) == SampleImage.png)
        // Somebody logs out elsewhere.
        try await device.removeAll()
        #expect(try await cache.load(for: url) == nil)
    }

    @Test(.requirement("IMG-22", "IMG-31")) func whatTheDeviceCannotDoIsAnErrorAllTheSame() async throws {
        let failing = InMemoryImageCache(failure: .notSaved(reason: "full"))
        let cache = TwoLevelImageCache(memory: MemoryImageCache(maximumBytes: 1_000), device: failing)
        await #expect(throws: ImageCacheError.notSaved(reason: "full")) {
            try await cache.save(SampleImage.png, for: url)
        }
        #expect(try await cache.load(for: url) == SampleImage.png, "it is in memory")
        await #expect(throws: ImageCacheError.self) { try await cache.removeAll() }
        await #expect(throws: ImageCacheError.self) { try await cache.load(for: url) }
    }
}
