import CoreModels
import FeedAPI
import FeedContract
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes

/// Loads the feed from the server.
struct RemoteFeed: FeedLoading {
    let server: ServerClient

    func loadFeed(after cursor: ImageID?, limit: Int) async throws(FeedError) -> LoadedFeed {
        let limit = min(max(limit, FeedContract.limits.lowerBound), FeedContract.limits.upperBound)
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer =
                if let cursor {
                    try await server.get(
                        FeedContract.feedPath, query: ["limit": "\(limit)", "after_id": "\(cursor)"])
                } else {
                    try await server.get(FeedContract.feedPath, query: ["limit": "\(limit)"])
                }
        } catch {
            throw FeedError(error)
        }
        if answer.status == .unauthorized { throw .notLoggedIn }
        guard answer.status == .ok, let feed = answer.decode(FeedContract.Feed.self) else { throw .invalidData }
        let images = feed.items.map { item in
            FeedImage(
                id: item.id, description: item.description, location: item.location,
                url: item.image.host() == nil ? server.address.url(path: item.image.path()) : item.image)
        }
        // A page that isn't full is the last one.
        let next = images.count < limit ? nil : images.last?.id
        return LoadedFeed(page: FeedPage(items: images, next: next), source: .remote)
    }
}

extension FeedError {
    init(_ error: HTTPTransportError) {
        switch error {
        case .cancelled: self = .cancelled
        case .connectivity, .timedOut, .tls, .insecureAddress: self = .connectivity(error.text)
        case .tooLarge, .invalidResponse, .invalidRequest, .fileSystem: self = .invalidData
        }
    }
}

/// Knows that pictures lie below the server's address.
struct ServerImages: ImageLocating {
    let address: ServerAddress

    func url(of id: ImageID) -> URL {
        address.url(path: FeedContract.imagePath(id))
    }
}
