import CommentsAPI
import CoreModels
import ScreensAPI

/// Where comments are.
enum CommentsPlaces {
    /// What was said about a picture, alone.
    static let all = ScreenRoute("/p/{id}/comments")
    /// The question whether a comment is to be deleted.
    static let deletion = ScreenRoute("/p/{id}/comments/{comment}/delete")

    /// The parameter that names the comment after which they go on.
    static let cursor: StaticString = "comments_after"
    /// What those follow who look at comments.
    static let topic: StaticString = "comments"
    /// The part of a screen in which they are.
    static let part: StaticString = "comments"
}

/// Comments of which a screen shows some.
struct CommentsCursor: Sendable {
    /// The picture.
    let image: ImageID
    /// The comment after which they begin; nil for the first.
    let comment: CommentID?

    /// - Throws: `ScreenFailure` for a parameter that is none.
    init(_ image: ImageID, in request: ScreenRequest) throws {
        let text = request.query[CommentsPlaces.cursor.description]
        comment = text.flatMap { CommentID($0) }
        guard (text == nil) == (comment == nil) else {
            throw ScreenFailure.notFound(CommentsScreenTexts.unknownCursor)
        }
        self.image = image
    }

    /// - Throws: `ScreenFailure` where there is no picture.
    init(_ request: ScreenRequest) throws {
        guard let image = ImageID(request.values["id"] ?? "") else {
            throw ScreenFailure.notFound(CommentsScreenTexts.unknownPicture)
        }
        try self.init(image, in: request)
    }
}
