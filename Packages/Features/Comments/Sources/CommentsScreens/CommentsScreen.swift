import CommentsAPI
import CoreModels
import FeedScreensAPI
import Localization
import Presenting
import ScreensAPI

/// What was said about a picture, alone, and what takes what is said.
struct CommentsScreen: Sendable {
    let section: CommentsSection
    let posting: Scoped<any CommentPosting>?

    var screen: Screen {
        let actions = posting.map { posting in [ScreenAction("comment") { try await say($0, posting) }] }
        return Screen(CommentsPlaces.all, actions: actions ?? []) { try await contents($0) }
    }

    private func contents(_ request: ScreenRequest) async throws -> ScreenContents {
        let cursor = try CommentsCursor(request)
        guard let blocks = try await section.blocks(from: cursor, for: request) else {
            throw ScreenFailure.notFound(CommentsScreenTexts.unknownPicture)
        }
        let picture = ScreenLink(CommentsScreenTexts.picture, to: PicturePlaces.picture(cursor.image))
        return ScreenContents(
            .words(CommentsScreenTexts.heading),
            .column([.links([picture])] + blocks))
    }

    private func say(_ sent: ScreenSubmission, _ posting: Scoped<any CommentPosting>) async throws -> ScreenOutcome {
        let request = sent.request
        guard request.person != nil else { throw CommentsError.notLoggedIn }
        let cursor = try CommentsCursor(request)
        guard let message = CommentMessage(sent["message"]) else {
            throw FieldRefusal(NoComment(of: sent["message"]), at: "message")
        }
        let comment = try await posting(at: request.browser).post(message, on: cursor.image)
        // It is said, whatever comes of looking for it.
        let start = try? await section.source.start(ofPageWith: comment.id, from: cursor, for: request)
        let place = PicturePlaces.picture(cursor.image).with(CommentsPlaces.cursor, start?.description)
        return .go(place.part(CommentsPlaces.part))
    }
}

/// The text can't be a comment.
private struct NoComment: PresentableError {
    let code = "invalid_message"
    let nature = FailureNature.input
    let text: LocalizedText

    init(of message: String) {
        text = CommentMessage.problem(of: message) ?? CommentMessage.rule
    }
}
