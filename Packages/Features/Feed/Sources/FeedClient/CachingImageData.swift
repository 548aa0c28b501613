import FeedAPI
import FoundationEssentials

/// Takes pictures from the device, else from the server, and keeps what came.
struct CachingImageData: ImageDataLoading {
    let cache: any ImageDataCaching
    let remote: any ImageDataLoading

    func loadImageData(
        from url: URL, progress: (@Sendable (ImageDataProgress) -> Void)?
    ) async throws(ImageDataError) -> Data {
        // A cache that can't be read or written only costs another download.
        if let cached = try? await cache.load(for: url) { return cached }
        let data = try await remote.loadImageData(from: url, progress: progress)
        try? await cache.save(data, for: url)
        return data
    }
}
