import CoreModels
import CryptographyAPI
import FeedContract
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import SQLStoreAPI

/// The pages of the feed as they are answered: read and encoded once for as long
/// as nothing is committed.
struct FeedPages: Sendable {
    /// What a page depends on, beside the database.
    struct Query: Hashable, Sendable {
        let cursor: ImageID?
        let limit: Int
        /// Who asks, since people see their own hidden pictures; nil for
        /// somebody without a session.
        var person: UserID?
        let origin: ImageAddresses.Origin
    }

    private static let capacity = 128
    /// How large a page may be that is kept, in bytes, so that all take eight
    /// megabytes at most; one of ten pictures has five thousand.
    private static let largest = 65_536

    private let catalog: ImageCatalog
    private let hashing: any Hashing
    private let items: FeedItems
    private let pages: CommittedCache<Query, StandingResponse>

    init(catalog: ImageCatalog, hashing: any Hashing, items: FeedItems) {
        self.catalog = catalog
        self.hashing = hashing
        self.items = items
        pages = CommittedCache(of: catalog.database, capacity: Self.capacity)
    }

    /// A page, if it is kept.
    func kept(_ query: Query) -> ServerResponse? {
        pages.value(for: query, at: catalog.database.changeMark)?.response
    }

    /// A page; nil if its cursor is none, as ``ImageCatalog/page(after:limit:for:)``
    /// says.
    func page(_ query: Query) async throws -> ServerResponse? {
        let mark = catalog.database.changeMark
        if let page = pages.value(for: query, at: mark) { return page.response }
        guard let entries = try await catalog.page(after: query.cursor, limit: query.limit, for: query.person) else {
            return nil
        }
        let items = try await items.items(entries, for: query.person, from: query.origin)
        let body = FeedContract.Feed(items: items).encoded, answer = try answer(with: body)
        if body.count <= Self.largest { pages.keep(StandingResponse(answer), for: query, at: mark) }
        return answer
    }

    private func answer(with body: Data) throws -> ServerResponse {
        // What is answered depends on who asks, so no shared cache may keep it.
        // The tag is a strong one (RFC 9110, section 8.8.3).
        let tag = "\"\(try hashing.sha256(body).hexadecimal)\""
        return .bytes(
            body, type: .json,
            fields: [.cacheControl: "private, no-cache", .vary: "Authorization", .eTag: tag])
    }
}
