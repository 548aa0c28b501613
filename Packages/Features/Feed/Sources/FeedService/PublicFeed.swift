import CoreModels
import FeedAPI
import FeedContract
import FoundationEssentials

/// The feed that everybody sees, for whoever is in the same program.
struct PublicFeed: FeedReading {
    let catalog: ImageCatalog
    let items: FeedItems

    func page(after cursor: ImageID?, limit: Int) async throws -> FeedPage? {
        guard let entries = try await catalog.page(after: cursor, limit: limit + 1, for: nil) else { return nil }
        let images = try await images(Array(entries.prefix(limit)))
        return FeedPage(items: images, next: entries.count > limit ? images.last?.id : nil)
    }

    func newer(than image: ImageID, limit: Int) async throws -> [FeedImage]? {
        guard let entries = try await catalog.page(before: image, limit: limit, for: nil) else { return nil }
        return try await images(entries)
    }

    func image(_ id: ImageID) async throws -> FeedImage? {
        // Whoever has no session learns nothing of what is there for others.
        guard let entry = try await catalog.entry(id, for: nil) else { throw FeedError.notLoggedIn }
        return try await images([entry]).first
    }

    private func images(_ entries: [ImageCatalog.PageEntry]) async throws -> [FeedImage] {
        let origin = ImageAddresses.Origin(host: nil, isSecure: true)
        return try await items.items(entries, for: nil, from: origin).compactMap { item in
            guard let url = URL(string: item.image) else { return nil }
            return FeedImage(
                id: item.id, description: item.description, location: item.location, url: url,
                author: item.author?.username, createdAt: item.createdAt, isPublic: true, width: item.width,
                height: item.height, commentCount: item.commentCount, tint: item.tint)
        }
    }
}
