public import CoreModels
public import FeedAPI
import Locking

/// Answers with one result, and remembers what was to be deleted.
public final class ImageDeletingSpy: ImageDeleting {
    private let result: Result<Void, ImageDeletionError>
    private let recorded = Locked<[ImageID]>([])

    /// Creates a spy.
    public init(_ result: Result<Void, ImageDeletionError> = .success(())) {
        self.result = result
    }

    /// What was to be deleted, in order.
    public var images: [ImageID] { recorded.current }

    /// Deletes nothing.
    public func delete(_ image: ImageID) async throws(ImageDeletionError) {
        recorded.withLock { $0.append(image) }
        try result.get()
    }
}
