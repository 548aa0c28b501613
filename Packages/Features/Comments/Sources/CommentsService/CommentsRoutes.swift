import AccountsServiceAPI
import CommentsAPI
import CommentsContract
import CoreModels
import FeedServiceAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import SessionsServiceAPI

/// Answers `GET` and `POST /image/{id}/comments`.
struct CommentsRoutes: Sendable {
    let store: CommentStore
    let images: any ImageVisibilityReading
    let accounts: any AccountReading
    let sessions: any RequestAuthenticating
    let now: @Sendable () -> Date
    let makeID: @Sendable () -> CommentID

    var all: [Route] {
        [
            Route(.get, CommentsContract.pattern, bodyLimit: 0) { try await list($0) },
            // Room for the longest message with every character escaped.
            Route(.post, CommentsContract.pattern, bodyLimit: 32 * 1024) { try await post($0) },
        ]
    }

    private func list(_ request: ServerRequest) async throws -> ServerResponse {
        let (image, visibility) = try await image(request)
        if visibility == .members { _ = try await sessions.requireSession(request) }
        let comments = try await store.comments(on: image)
        var usernames: [UserID: String] = [:]
        for author in Set(comments.map(\.authorID)) { usernames[author] = try await username(of: author) }
        let items = comments.map { comment in
            CommentsContract.Item(
                id: comment.id, message: comment.message, createdAt: comment.createdAt,
                author: CommentsContract.Item.Author(username: usernames[comment.authorID] ?? Self.nobody))
        }
        return try .json(
            CommentsContract.List(items: items), fields: [.cacheControl: "private, no-cache", .vary: "Authorization"])
    }

    private func post(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireVerifiedSession(request)
        // Who is logged in may see every picture.
        let (image, _) = try await image(request)
        let draft = try await request.decodeJSON(CommentsContract.Draft.self)
        guard let message = CommentMessage(draft.message)?.description else { throw HTTPProblem.invalidMessage }
        let comment = try await store.add(
            CommentStore.Record(
                // A repetition finds what was stored before the server was killed.
                id: request.operationID.map { CommentID($0) } ?? makeID(), authorID: session.userID, message: message,
                // The wire has whole seconds; what is stored is what is answered.
                createdAt: Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down))),
            to: image)
        let item = CommentsContract.Item(
            id: comment.id, message: message, createdAt: comment.createdAt,
            author: CommentsContract.Item.Author(username: try await username(of: session.userID)))
        return try .json(item, status: .created)
    }

    private func image(_ request: ServerRequest) async throws -> (ImageID, ImageVisibility) {
        guard let id = ImageID(request.pathParameters["id"] ?? ""),
            let visibility = try await images.visibility(of: id)
        else { throw HTTPProblem.unknownImage }
        return (id, visibility)
    }

    private func username(of author: UserID) async throws -> String {
        try await accounts.account(author)?.name ?? Self.nobody
    }

    /// An account that was deleted leaves its comments without a name.
    private static let nobody = "—"
}

extension HTTPProblem {
    /// 404: there is no such picture.
    static let unknownImage = HTTPProblem(
        status: .notFound, code: CommentsContract.Code.imageNotFound.rawValue,
        title: LocalizedText(en: "There is no such picture.", es: "No existe esa imagen."))

    /// 422: the text can't be a comment.
    static let invalidMessage = invalidData([
        FieldProblem(
            pointer: "/message", code: "invalid_message",
            reason: LocalizedText(
                en: "A comment has 1 to \(CommentMessage.maximumLength) characters and no control characters.",
                es: "Un comentario tiene de 1 a \(CommentMessage.maximumLength) caracteres y ninguno de control."))
    ])
}
