import CoreModels
import FeedAPI
import FeedContract
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes

/// Loads the feed from the server.
struct RemoteFeed: FeedLoading, NewestFeedLoading {
    let server: ServerClient

    func loadFeed(after cursor: ImageID?, limit: Int) async throws(FeedError) -> LoadedFeed {
        let limit = Self.allowed(limit)
        let page = try page(of: try await ask(after: cursor, limit: limit), after: cursor, limit: limit)
        return LoadedFeed(page: page, source: .remote)
    }

    func loadNewest(limit: Int, unless version: FeedVersion?) async throws(FeedError) -> NewestFeed? {
        let limit = Self.allowed(limit)
        // A tag belongs to the address that was asked.
        let known = version.flatMap { $0.limit == limit ? $0.tag : nil }
        let answer = try await ask(after: nil, limit: limit, fields: known.map { [.ifNoneMatch: $0] } ?? [:])
        if known != nil, answer.status == .notModified { return nil }
        let version = answer.fields[.eTag].flatMap { FeedVersion(tag: $0, limit: limit) }
        return NewestFeed(page: try page(of: answer, after: nil, limit: limit), version: version)
    }

    private static func allowed(_ limit: Int) -> Int {
        min(max(limit, FeedContract.limits.lowerBound), FeedContract.limits.upperBound)
    }

    private func page(of answer: ServerAnswer, after cursor: ImageID?, limit: Int) throws(FeedError) -> FeedPage {
        switch answer.status {
        case .ok: break
        case .unauthorized: throw .notLoggedIn
        case .unprocessableContent where cursor != nil: throw .unknownCursor
        default: throw .invalidData
        }
        guard let feed = try? FeedContract.Feed(decoding: answer.body) else { throw .invalidData }
        var images: [FeedImage] = []
        for item in feed.items { images.append(try image(item)) }
        // A server that knows no pages always answers with everything: what
        // the reader has seen already is left out.
        if let cursor, let seen = images.firstIndex(where: { $0.id == cursor }) { images.removeFirst(seen + 1) }
        // A page that isn't full is the last one.
        let next = images.count < limit ? nil : images.last?.id
        return FeedPage(items: images, next: next)
    }

    private func ask(
        after cursor: ImageID?, limit: Int, fields: HTTPFields = [:]
    ) async throws(FeedError) -> ServerAnswer {
        do throws(HTTPTransportError) {
            guard let cursor else {
                return try await server.get(FeedContract.feedPath, query: ["limit": "\(limit)"], fields: fields)
            }
            return try await server.get(FeedContract.feedPath, query: ["limit": "\(limit)", "after_id": "\(cursor)"])
        } catch {
            throw error.mapped(
                cancelled: FeedError.cancelled, unreachable: FeedError.connectivity, unintelligible: .invalidData,
                impossible: FeedError.impossible)
        }
    }

    /// - Throws: `invalidData` for an address that no picture can have, such as
    ///   one of a local file.
    private func image(_ item: FeedContract.Item) throws(FeedError) -> FeedImage {
        guard let url = URL(string: item.image).flatMap(absolute) else { throw .invalidData }
        return FeedImage(
            id: item.id, description: item.description, location: item.location, url: url,
            isHidden: item.isHidden ?? false)
    }

    private func absolute(_ url: URL) -> URL? {
        guard let scheme = url.scheme?.lowercased() else {
            let path = url.path(percentEncoded: false)
            return url.host() == nil && path.hasPrefix("/") ? server.address.url(path: path) : nil
        }
        return ["http", "https"].contains(scheme) && url.host()?.isEmpty == false ? url : nil
    }
}
