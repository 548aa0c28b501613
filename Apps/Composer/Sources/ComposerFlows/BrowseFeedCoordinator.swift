import AtomicFiles
public import CommentsAPI
public import CoreModels
public import FeedAPI
import Localization
public import SessionsAPI

/// Shows the server's feed and keeps it, or what was kept when the server can't
/// be reached.
///
/// A cache that is empty or expired adds nothing: the person then sees why the
/// server could not be asked (D4). What the device has already isn't sent again;
/// that it is still the feed of the server is as good as loading it.
public struct BrowseFeedCoordinator: FeedLoading, KeptFeedShowing {
    /// What the flow needs.
    public struct Dependencies: Sendable {
        /// Loads the feed from the server.
        public let remote: any FeedLoading & NewestFeedLoading
        /// Keeps the newest feed on the device.
        public let cache: any FeedCaching
        /// Tells whether the session can be read.
        public let sessions: any SessionStoring
        /// Tells what the person said that waits; nil where nothing can.
        public let waiting: (any WaitingCommentsReading)?

        /// Creates the dependencies.
        public init(
            remote: any FeedLoading & NewestFeedLoading, cache: any FeedCaching, sessions: any SessionStoring,
            waiting: (any WaitingCommentsReading)? = nil
        ) {
            self.remote = remote
            self.cache = cache
            self.sessions = sessions
            self.waiting = waiting
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
        await counting(try await loadOrKept(after: cursor, limit: limit))
    }

    private func loadOrKept(after cursor: ImageID?, limit: Int) async throws(FeedError) -> LoadedFeed {
        do throws(FeedError) {
            guard let cursor else {
                let page = try await newest(max(limit, Self.keptPictures))
                return LoadedFeed(page: page.prefix(limit), source: .remote)
            }
            let tenant = await dependencies.cache.tenant()
            let loaded = try await dependencies.remote.loadFeed(after: cursor, limit: limit)
            await keep(loaded.page, after: cursor, for: tenant)
            return loaded
        } catch {
            switch error {
            case .connectivity, .invalidData: break
            // What was loaded for somebody isn't shown to whoever can't open
            // their vault.
            case .impossible, .notLoggedIn, .unknownCursor, .cancelled: throw error
            }
            guard let kept = await kept(after: cursor, limit: limit, because: error.text) else { throw error }
            return kept
        }
    }

    /// What is kept of the first page, for whoever can open the vault.
    public func keptFeed(limit: Int) async -> LoadedFeed? { await keptFeed(after: nil, limit: limit) }

    /// What is kept of a page, for whoever can open the vault.
    func keptFeed(after cursor: ImageID?, limit: Int) async -> LoadedFeed? {
        if case .unavailable = await dependencies.sessions.load() { return nil }
        guard let kept = await kept(after: cursor, limit: limit) else { return nil }
        return await counting(kept)
    }

    /// What is kept of a picture, for whoever can open the vault.
    func keptImage(_ id: ImageID) async -> FeedImage? {
        if case .unavailable = await dependencies.sessions.load() { return nil }
        return try? await dependencies.cache.load()?.images.first { $0.id == id }
    }

    /// Counts what the person said and what waits as said, as the page of each picture
    /// does; it isn't kept so, since it is posted meanwhile.
    private func counting(_ feed: LoadedFeed) async -> LoadedFeed {
        guard let counts = await dependencies.waiting?.waitingCounts(), !counts.isEmpty else { return feed }
        let images = feed.page.items.map { image in
            var counted = image
            counted.commentCount = image.commentCount.map { $0 + counts[image.id, default: 0] }
            return counted
        }
        return LoadedFeed(page: FeedPage(items: images, next: feed.page.next), source: feed.source)
    }

    /// Loads the first page and keeps it in place of what was kept, or keeps
    /// that and when it was known to be the feed.
    ///
    /// A feed that can't be kept is shown all the same.
    private func newest(_ limit: Int) async throws(FeedError) -> FeedPage {
        let tenant = await dependencies.cache.tenant(), kept = try? await dependencies.cache.load()
        if let newest = try await dependencies.remote.loadNewest(limit: limit, unless: kept?.version) {
            try? await dependencies.cache.save(newest.page.items, as: newest.version, for: tenant)
            return newest.page
        }
        guard let kept else { throw .invalidData }
        try? await dependencies.cache.save(kept.images, as: kept.version, for: tenant)
        // Pages that follow are kept as well; a first page that isn't full is
        // the only one.
        let first = Array(kept.images.prefix(limit))
        return FeedPage(items: first, next: first.count < limit ? nil : first.last?.id)
    }

    /// Keeps a page after those before it.
    private func keep(_ page: FeedPage, after cursor: ImageID, for tenant: CacheTenant) async {
        guard let before = try? await dependencies.cache.load(), before.images.last?.id == cursor else { return }
        try? await dependencies.cache.save(before.images + page.items, as: before.version, for: tenant)
    }

    private func kept(
        after cursor: ImageID?, limit: Int, because obstacle: LocalizedText? = nil
    ) async -> LoadedFeed? {
        guard let feed = try? await dependencies.cache.load(), !feed.images.isEmpty else { return nil }
        var rest = feed.images[...]
        if let cursor {
            guard let position = rest.firstIndex(where: { $0.id == cursor }) else { return nil }
            rest = rest[(position + 1)...]
        }
        let page = FeedPage(items: Array(rest), next: nil).prefix(limit)
        return LoadedFeed(page: page, source: .cache(savedAt: feed.savedAt, because: obstacle))
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
