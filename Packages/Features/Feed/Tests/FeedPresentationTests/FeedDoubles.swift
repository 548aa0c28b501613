import CoreModels
import FeedAPI
import FoundationEssentials
import Locking

/// Has a first page; any other takes until nobody wants it any more.
final class PatientFeed: FeedLoading {
    let cancelled = Locked<[ImageID]>([])
    private let first: LoadedFeed
    private let never = AsyncStream<Void>.makeStream()

    init(first: LoadedFeed) {
        self.first = first
    }

    func loadFeed(after cursor: ImageID?, limit: Int) async throws(FeedError) -> LoadedFeed {
        guard let cursor else { return first }
        for await _ in never.stream {}
        cancelled.withLock { $0.append(cursor) }
        throw .cancelled
    }
}

/// Knows one host.
struct LocationsStub: ImageLocating {
    func url(of id: ImageID) -> URL { URL(string: "https://example.com/image/\(id)")! }
    func url(_ image: URL, forWidth pixels: Int) -> URL { URL(string: "\(image)?w=\(pixels)")! }
}
