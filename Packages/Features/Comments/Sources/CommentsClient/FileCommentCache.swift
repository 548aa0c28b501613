import AtomicFiles
import CommentsAPI
import CoreModels
import FoundationEssentials
import SessionsAPI

/// Keeps comments in one file for each picture, from the oldest comment on and
/// without gaps, so that their pages follow each other as the server's do.
///
/// An actor, since saving reads first.
actor FileCommentCache: CommentCaching, SessionEndObserving {
    private let folder: CacheFolder
    private let now: @Sendable () -> Date

    init(folder: CacheFolder, now: @escaping @Sendable () -> Date) {
        self.folder = folder
        self.now = now
    }

    /// As long as the feed is kept (D4).
    private static let maximumAge: TimeInterval = 7 * 24 * 60 * 60
    private static let maximumPictures = 200
    private static let maximumComments = 500
    /// A strange file must not fill the memory.
    private static let maximumBytes = 8 * 1024 * 1024

    func tenant() -> CacheTenant { folder.tenant }

    func save(_ page: CommentsPage, on image: ImageID, after cursor: CommentID?, for tenant: CacheTenant) {
        let before = read(image)
        var items: [Stored.Item] = []
        if let cursor {
            guard let before, let index = before.items.firstIndex(where: { $0.id == cursor }) else { return }
            items = Array(before.items[...index])
        }
        items += page.items.map(Stored.Item.init)
        var hasMore = page.next != nil
        if hasMore, let before, let index = before.items.firstIndex(where: { $0.id == items.last?.id }) {
            items += before.items[(index + 1)...]
            hasMore = before.hasMore
        }
        let kept = Stored(
            savedAt: now(), hasMore: hasMore || items.count > Self.maximumComments,
            items: Array(items.prefix(Self.maximumComments)))
        guard let data = try? WireCoding.encoder().encode(kept) else { return }
        try? folder.replace(file(image), with: data, for: tenant)
        CacheFolder.touch(file(image).path, at: kept.savedAt)
        removeOldest()
    }

    func page(on image: ImageID, after cursor: CommentID?, limit: Int) -> CommentsPage? {
        guard let kept = read(image) else { return nil }
        var rest = kept.items[...]
        if let cursor {
            guard let index = rest.firstIndex(where: { $0.id == cursor }) else { return nil }
            rest = rest[(index + 1)...]
            // What is behind them is the server's to say.
            if rest.isEmpty, kept.hasMore { return nil }
        }
        let items = rest.prefix(limit).map(\.comment)
        let next = rest.count > limit || kept.hasMore ? items.last?.id : nil
        return CommentsPage(items: items, next: next, savedAt: kept.savedAt)
    }

    func forget(_ image: ImageID) {
        try? file(image).remove()
    }

    func sessionDidEnd(_ end: SessionEnd) {
        try? folder.removeAll()
    }

    private func file(_ image: ImageID) -> AtomicFile { AtomicFile(path: "\(folder.path)/\(image).json") }

    private func read(_ image: ImageID) -> Stored? {
        guard let data = try? file(image).contents(limit: Self.maximumBytes),
            let stored = try? WireCoding.decoder().decode(Stored.self, from: data)
        else { return nil }
        let age = now().timeIntervalSince(stored.savedAt)
        return age > -1 && age < Self.maximumAge ? stored : nil
    }

    /// Removes what is too old to be shown, and what is too much.
    private func removeOldest() {
        try? folder.removeLeftovers(at: now())
        let newestFirst = (try? folder.entries())?.sorted { $0.lastUse > $1.lastUse } ?? []
        for (index, entry) in newestFirst.enumerated()
        where index >= Self.maximumPictures || now().timeIntervalSince(entry.lastUse) >= Self.maximumAge {
            try? AtomicFile(path: entry.path).remove()
        }
    }

    private struct Stored: Codable {
        struct Item: Codable {
            let id: CommentID
            let message: String
            let createdAt: Date
            let username: String
            let isMine: Bool?
            /// Missing in what was kept before.
            let isOfAuthor: Bool?

            init(_ comment: ImageComment) {
                id = comment.id
                message = comment.message
                createdAt = comment.createdAt
                username = comment.username
                isMine = comment.isMine
                isOfAuthor = comment.isOfAuthor
            }

            var comment: ImageComment {
                ImageComment(
                    id: id, message: message, createdAt: createdAt, username: username, isMine: isMine,
                    isOfAuthor: isOfAuthor ?? false)
            }
        }

        let savedAt: Date
        /// Whether the server had others behind them.
        let hasMore: Bool
        let items: [Item]
    }
}
