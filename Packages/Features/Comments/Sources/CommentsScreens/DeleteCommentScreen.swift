import CommentsAPI
import CoreModels
import FeedScreensAPI
import Localization
import ScreensAPI

/// Where people take back what they said.
struct DeleteCommentScreen: Sendable {
    let source: CommentsSource
    let deletion: Scoped<any CommentDeleting>

    var screen: Screen {
        Screen(
            CommentsPlaces.deletion, for: .people, actions: [ScreenAction("delete-comment", perform: delete)]
        ) { try await contents($0) }
    }

    private func contents(_ request: ScreenRequest) async throws -> ScreenContents {
        let cursor = try CommentsCursor(request), id = CommentID(request.values["comment"] ?? "")
        guard let comment = try await source.page(from: cursor, for: request)?.items.first(where: { $0.id == id }),
            comment.isMine == true
        else { throw ScreenFailure.notFound(CommentsScreenTexts.notYours) }
        return ScreenContents(
            .words(CommentsScreenTexts.deletionQuestion),
            .column([
                .conversation([ScreenRemark(by: comment.username, comment.message, at: comment.createdAt)]),
                .text(.words(CommentsScreenTexts.deletionMeans)),
                .form(
                    ScreenForm(
                        "delete-comment", to: request.place, button: CommentsScreenTexts.delete,
                        called: CommentsScreenTexts.delete(comment.message, by: comment.username), .destructive)),
                .links([ScreenLink(CommentsScreenTexts.keepIt, to: comments(from: cursor))]),
            ]))
    }

    private func delete(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        let cursor = try CommentsCursor(sent.request)
        guard let id = CommentID(sent.request.values["comment"] ?? "") else {
            throw ScreenFailure.notFound(CommentsScreenTexts.notYours)
        }
        try await deletion(at: sent.request.browser).delete(id, on: cursor.image)
        return .go(comments(from: cursor))
    }

    private func comments(from cursor: CommentsCursor) -> Place {
        PicturePlaces.picture(cursor.image).with(CommentsPlaces.cursor, cursor.comment?.description)
            .part(CommentsPlaces.part)
    }
}
