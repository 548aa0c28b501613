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
        let answer = try await ask(after: cursor, limit: limit)
        switch answer.status {
        case .ok: break
        case .unauthorized: throw .notLoggedIn
        case .unprocessableContent where cursor != nil: throw .unknownCursor
        default: throw .invalidData
        }
        guard let feed = answer.decode(FeedContract.Feed.self) else { throw .invalidData }
        var images: [FeedImage] = []
        for item in feed.items { images.append(try image(item)) }
        // A server that knows no pages always answers with everything: what
        // the reader has seen already is left out.
        if let cursor, let seen = images.firstIndex(where: { $0.id == cursor }) { images.removeFirst(seen + 1) }
        // A page that isn't full is the last one.
        let next = images.count < limit ? nil : images.last?.id
        return LoadedFeed(page: FeedPage(items: images, next: next), source: .remote)
    }

    private func ask(after cursor: ImageID?, limit: Int) async throws(FeedError) -> ServerAnswer {
        do throws(HTTPTransportError) {
            guard let cursor else { return try await server.get(FeedContract.feedPath, query: ["limit": "\(limit)"]) }
            return try await server.get(FeedContract.feedPath, query: ["limit": "\(limit)", "after_id": "\(cursor)"])
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .connectivity, .timedOut, .tls: throw .connectivity(error.text)
            case .tooLarge, .invalidResponse: throw .invalidData
            case .insecureAddress, .credentialsUnavailable, .invalidRequest, .fileSystem:
                throw .impossible(code: error.code, error.text)
            }
        }
    }

    /// - Throws: `invalidData` for an address that no picture can have, such as
    ///   one of a local file.
    private func image(_ item: FeedContract.Item) throws(FeedError) -> FeedImage {
        guard let url = absolute(item.image) else { throw .invalidData }
        return FeedImage(id: item.id, description: item.description, location: item.location, url: url)
    }

    private func absolute(_ url: URL) -> URL? {
        guard let scheme = url.scheme?.lowercased() else {
            let path = url.path(percentEncoded: false)
            return url.host() == nil && path.hasPrefix("/") ? server.address.url(path: path) : nil
        }
        return ["http", "https"].contains(scheme) && url.host()?.isEmpty == false ? url : nil
    }
}
