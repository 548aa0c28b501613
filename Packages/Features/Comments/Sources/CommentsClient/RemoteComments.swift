import CommentsAPI
import CommentsContract
import CoreModels
import HTTPTransportAPI
import HTTPTypes
import Localization
import OfflineQueueAPI
import Presenting
import SecureStorageAPI
import SessionsAPI

/// Loads comments from the server, posts them to it and deletes them.
struct RemoteComments: CommentsLoading, CommentsReading, CommentPosting, CommentDeleting {
    let server: ServerClient
    /// Asks the server in one person's name and in nobody else's.
    let serverOf: (@Sendable (UserID) -> ServerClient)?
    /// Tells who posts.
    let sessions: (any SessionStoring)?
    /// Keeps a comment that can't be sent; nil where there is no queue.
    let queue: (any RequestQueueing)?
    /// Those that were posted while nobody saw it.
    let unseen: UnseenComments
    let makeID: @Sendable () -> QueuedRequestID

    func loadComments(
        on image: ImageID, after cursor: CommentID?, limit: Int
    ) async throws(CommentsError) -> CommentsPage {
        let limit = min(max(limit, CommentsContract.limits.lowerBound), CommentsContract.limits.upperBound)
        let answer = try await ask { server throws(HTTPTransportError) in
            guard let cursor else {
                return try await server.get(CommentsContract.path(image), query: ["limit": "\(limit)"])
            }
            return try await server.get(
                CommentsContract.path(image), query: ["limit": "\(limit)", "after_id": "\(cursor)"])
        }
        guard answer.status.isSuccess, let list = answer.decode(CommentsContract.List.self) else {
            let error = CommentsError(answer)
            if cursor != nil, case .refused = error { throw .unknownCursor }
            throw error
        }
        var items = list.items.map(ImageComment.init)
        // A server that knows no pages always answers with everything: what the
        // reader has seen already is left out.
        if let cursor, let seen = items.firstIndex(where: { $0.id == cursor }) { items.removeFirst(seen + 1) }
        return CommentsPage(items: items, next: list.next == nil ? nil : items.last?.id)
    }

    func comments(on image: ImageID, after cursor: CommentID?, limit: Int) async throws -> CommentsPage? {
        do throws(CommentsError) {
            return try await loadComments(on: image, after: cursor, limit: limit)
        } catch .imageNotFound, .unknownCursor {
            return nil
        }
    }

    func post(_ message: CommentMessage, on image: ImageID) async throws(CommentsError) -> ImageComment {
        // A session that turns out to be over is gone afterwards.
        let author = await author(),
            comment = author.map { WaitingComment(author: $0, image: image, message: message) }
        guard let author, let queue, let comment, let payload = try? SecretCoding.encode(comment) else {
            return try await submit(message, on: image, of: author, as: makeID())
        }
        let (id, waits) = await name(of: comment, in: queue)
        func request(wantsNotice: Bool, retryAfter: Duration?) -> QueuedRequest {
            QueuedRequest(
                id: id, kind: .comment, subject: "\(image)", owner: author, payload: payload,
                wantsNotice: wantsNotice, retryAfter: retryAfter)
        }
        // Whatever ends the program meanwhile, the person hears when it is posted.
        let outcome = await queue.sending(request(wantsNotice: true, retryAfter: nil)) {
            () async -> (value: Result<ImageComment, CommentsError>, waits: Bool) in
            do throws(CommentsError) {
                return (.success(try await submit(message, on: image, of: author, as: id)), false)
            } catch {
                let error = await keep(request, in: queue, after: error, again: waits)
                // Nobody refused what was called off: it waits as if the program had ended.
                return (.failure(error), error.isWaiting || error == .cancelled)
            }
        }
        return try outcome.get()
    }

    /// The name of a comment, and whether it waits already.
    ///
    /// One that says the same and whose end nobody saw is the same one: it waits for a
    /// connection, is on its way, or the program ended as it was sent. Whoever sends it from
    /// two windows, or again since nothing shows it, says it once; who says it again when it
    /// is posted says it twice.
    private func name(of comment: WaitingComment, in queue: any RequestQueueing) async -> (QueuedRequestID, Bool) {
        if let name = unseen.take(comment) { return (name, false) }
        let waiting = (try? await queue.requests(.comment)) ?? []
        let same = waiting.first { (try? SecretCoding.decode(WaitingComment.self, from: $0.payload)) == comment }
        return same.map { ($0.id, true) } ?? (makeID(), false)
    }

    func delete(_ comment: CommentID, on image: ImageID) async throws(CommentsError) {
        let answer = try await ask { server throws(HTTPTransportError) in
            try await server.delete(CommentsContract.path(comment, on: image))
        }
        guard answer.status == .noContent else { throw CommentsError(answer) }
    }

    /// The person who is logged in.
    func author() async -> UserID? {
        guard case .present(let session)? = await sessions?.load() else { return nil }
        return session.user.id
    }

    /// Sends a comment, with a key that makes repeating it harmless.
    ///
    /// - Parameter author: In whose name and nobody else's, also if somebody
    ///   else logs in meanwhile; nil for whoever is logged in.
    func submit(
        _ message: CommentMessage, on image: ImageID, of author: UserID?, as id: QueuedRequestID
    ) async throws(CommentsError) -> ImageComment {
        let draft = CommentsContract.Draft(message: message.description)
        let own = author.flatMap { author in serverOf?(author) } ?? server
        let answer = try await ask { _ throws(HTTPTransportError) in
            try await own.post(
                CommentsContract.path(image), json: draft, fields: [.idempotencyKey: id.description])
        }
        guard answer.status == .created, let item = answer.decode(CommentsContract.Item.self) else {
            throw CommentsError(answer)
        }
        return ImageComment(item)
    }

    private func keep(
        _ request: (_ wantsNotice: Bool, _ retryAfter: Duration?) -> QueuedRequest, in queue: any RequestQueueing,
        after error: CommentsError, again: Bool
    ) async -> CommentsError {
        switch error {
        case .connectivity(let obstacle), .busy(let obstacle, _):
            let patience: Duration? = if case .busy(_, let patience) = error { patience } else { nil }
            switch await queue.keep(request(false, patience), because: obstacle) {
            case .kept(let text): return .waiting(again ? text + Self.saidOnce : text)
            case .lost(let text): return .connectivity(text)
            }
        case .notLoggedIn:
            guard case .kept = await queue.keep(request(true, nil), because: error.text) else { return error }
            return .interrupted(Self.sessionOver)
        case .tooMany(let patience):
            guard case .kept(let text) = await queue.keep(request(true, patience), because: error.text) else {
                return error
            }
            return .postponed(text)
        case .emailNotVerified:
            guard case .kept = await queue.keep(request(true, nil), because: error.text) else { return error }
            return .kept(error, error.text + Self.untilProved)
        default:
            guard let fault = error.fault else { return error }
            switch await queue.keep(request(false, nil), because: fault) {
            case .kept(let text): return .kept(error, again ? text + Self.saidOnce : text)
            case .lost(let text): if case .server = error { return .server(text) } else { return error }
            }
        }
    }

    private static let saidOnce = LocalizedText(
        en: "The same words wait already and are posted once; to say them twice, send them again when they are posted.",
        es: "Las mismas palabras ya esperaban y se publican una vez; para decirlas dos veces, envíalas de nuevo cuando "
            + "estén publicadas.")
    private static let untilProved = LocalizedText(
        en: "Your comment waits on this device, sealed, and is posted once that is done, within 24 h.",
        es: "Tu comentario espera en este dispositivo, sellado, y se publica cuando lo hagas, en 24 h.")
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
        if let fault = answer.fault {
            self = .server(fault)
            return
        }
        let problem = answer.problem
        switch (answer.status, problem.code.flatMap(CommentsContract.Code.init)) {
        case (_, .imageNotFound): self = .imageNotFound
        case (_, .commentNotFound): self = .commentNotFound
        case (_, .notTheAuthor): self = .notTheAuthor
        case (_, .emailNotVerified): self = .emailNotVerified
        case (_, .tooManyComments): self = .tooMany(retryAfter: answer.retryAfter)
        case (_, .invalidData):
            // The server explains in the language that was asked for.
            let reason = [problem.errors?.first?.reason, problem.detail, problem.title].compactMap(\.self)
                .first { !$0.isEmpty }
            self = .refused(reason.map { LocalizedText(verbatim: $0) } ?? Self.refusedWithoutReason)
        // The server knows no such path.
        case (.notFound, nil) where problem.code != nil: self = .noComments
        default: self = Self(withoutAnswerIn: answer) ?? .invalidData
        }
    }

    private static let refusedWithoutReason = LocalizedText(
        en: "The server refuses this, and doesn't say why.", es: "El servidor lo rechaza y no dice por qué.")

    /// What is in the way of a comment about which the server said nothing; nil if it did.
    fileprivate var fault: LocalizedText? {
        switch self {
        case .server(let text): text
        case .invalidData:
            LocalizedText(
                en: "The server's answer can't be understood.", es: "No se entiende la respuesta del servidor.")
        // Whoever is logged in now isn't who wrote it.
        case .impossible(let obstacle) where obstacle.code == "not_logged_in": nil
        case .impossible(let obstacle) where !obstacle.isFinal: obstacle.text
        default: nil
        }
    }

    /// What keeps the answer from saying anything about what was asked.
    private init?(withoutAnswerIn answer: ServerAnswer) {
        switch (answer.refusal, answer.obstacle) {
        case (.session, _): self = .notLoggedIn
        case (.proof(let code, let text), _): self = .impossible(Obstacle(code: code, text))
        case (.route(let obstacle), _): self = .impossible(obstacle)
        case (_, let obstacle?):
            self =
                obstacle.cause == .busy
                ? .busy(obstacle.text, retryAfter: obstacle.retryAfter) : .connectivity(obstacle.text)
        case (_, nil): return nil
        }
    }
}

extension ImageComment {
    init(_ item: CommentsContract.Item) {
        self.init(
            id: item.id, message: item.message, createdAt: item.createdAt, username: item.author.username,
            isMine: item.isMine, isOfAuthor: item.isOfAuthor ?? false)
    }
}
