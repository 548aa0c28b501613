import CoreModels
import FeedAPI
import FeedContract
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Presenting

/// Loads the feed from the server, and what is said of one picture.
struct RemoteFeed: FeedLoading, NewestFeedLoading, FeedImageLoading {
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

    func loadImage(_ id: ImageID) async throws(FeedError) -> FeedImage? {
        let answer = try await ask(FeedContract.itemPath(id))
        switch answer.status {
        case .ok:
            guard let item = answer.decode(FeedContract.Item.self), let image = FeedImage(item, from: server.address)
            else { throw .invalidData }
            return image
        case .notFound, .methodNotAllowed: return nil
        default: throw FeedError(withoutAnswerIn: answer)
        }
    }

    func loadNewer(than id: ImageID, limit: Int) async throws(FeedError) -> [FeedImage]? {
        let answer = try await ask(FeedContract.newerPath(id), ["limit": "\(Self.allowed(limit))"])
        return [.notFound, .methodNotAllowed].contains(answer.status) ? nil : try images(of: answer)
    }

    private static func allowed(_ limit: Int) -> Int {
        min(max(limit, FeedContract.limits.lowerBound), FeedContract.limits.upperBound)
    }

    private func page(of answer: ServerAnswer, after cursor: ImageID?, limit: Int) throws(FeedError) -> FeedPage {
        switch answer.status {
        case .ok: break
        case .unprocessableContent where cursor != nil: throw .unknownCursor
        default: throw FeedError(withoutAnswerIn: answer)
        }
        var images = try images(of: answer)
        // A server that knows no pages always answers with everything: what
        // the reader has seen already is left out.
        if let cursor, let seen = images.firstIndex(where: { $0.id == cursor }) { images.removeFirst(seen + 1) }
        // A page that isn't full is the last one.
        let next = images.count < limit ? nil : images.last?.id
        return FeedPage(items: images, next: next)
    }

    private func images(of answer: ServerAnswer) throws(FeedError) -> [FeedImage] {
        guard answer.status == .ok, let feed = try? FeedContract.Feed(decoding: answer.body) else {
            throw FeedError(withoutAnswerIn: answer)
        }
        var images: [FeedImage] = []
        for item in feed.items {
            guard let image = FeedImage(item, from: server.address) else { throw .invalidData }
            images.append(image)
        }
        return images
    }

    private func ask(
        after cursor: ImageID?, limit: Int, fields: HTTPFields = [:]
    ) async throws(FeedError) -> ServerAnswer {
        guard let cursor else { return try await ask(FeedContract.feedPath, ["limit": "\(limit)"], fields) }
        return try await ask(FeedContract.feedPath, ["limit": "\(limit)", "after_id": "\(cursor)"], fields)
    }

    private func ask(
        _ path: String, _ query: KeyValuePairs<String, String> = [:], _ fields: HTTPFields = [:]
    ) async throws(FeedError) -> ServerAnswer {
        do throws(HTTPTransportError) {
            return try await server.get(path, query: query, fields: fields)
        } catch {
            throw error.mapped(
                cancelled: FeedError.cancelled, unreachable: FeedError.connectivity, unintelligible: .invalidData,
                impossible: FeedError.impossible)
        }
    }

}

extension FeedImage {
    /// What a server says of a picture; nil for an address that no picture can
    /// have, such as one of a local file.
    init?(_ item: FeedContract.Item, from server: ServerAddress) {
        guard let url = URL(string: item.image).flatMap({ Self.absolute($0, on: server) }) else { return nil }
        self.init(
            id: item.id, description: item.description, location: item.location, url: url,
            isHidden: item.isHidden ?? false, author: item.author?.username, createdAt: item.createdAt,
            isMine: item.isMine, isPublic: item.visibility.map { $0 == "public" },
            width: item.width, height: item.height, commentCount: item.commentCount, tint: item.tint)
    }

    private static func absolute(_ url: URL, on server: ServerAddress) -> URL? {
        guard let scheme = url.scheme?.lowercased() else {
            let path = url.path(percentEncoded: false)
            return url.host() == nil && path.hasPrefix("/") ? server.url(path: path) : nil
        }
        return ["http", "https"].contains(scheme) && url.host()?.isEmpty == false ? url : nil
    }
}

extension FeedError {
    /// What an answer without a feed means.
    fileprivate init(withoutAnswerIn answer: ServerAnswer) {
        switch (answer.refusal, answer.obstacle) {
        case (.session, _): self = .notLoggedIn
        case (.proof(let code, let text), _): self = .impossible(Obstacle(code: code, text))
        case (.route(let obstacle), _): self = .impossible(obstacle)
        case (_, let obstacle?): self = .connectivity(obstacle.text)
        case (_, nil): self = .invalidData
        }
    }
}
