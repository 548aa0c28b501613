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
            Route(.post, CommentsContract.pattern, bodyLimit: 16 * 1024) { try await post($0) },
        ]
    }

    private func list(_ request: ServerRequest) async throws -> ServerResponse {
        let image = try await visibleImage(request)
        var usernames: [UserID: String] = [:]
        var items: [CommentsContract.Item] = []
        for comment in try await store.comments(on: image) {
            let username = try await username(of: comment.authorID, known: &usernames)
            items.append(
                CommentsContract.Item(
                    id: comment.id, message: comment.message, createdAt: comment.createdAt,
                    author: CommentsContract.Item.Author(username: username)))
        }
        return try .json(
            CommentsContract.List(items: items), fields: [.cacheControl: "private, no-cache", .vary: "Authorization"])
    }

    private func post(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireVerifiedSession(request)
        let image = try await visibleImage(request)
        let draft = try await request.decodeJSON(CommentsContract.Draft.self)
        guard let message = CommentMessage(draft.message)?.description else { throw HTTPProblem.invalidMessage }
        var usernames: [UserID: String] = [:]
        let item = CommentsContract.Item(
            id: makeID(), message: message,
            // The wire has whole seconds; what is stored is what is answered.
            createdAt: Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down)),
            author: CommentsContract.Item.Author(username: try await username(of: session.userID, known: &usernames)))
        try await store.publish(item.id, message: message, on: image, by: session.userID, at: item.createdAt)
        return try .json(item, status: .created)
    }

    /// The picture of the request, if whoever asks may see it.
    private func visibleImage(_ request: ServerRequest) async throws -> ImageID {
        guard let id = ImageID(request.pathParameters["id"] ?? ""),
            let visibility = try await images.visibility(of: id)
        else { throw HTTPProblem.unknownImage }
        if visibility == .members { _ = try await sessions.requireSession(request) }
        return id
    }

    private func username(of author: UserID, known: inout [UserID: String]) async throws -> String {
        if let name = known[author] { return name }
        // An account that was deleted leaves its comments without a name.
        let name = try await accounts.account(author)?.name ?? "—"
        known[author] = name
        return name
    }
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
