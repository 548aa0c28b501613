public import CoreModels
public import FeedAPI

/// Knows what a server says of pictures.
public struct FeedImageLoadingStub: FeedImageLoading {
    private let result: Result<[FeedImage], FeedError>

    /// Creates a stub.
    ///
    /// - Parameter result: The pictures that there are, or why none can be had.
    public init(_ result: Result<[FeedImage], FeedError> = .success([])) {
        self.result = result
    }

    /// The picture, if there is one of that identifier.
    public func loadImage(_ id: ImageID) async throws(FeedError) -> FeedImage? {
        try result.get().first { $0.id == id }
    }

    /// The pictures before one, of those that there are.
    public func loadNewer(than id: ImageID, limit: Int) async throws(FeedError) -> [FeedImage]? {
        let images = try result.get()
        return images.firstIndex { $0.id == id }.map { Array(images[..<$0].suffix(limit)) }
    }
}
