public import CommentsAPI
public import CoreModels
import Locking

/// Answers with fixed results and remembers what was asked and posted.
public final class CommentsSpy: CommentsLoading, CommentPosting, CommentDeleting {
    /// What was asked of the spy.
    public enum Call: Hashable, Sendable {
        /// The comments on a picture.
        case load(ImageID)
        /// A comment was posted.
        case post(CommentMessage, on: ImageID)
        /// A comment was deleted.
        case delete(CommentID, on: ImageID)
    }

    private let comments: Result<[ImageComment], CommentsError>
    private let posted: Result<ImageComment, CommentsError>
    private let deleted: Result<Void, CommentsError>
    private let recorded = Locked<[Call]>([])

    /// Creates a spy.
    public init(
        comments: Result<[ImageComment], CommentsError> = .success([]),
        posted: Result<ImageComment, CommentsError> = .failure(.notLoggedIn),
        deleted: Result<Void, CommentsError> = .success(())
    ) {
        self.comments = comments
        self.posted = posted
        self.deleted = deleted
    }

    /// The calls so far, in order.
    public var calls: [Call] { recorded.current }

    /// Answers with the comments.
    public func loadComments(on image: ImageID) async throws(CommentsError) -> [ImageComment] {
        recorded.withLock { $0.append(.load(image)) }
        return try comments.get()
    }

    /// Answers with the posted comment.
    public func post(_ message: CommentMessage, on image: ImageID) async throws(CommentsError) -> ImageComment {
        recorded.withLock { $0.append(.post(message, on: image)) }
        return try posted.get()
    }

    /// Deletes nothing.
    public func delete(_ comment: CommentID, on image: ImageID) async throws(CommentsError) {
        recorded.withLock { $0.append(.delete(comment, on: image)) }
        try deleted.get()
    }
}
