public import FeedAPI
public import FoundationEssentials
import Locking

/// Answers with one result, and remembers what was loaded.
public final class ImageDataLoadingSpy: ImageDataLoading {
    private let result: Result<Data, ImageDataError>
    private let recorded = Locked<[URL]>([])

    /// Creates a spy.
    public init(_ result: Result<Data, ImageDataError>) {
        self.result = result
    }

    /// The addresses that were loaded, in order.
    public var urls: [URL] { recorded.current }

    /// Answers with the result, after reporting that all has come.
    public func loadImageData(
        from url: URL, priority: ImageDataPriority, progress: (@Sendable (ImageDataProgress) -> Void)?
    ) async throws(ImageDataError) -> Data {
        recorded.withLock { $0.append(url) }
        let data = try result.get()
        progress?(ImageDataProgress(receivedBytes: data.count, totalBytes: data.count))
        return data
    }
}
