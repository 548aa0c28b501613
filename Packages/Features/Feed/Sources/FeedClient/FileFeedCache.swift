import AtomicFiles
import CoreModels
import FeedAPI
import FoundationEssentials

/// Keeps the feed in one file, which each save replaces whole.
///
/// A feed can be loaded anew, so that a save need not survive a power cut.
struct FileFeedCache: FeedCaching {
    let file: AtomicFile
    let now: @Sendable () -> Date

    /// How old a feed may be: it is valid while it is younger (D4).
    static let maximumAge: TimeInterval = 7 * 24 * 60 * 60

    func save(_ images: [FeedImage]) async throws(FeedCacheError) {
        let stored = Stored(savedAt: now(), items: images.map(Stored.Item.init))
        do {
            try file.replace(with: WireCoding.encoder().encode(stored), durability: .process)
        } catch {
            throw .notSaved(reason: Self.reason(error))
        }
    }

    func load() async throws(FeedCacheError) -> CachedFeed? {
        guard let stored = try read(), isValid(stored) else { return nil }
        return CachedFeed(images: stored.items.map(\.image), savedAt: stored.savedAt)
    }

    func validate() async throws(FeedCacheError) {
        do throws(FeedCacheError) {
            guard let stored = try read(), !isValid(stored) else { return }
        } catch {
            // What can't be read is of no use to anybody.
        }
        try await removeAll()
    }

    func removeAll() async throws(FeedCacheError) {
        do {
            try file.remove()
        } catch {
            throw .notRemoved(reason: Self.reason(error))
        }
    }

    private func read() throws(FeedCacheError) -> Stored? {
        do {
            guard let data = try file.contents() else { return nil }
            return try WireCoding.decoder().decode(Stored.self, from: data)
        } catch {
            throw .unreadable(reason: Self.reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        (error as? FileError)?.description ?? "it is damaged"
    }

    /// A time that lies in the future says nothing about the age.
    private func isValid(_ stored: Stored) -> Bool {
        let age = now().timeIntervalSince(stored.savedAt)
        return age >= 0 && age < Self.maximumAge
    }

    private struct Stored: Codable {
        struct Item: Codable {
            let id: ImageID
            let description: String?
            let location: String?
            let url: URL

            init(_ image: FeedImage) {
                id = image.id
                description = image.description
                location = image.location
                url = image.url
            }

            var image: FeedImage { FeedImage(id: id, description: description, location: location, url: url) }
        }

        /// Seconds since 1970, with their fraction: the rule of seven days is
        /// exact.
        let savedAtSeconds: Double
        let items: [Item]

        var savedAt: Date { Date(timeIntervalSince1970: savedAtSeconds) }

        init(savedAt: Date, items: [Item]) {
            savedAtSeconds = savedAt.timeIntervalSince1970
            self.items = items
        }
    }
}
