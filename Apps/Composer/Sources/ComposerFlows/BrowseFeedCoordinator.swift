public import CoreModels
public import FeedAPI

/// Shows the server's feed and keeps it, or what was kept when the server can't
/// be reached.
///
/// A cache that is empty or expired adds nothing: the person then sees why the
/// server could not be asked (D4).
public struct BrowseFeedCoordinator: FeedLoading {
    /// What the flow needs.
    public struct Dependencies: Sendable {
        /// Loads the feed from the server.
        public let remote: any FeedLoading
        /// Keeps the newest feed on the device.
        public let cache: any FeedCaching

        /// Creates the dependencies.
        public init(remote: any FeedLoading, cache: any FeedCaching) {
            self.remote = remote
            self.cache = cache
        }
    }

    private let dependencies: Dependencies

    /// Creates the flow.
    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// How many pictures are kept at least, however few are looked at: what is
    /// kept is what there is to see without a connection.
    static let keptPictures = 30

    /// Loads a page from the server, else from what was kept.
    public func loadFeed(after cursor: ImageID?, limit: Int) async throws(FeedError) -> LoadedFeed {
        do throws(FeedError) {
            let wanted = cursor == nil ? max(limit, Self.keptPictures) : limit
            let loaded = try await dependencies.remote.loadFeed(after: cursor, limit: wanted)
            await keep(loaded.page, after: cursor)
            return LoadedFeed(page: loaded.page.prefix(limit), source: loaded.source)
        } catch {
            switch error {
            case .connectivity, .invalidData: break
            // What was loaded for somebody isn't shown to whoever can't open
            // their vault.
            case .impossible, .notLoggedIn, .unknownCursor, .cancelled: throw error
            }
            guard let kept = await kept(after: cursor, limit: limit) else { throw error }
            return kept
        }
    }

    /// Keeps the first page in place of what was kept, and each page that
    /// follows it after those before.
    ///
    /// A feed that can't be kept is shown all the same.
    private func keep(_ page: FeedPage, after cursor: ImageID?) async {
        guard let cursor else {
            try? await dependencies.cache.save(page.items)
            return
        }
        guard let before = try? await dependencies.cache.load(), before.images.last?.id == cursor else { return }
        try? await dependencies.cache.save(before.images + page.items)
    }

    private func kept(after cursor: ImageID?, limit: Int) async -> LoadedFeed? {
        guard let feed = try? await dependencies.cache.load(), !feed.images.isEmpty else { return nil }
        var rest = feed.images[...]
        if let cursor {
            guard let position = rest.firstIndex(where: { $0.id == cursor }) else { return nil }
            rest = rest[(position + 1)...]
        }
        let page = FeedPage(items: Array(rest), next: nil).prefix(limit)
        return LoadedFeed(page: page, source: .cache(savedAt: feed.savedAt))
    }
}

extension FeedPage {
    /// The first pictures of a page; the next page starts after them.
    fileprivate func prefix(_ limit: Int) -> FeedPage {
        guard items.count > limit else { return self }
        let images = Array(items.prefix(limit))
        return FeedPage(items: images, next: images.last?.id)
    }
}
