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

/// Answers when it is told to, and shows what is kept until then.
final class SlowFeed: FeedLoading, KeptFeedShowing {
    private let kept: LoadedFeed?
    private let gate = AsyncStream<Result<LoadedFeed, FeedError>>.makeStream()

    init(kept: LoadedFeed?) {
        self.kept = kept
    }

    func answer(_ result: Result<LoadedFeed, FeedError>) {
        gate.continuation.yield(result)
    }

    func loadFeed(after cursor: ImageID?, limit: Int) async throws(FeedError) -> LoadedFeed {
        for await result in gate.stream { return try result.get() }
        throw .cancelled
    }

    func keptFeed(limit: Int) async -> LoadedFeed? { kept }
}

/// Knows one host.
struct LocationsStub: ImageLocating {
    func url(of id: ImageID) -> URL { URL(string: "https://example.com/image/\(id)")! }
    func url(_ image: URL, forWidth pixels: Int) -> URL { URL(string: "\(image)?w=\(pixels)")! }
}
