import CommentsAPI
import CommentsContract
import CoreModels
import HTTPTransportAPI
import HTTPTypes
import Localization
import OfflineQueueAPI
import SecureStorageAPI
import SessionsAPI

/// Loads comments from the server, posts them to it and deletes them.
struct RemoteComments: CommentsLoading, CommentPosting, CommentDeleting {
    let server: ServerClient
    /// Tells who posts.
    let sessions: (any SessionStoring)?
    /// Keeps a comment that can't be sent; nil where there is no queue.
    let queue: (any RequestQueueing)?
    let makeID: @Sendable () -> QueuedRequestID

    func loadComments(on image: ImageID) async throws(CommentsError) -> [ImageComment] {
        let answer = try await ask { server throws(HTTPTransportError) in
            try await server.get(CommentsContract.path(image))
        }
        guard answer.status.isSuccess, let list = answer.decode(CommentsContract.List.self) else {
            throw CommentsError(answer)
        }
        return list.items.map(ImageComment.init)
    }

    func post(_ message: CommentMessage, on image: ImageID) async throws(CommentsError) -> ImageComment {
        let id = makeID()
        // A session that turns out to be over is gone afterwards.
        let author = await author()
        do throws(CommentsError) {
            return try await submit(message, on: image, as: id)
        } catch {
            guard let author else { throw error }
            throw await keep(WaitingComment(author: author, image: image, message: message), as: id, after: error)
        }
    }

    func delete(_ comment: CommentID, on image: ImageID) async throws(CommentsError) {
        let answer = try await ask { server throws(HTTPTransportError) in
            try await server.delete(CommentsContract.path(comment, on: image))
        }
        guard answer.status.isSuccess else { throw CommentsError(answer) }
    }

    /// The person who is logged in.
    func author() async -> UserID? {
        guard case .present(let session)? = await sessions?.load() else { return nil }
        return session.user.id
    }

    /// Sends a comment, with a key that makes repeating it harmless.
    func submit(
        _ message: CommentMessage, on image: ImageID, as id: QueuedRequestID
    ) async throws(CommentsError) -> ImageComment {
        let draft = CommentsContract.Draft(message: message.description)
        let answer = try await ask { server throws(HTTPTransportError) in
            try await server.post(
                CommentsContract.path(image), json: draft, fields: [.idempotencyKey: id.description])
        }
        guard answer.status == .created, let item = answer.decode(CommentsContract.Item.self) else {
            throw CommentsError(answer)
        }
        return ImageComment(item)
    }

    private func keep(
        _ comment: WaitingComment, as id: QueuedRequestID, after error: CommentsError
    ) async -> CommentsError {
        guard let queue, let payload = try? SecretCoding.encode(comment) else { return error }
        func request(wantsNotice: Bool) -> QueuedRequest {
            QueuedRequest(
                id: id, kind: .comment, subject: "\(comment.image)", payload: payload, wantsNotice: wantsNotice)
        }
        switch error {
        case .connectivity(let obstacle):
            switch await queue.keep(request(wantsNotice: false), because: obstacle) {
            case .kept(let text): return .waiting(text)
            case .lost(let text): return .connectivity(text)
            }
        case .notLoggedIn:
            guard case .kept = await queue.keep(request(wantsNotice: true), because: error.text) else { return error }
            return .interrupted(Self.sessionOver)
        default: return error
        }
    }

    private static let sessionOver = LocalizedText(
        en: "Your session is over. Your comment waits on this device, sealed, and is posted when you log in again.",
        es: "Tu sesión ha terminado. Tu comentario espera en este dispositivo, sellado, y se publica cuando vuelvas a "
            + "iniciar sesión.")

    private func ask(
        _ request: (ServerClient) async throws(HTTPTransportError) -> ServerAnswer
    ) async throws(CommentsError) -> ServerAnswer {
        do throws(HTTPTransportError) {
            return try await request(server)
        } catch {
            throw error.mapped(
                cancelled: CommentsError.cancelled, unreachable: CommentsError.connectivity,
                unintelligible: .invalidData, impossible: CommentsError.impossible)
        }
    }
}

extension CommentsError {
    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer) {
        let problem = answer.problem
        switch (answer.status, problem.code.flatMap(CommentsContract.Code.init)) {
        case (.unauthorized, _): self = .notLoggedIn
        case (_, .imageNotFound): self = .imageNotFound
        case (_, .commentNotFound): self = .commentNotFound
        case (_, .notTheAuthor): self = .notTheAuthor
        case (_, .emailNotVerified): self = .emailNotVerified
        case (_, .invalidData):
            // The server explains in the language that was asked for.
            let reason = problem.errors?.first?.reason ?? problem.detail ?? problem.title
            self = reason.map { .refused(LocalizedText(verbatim: $0)) } ?? .invalidData
        default: self = .invalidData
        }
    }
}

extension ImageComment {
    init(_ item: CommentsContract.Item) {
        self.init(id: item.id, message: item.message, createdAt: item.createdAt, username: item.author.username)
    }
}
