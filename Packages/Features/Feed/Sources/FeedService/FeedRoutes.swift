import CoreModels
import FeedContract
import FeedServiceAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import SessionsServiceAPI

/// Answers `GET /feed`, `GET /feed/{id}` and `GET /image/{id}`.
struct FeedRoutes: Sendable {
    let catalog: ImageCatalog
    let pages: FeedPages
    let files: ImageFiles
    let missing: MissingSizes
    let sessions: any RequestAuthenticating
    let items: FeedItems

    var all: [Route] {
        [
            Route(
                .get, FeedContract.feedPath, bodyLimit: 0, access: .everybodyOrSession, description: .getFeed,
                atOnce: { keptFeed($0) }, handler: { try await feed($0) }),
            Route(
                .get, FeedContract.itemPattern, bodyLimit: 0, access: .everybodyOrMembers, description: .getFeedItem
            ) { try await item($0) },
            Route(
                .get, FeedContract.newerPattern, bodyLimit: 0, access: .everybodyOrSession,
                description: .getNewerFeedItems
            ) { try await newer($0) },
            Route(
                .get, FeedContract.imagePattern, bodyLimit: 0, access: .everybodyOrMembers, description: .getImage
            ) { try await image($0) },
        ]
    }

    private func feed(_ request: ServerRequest) async throws -> ServerResponse {
        var query = try query(of: request)
        query.person = try await sessions.authenticate(request)?.userID
        guard let page = try await pages.page(query) else { throw HTTPProblem.unknownCursor }
        return page
    }

    /// The page for somebody who shows no credentials, if it is kept.
    private func keptFeed(_ request: ServerRequest) -> ServerResponse? {
        guard request.fields[.authorization] == nil, let query = try? query(of: request) else { return nil }
        return pages.kept(query)
    }

    private func query(of request: ServerRequest) throws(HTTPProblem) -> FeedPages.Query {
        let limit = try request.query.integer(
            "limit", in: FeedContract.limits, default: FeedContract.defaultLimit)
        return FeedPages.Query(
            cursor: try Self.cursor(of: request), limit: limit, origin: items.addresses.origin(of: request))
    }

    private func item(_ request: ServerRequest) async throws -> ServerResponse {
        let (id, _, person) = try await image(of: request)
        guard let entry = try await catalog.entry(id, for: person),
            let item = try await items.items([entry], for: person, from: items.addresses.origin(of: request)).first
        else { throw HTTPProblem.unknownImage }
        return try .json(item, fields: [.cacheControl: "private, no-cache", .vary: "Authorization"])
    }

    private func newer(_ request: ServerRequest) async throws -> ServerResponse {
        let limit = try request.query.integer("limit", in: FeedContract.limits, default: FeedContract.defaultLimit)
        let person = try await sessions.authenticate(request)?.userID
        guard let id = ImageID(request.pathParameters["id"] ?? ""),
            let entries = try await catalog.page(before: id, limit: limit, for: person)
        else { throw HTTPProblem.unknownImage }
        let shown = try await items.items(entries, for: person, from: items.addresses.origin(of: request))
        return .bytes(
            FeedContract.Feed(items: shown).encoded, type: .json,
            fields: [.cacheControl: "private, no-cache", .vary: "Authorization"])
    }

    /// The picture that a request is about, for who may see it, and who that is.
    ///
    /// Whoever has no session is asked for one where nothing is that everybody sees,
    /// and so learns nothing of what is there for others, or was.
    private func image(of request: ServerRequest) async throws -> (ImageID, ImageRecord, UserID?) {
        let person = try await sessions.authenticate(request)?.userID
        guard let id = ImageID(request.pathParameters["id"] ?? "") else { throw HTTPProblem.unknownImage }
        guard let record = try await catalog.record(of: id), record.audience.includes(person) else {
            throw person == nil ? HTTPProblem.authenticationRequired() : .unknownImage
        }
        return (id, record, person)
    }

    private func image(_ request: ServerRequest) async throws -> ServerResponse {
        let (id, record, _) = try await image(of: request)
        var copy = record.whole, isComplete = true
        if request.query[FeedContract.widthParameter] != nil {
            let width = try request.query.integer(
                FeedContract.widthParameter, in: FeedContract.requestedWidths, default: 1)
            isComplete = await missing.make(for: record)
            // Making them takes a while, in which the picture may be deleted.
            guard let smaller = try await catalog.copy(of: id, atLeast: width) else { throw HTTPProblem.unknownImage }
            copy = smaller
        }
        let tag = "\"\(copy.digest)\""
        // Who has the picture already is told so, whatever became of the file.
        let isKept = request.fields[.ifNoneMatch] == tag
        if !isKept { try await files.require(copy.digest) }
        var response = ServerResponse(
            body: isKept ? .none : .file(path: files.path(of: copy.digest)), allowsRanges: true)
        response.fields = [
            .contentType: copy.format.rawValue,
            .eTag: tag,
            .cacheControl: isComplete ? Self.caching(record.audience) : "private, no-cache",
        ]
        return response
    }

    /// The file's name is the digest of its content: it can never change, but it can
    /// be hidden or deleted.
    ///
    /// A browser asks again after ten minutes, and is told in few bytes that it has
    /// the picture; a cache that several share after five, so that what is gone is
    /// soon shown to nobody (RFC 9111, section 5.2.2.10).
    private static func caching(_ audience: ImageAudience) -> String {
        switch audience {
        case .everyone: "public, max-age=600, s-maxage=300"
        case .members, .author: "private, max-age=600"
        }
    }

    private static func cursor(of request: ServerRequest) throws(HTTPProblem) -> ImageID? {
        guard let text = request.query["after_id"] else { return nil }
        guard let cursor = ImageID(text) else { throw .unknownCursor }
        return cursor
    }
}

extension HTTPProblem {
    /// 422: the page can't start after a picture that isn't in the feed.
    static let unknownCursor = invalidData([
        FieldProblem(
            pointer: "/after_id", code: "unknown_image",
            reason: LocalizedText(
                en: "There is no such picture. Load the feed from its start.",
                es: "No existe esa imagen. Carga las novedades desde el principio."))
    ])
}
