import CommentsAPI
import CoreModels
import FoundationEssentials
import Localization
import Locking
import OfflineQueueAPI
import Presenting
import SecureStorageAPI

/// A comment that waits.
struct WaitingComment: Codable, Hashable {
    /// In whose name it is posted, and in nobody else's.
    let author: UserID
    let image: ImageID
    let message: String

    init(author: UserID, image: ImageID, message: CommentMessage) {
        self.author = author
        self.image = image
        self.message = message.description
    }
}

/// Posts comments when there is a connection, and a session of their author,
/// again.
struct QueuedComments: QueuedRequestHandling {
    let kind = QueuedRequestKind.comment
    /// Has no queue of its own: what fails here waits already.
    let comments: RemoteComments

    func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        guard let comment = try? SecretCoding.decode(WaitingComment.self, from: request.payload),
            let message = CommentMessage(comment.message)
        else { return .refused(QueueProblem(code: "unreadable", text: Self.unreadable)) }
        guard await comments.author() == comment.author else { return .needsLogin }
        do throws(CommentsError) {
            _ = try await comments.submit(message, on: comment.image, of: comment.author, as: request.id)
            if request.wantsNotice { comments.unseen.note(comment, request.id) }
            return .done(Self.posted)
        } catch {
            return QueuedRequestAnswer(error)
        }
    }

    func owner(of payload: Secret) -> UserID? {
        (try? SecretCoding.decode(WaitingComment.self, from: payload))?.author
    }

    private static let posted = LocalizedText(en: "Your comment is posted.", es: "Tu comentario está publicado.")
    private static let unreadable = LocalizedText(
        en: "A comment that waited can't be read. Write it again.",
        es: "No se puede leer un comentario que esperaba. Vuelve a escribirlo.")
}

/// Comments that were posted while nobody saw it, since the program ended as they were
/// sent for the first time: whoever says the same again says it once.
final class UnseenComments: Sendable {
    /// The server knows each by its name, also when it comes again.
    private let names = Locked<[Int: QueuedRequestID]>([:])

    func note(_ comment: WaitingComment, _ name: QueuedRequestID) {
        names.withLock { $0[comment.hashValue] = name }
    }

    /// The name of a comment that says the same, for once.
    func take(_ comment: WaitingComment) -> QueuedRequestID? {
        names.withLock { $0.removeValue(forKey: comment.hashValue) }
    }
}

extension QueuedRequestAnswer {
    fileprivate static let needsLogin = QueuedRequestAnswer.blocked(
        QueueProblem(
            code: "not_logged_in",
            text: LocalizedText(
                en: "It is posted when the person who wrote it logs in.",
                es: "Se publica cuando quien lo escribió inicie sesión.")))

    /// What a failure means for a comment that waits: only what the server says
    /// about it is final.
    fileprivate init(_ error: CommentsError) {
        switch error {
        case .connectivity, .waiting, .cancelled: self = .unreachable(error.text)
        case .busy(_, let retryAfter):
            self = .failed(QueueProblem(presenting: error), retryAfter: retryAfter)
        case .notLoggedIn, .interrupted: self = .needsLogin
        case .emailNotVerified: self = .failed(QueueProblem(presenting: error))
        case .tooMany(let retryAfter):
            self = .failed(QueueProblem(presenting: error), retryAfter: retryAfter)
        case .postponed: self = .failed(QueueProblem(presenting: error))
        case .imageNotFound: self = .refused(QueueProblem(presenting: error))
        case .commentNotFound, .unknownCursor, .notTheAuthor:
            self = .refused(QueueProblem(code: "invalid_data", text: error.text))
        case .noComments: self = .refused(QueueProblem(presenting: error))
        case .refused: self = .refused(QueueProblem(presenting: error))
        // Somebody else has logged in since it was looked at.
        case .impossible(let obstacle) where obstacle.code == "not_logged_in": self = .needsLogin
        case .impossible(let obstacle) where obstacle.isFinal: self = .refused(QueueProblem(presenting: error))
        case .impossible: self = .failed(QueueProblem(presenting: error))
        case .kept(let error, _): self = QueuedRequestAnswer(error)
        case .server, .invalidData: self = .failed(QueueProblem(code: "server_error", text: error.text))
        }
    }
}

/// Reads the comments in the queue.
struct WaitingComments: WaitingCommentsReading {
    let queue: any RequestQueueing
    let comments: RemoteComments

    func waitingComments(on image: ImageID) async -> [CommentMessage] {
        guard let author = await comments.author(), let requests = try? await queue.requests(.comment) else {
            return []
        }
        return requests.filter { $0.subject == "\(image)" }.compactMap { message(of: $0, by: author) }
    }

    func waitingComment(_ name: UUID) async -> CommentMessage? {
        guard let author = await comments.author(), let requests = try? await queue.requests(.comment),
            let request = requests.first(where: { $0.id.uuid == name })
        else { return nil }
        return message(of: request, by: author)
    }

    func waitingCounts() async -> [ImageID: Int] {
        guard let author = await comments.author(), let requests = try? await queue.requests(.comment) else {
            return [:]
        }
        let images = requests.filter { message(of: $0, by: author) != nil }.compactMap { ImageID($0.subject) }
        return images.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    private func message(of request: QueuedRequest, by author: UserID) -> CommentMessage? {
        guard let comment = try? SecretCoding.decode(WaitingComment.self, from: request.payload),
            comment.author == author, request.subject == "\(comment.image)"
        else { return nil }
        return CommentMessage(comment.message)
    }
}
