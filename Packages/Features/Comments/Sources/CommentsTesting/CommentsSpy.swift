public import CommentsAPI
public import CoreModels
public import FoundationEssentials
import Localization
import Locking

/// Answers with fixed results and remembers what was asked and posted.
public final class CommentsSpy: CommentsLoading, CommentPosting, CommentDeleting {
    /// What was asked of the spy.
    public enum Call: Hashable, Sendable {
        /// A page of the comments on a picture.
        case load(ImageID, after: CommentID? = nil)
        /// A comment was posted.
        case post(CommentMessage, on: ImageID)
        /// A comment was deleted.
        case delete(CommentID, on: ImageID)
    }

    private let comments: Result<[ImageComment], CommentsError>
    private let failsAfter: CommentID?
    private let savedAt: Date?
    private let posted: Result<ImageComment, CommentsError>
    private let deleted: Result<Void, CommentsError>
    private let recorded = Locked<[Call]>([])

    /// Creates a spy.
    ///
    /// - Parameters:
    ///   - failsAfter: The page after this comment can't be reached.
    ///   - savedAt: Since when the comments are kept on the device; nil for as they are now.
    public init(
        comments: Result<[ImageComment], CommentsError> = .success([]), failsAfter: CommentID? = nil,
        savedAt: Date? = nil,
        posted: Result<ImageComment, CommentsError> = .failure(.notLoggedIn),
        deleted: Result<Void, CommentsError> = .success(())
    ) {
        self.comments = comments
        self.failsAfter = failsAfter
        self.savedAt = savedAt
        self.posted = posted
        self.deleted = deleted
    }

    /// The calls so far, in order.
    public var calls: [Call] { recorded.current }

    /// Answers with a page of the comments.
    public func loadComments(
        on image: ImageID, after cursor: CommentID?, limit: Int
    ) async throws(CommentsError) -> CommentsPage {
        recorded.withLock { $0.append(.load(image, after: cursor)) }
        var rest = try comments.get()[...]
        if let cursor {
            if cursor == failsAfter { throw .connectivity(LocalizedText(en: "Off.", es: "Sin red.")) }
            guard let seen = rest.firstIndex(where: { $0.id == cursor }) else { throw .unknownCursor }
            rest = rest[(seen + 1)...]
        }
        let page = rest.prefix(limit)
        return CommentsPage(
            items: Array(page), next: page.endIndex < rest.endIndex ? page.last?.id : nil, savedAt: savedAt)
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
