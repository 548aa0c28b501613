import CoreModels
import FeedAPI

/// Nothing is kept: what is read is what the server has now.
extension RemoteFeed: FeedReading {
    func page(after cursor: ImageID?, limit: Int) async throws -> FeedPage? {
        do throws(FeedError) {
            // One more tells whether others follow.
            let page = try await loadFeed(after: cursor, limit: limit + 1).page
            let items = Array(page.items.prefix(limit))
            return FeedPage(items: items, next: page.items.count > limit ? items.last?.id : nil)
        } catch .unknownCursor {
            return nil
        }
    }

    func newer(than image: ImageID, limit: Int) async throws -> [FeedImage]? {
        try await loadNewer(than: image, limit: limit)
    }

    func image(_ id: ImageID) async throws -> FeedImage? { try await loadImage(id) }
}
