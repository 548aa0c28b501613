import CommentsAPI
import CoreModels
import FeedScreensAPI
import Localization
import Presenting
import ScreensAPI

/// What was said about a picture, below it.
struct CommentsSection: Sendable {
    let comments: any CommentsReading

    /// How many a screen has.
    private static let limit = 30
    /// The parameter that names the comment after which they go on.
    private static let cursor: StaticString = "comments_after"
    private static let name: StaticString = "comments"

    var section: PictureSection {
        PictureSection { image, request in
            do {
                return try await section(below: image, for: request)
            } catch let error as any PresentableError where error.nature == .connectivity {
                // The picture is there all the same.
                return ScreenSection(
                    Self.name, CommentsScreenTexts.heading, [.notice(ScreenNotice(presenting: error))])
            }
        }
    }

    private func section(below image: ImageID, for request: ScreenRequest) async throws -> ScreenSection? {
        let text = request.query[Self.cursor.description], cursor = text.flatMap { CommentID($0) }
        guard (text == nil) == (cursor == nil),
            let page = try await comments.comments(on: image, after: cursor, limit: Self.limit)
        else {
            guard text != nil else { return nil }
            throw ScreenFailure.notFound(CommentsScreenTexts.unknownCursor)
        }
        let start = request.place.with(Self.cursor, nil).part(Self.name)
        var links: [ScreenLink] = []
        if let next = page.next {
            links.append(ScreenLink(CommentsScreenTexts.later, to: start.with(Self.cursor, next.description)))
        }
        if cursor != nil { links.append(ScreenLink(CommentsScreenTexts.first, to: start)) }
        let remarks = page.items.map { ScreenRemark(by: $0.username, $0.message, at: $0.createdAt) }
        return ScreenSection(
            Self.name, CommentsScreenTexts.heading,
            [remarks.isEmpty ? .text(.words(CommentsScreenTexts.none)) : .conversation(remarks)]
                + (links.isEmpty ? [] : [.links(links)]))
    }
}
