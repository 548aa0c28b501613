import AccountsServiceAPI
import CommentsAPI
import CommentsContract
import CoreModels
import FeedServiceAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import RateLimitingAPI
import SQLStoreAPI
import SessionsServiceAPI

/// Answers `GET` and `POST /image/{id}/comments`, and `DELETE` below it.
struct CommentsRoutes: Sendable {
    let store: CommentStore
    let images: any ImageVisibilityReading
    let accounts: any AccountNaming
    let sessions: any RequestAuthenticating
    /// Bounds what a person writes; nil where there is no bound.
    let quota: (any RateLimiting)?
    let now: @Sendable () -> Date
    let makeID: @Sendable () -> CommentID

    var all: [Route] {
        [
            Route(
                .get, CommentsContract.pattern, bodyLimit: 0, access: .everybodyOrMembers, description: .getComments
            ) { try await list($0) },
            // Room for the longest message with every character escaped.
            Route(
                .post, CommentsContract.pattern, bodyLimit: 32 * 1024, access: .provedSession,
                description: .postComment
            ) { try await post($0) },
            Route(
                .delete, CommentsContract.commentPattern, bodyLimit: 0, access: .session, description: .deleteComment
            ) { try await delete($0) },
        ]
    }

    private func list(_ request: ServerRequest) async throws -> ServerResponse {
        let person = try await sessions.authenticate(request)?.userID
        let image = try await image(of: request, for: person)
        let limit = try request.query.integer(
            "limit", in: CommentsContract.limits, default: CommentsContract.defaultLimit)
        let cursor = try Self.cursor(of: request)
        guard let page = try await store.page(on: image, after: cursor, limit: limit) else {
            throw HTTPProblem.unknownCursor
        }
        let publisher = try await images.author(of: image)
        let usernames = try await accounts.names(of: Set(page.records.map(\.authorID)))
        let items = page.records.map { comment in
            CommentsContract.Item(
                id: comment.id, message: comment.message, createdAt: comment.createdAt,
                author: CommentsContract.Item.Author(username: usernames[comment.authorID] ?? Self.nobody),
                isMine: person.map { $0 == comment.authorID },
                isOfAuthor: comment.authorID == publisher ? true : nil)
        }
        var fields: HTTPFields = [.cacheControl: "private, no-cache", .vary: "Authorization"]
        let next = page.hasMore ? items.last?.id : nil
        // A reference of a query alone holds behind every proxy (RFC 3986,
        // section 5.2.2; RFC 8288).
        if let next { fields[.link] = "<?limit=\(limit)&after_id=\(next)>; rel=\"next\"" }
        return try .json(CommentsContract.List(items: items, next: next), fields: fields)
    }

    private static func cursor(of request: ServerRequest) throws(HTTPProblem) -> CommentID? {
        guard let text = request.query["after_id"] else { return nil }
        guard let cursor = CommentID(text) else { throw .unknownCursor }
        return cursor
    }

    private func post(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireVerifiedSession(request)
        let image = try await image(of: request, for: session.userID)
        let draft = try await request.decodeJSON(CommentsContract.Draft.self)
        guard let message = CommentMessage(draft.message)?.description else { throw HTTPProblem.invalidMessage }
        let record = CommentStore.Record(
            // A repetition finds what was stored before the server was killed.
            id: request.operationID.map { CommentID($0) } ?? makeID(), authorID: session.userID, message: message,
            // The wire has whole seconds; what is stored is what is answered.
            createdAt: Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down)))
        let comment = try await store.add(record, to: image) { [images, quota] writer in
            try session.standing.check(in: writer)
            // Comments go with their picture; one that comes too late isn't kept.
            guard try images.exists(image, in: writer) else { throw HTTPProblem.unknownImage }
            guard let quota else { return }
            let admission = try quota.admit("\(session.userID)", in: writer)
            guard admission.isAllowed else {
                throw HTTPProblem.tooManyComments(of: quota.policy.maxAttempts, wait: admission.reset)
            }
        }
        let item = CommentsContract.Item(
            id: comment.id, message: message, createdAt: comment.createdAt,
            author: CommentsContract.Item.Author(username: try await username(of: session.userID)),
            isMine: true, isOfAuthor: try await images.author(of: image) == session.userID ? true : nil)
        return try .json(item, status: .created)
    }

    /// Whoever said something may take it back, whatever has become of the
    /// picture and of the confirmed address since.
    private func delete(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        guard let image = ImageID(request.pathParameters["id"] ?? ""),
            let comment = CommentID(request.pathParameters["comment"] ?? "")
        else { throw HTTPProblem.unknownComment }
        switch try await store.delete(comment, on: image, in: session) {
        case .deleted: return ServerResponse(status: .noContent)
        case .none: throw HTTPProblem.unknownComment
        case .ofSomebodyElse: throw HTTPProblem.notTheAuthor
        }
    }

    /// The picture that a request is about, which that person may see.
    ///
    /// Whoever has no session is asked for one where nothing is that everybody sees,
    /// and so learns nothing of what is there for others, or was.
    private func image(of request: ServerRequest, for person: UserID?) async throws -> ImageID {
        guard let id = ImageID(request.pathParameters["id"] ?? "") else { throw HTTPProblem.unknownImage }
        guard try await images.audience(of: id)?.includes(person) == true else {
            throw person == nil ? HTTPProblem.authenticationRequired() : .unknownImage
        }
        return id
    }

    private func username(of author: UserID) async throws -> String {
        try await accounts.names(of: [author])[author] ?? Self.nobody
    }

    /// An account that was deleted leaves its comments without a name.
    static let nobody = "—"
}

extension HTTPProblem {
    /// 404: there is no such comment on the picture.
    static let unknownComment = HTTPProblem(
        status: .notFound, code: CommentsContract.Code.commentNotFound.rawValue,
        title: LocalizedText(en: "There is no such comment.", es: "No existe ese comentario."))

    /// 422: the page can't start after a comment that isn't on the picture.
    static let unknownCursor = invalidData([
        FieldProblem(
            pointer: "/after_id", code: "unknown_comment",
            reason: LocalizedText(
                en: "There is no such comment. Load the comments from their start.",
                es: "No existe ese comentario. Carga los comentarios desde el principio."))
    ])

    /// 429: the person has written as much as one may.
    static func tooManyComments(of count: Int, wait: TimeInterval) -> HTTPProblem {
        let minutes = Duration.seconds(wait).minutesToWait
        return tooManyRequests(
            code: CommentsContract.Code.tooManyComments.rawValue, retryAfter: .seconds(wait),
            detail: LocalizedText(
                en: "You may write \(count) comments an hour. You can go on in \(minutes) min.",
                es: "Puedes escribir \(count) comentarios por hora. Podrás seguir en \(minutes) min."))
    }

    /// 403: only who wrote a comment may delete it.
    static let notTheAuthor = HTTPProblem(
        status: .forbidden, code: CommentsContract.Code.notTheAuthor.rawValue,
        title: LocalizedText(en: "Somebody else wrote this comment.", es: "Este comentario lo escribió otra persona."))

    /// 422: the text can't be a comment.
    static let invalidMessage = invalidData([
        FieldProblem(
            pointer: "/message", code: "invalid_message",
            reason: CommentMessage.rule)
    ])
}
