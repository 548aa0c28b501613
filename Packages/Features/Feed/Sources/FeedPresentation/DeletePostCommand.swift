import ConsoleAPI
import CoreModels
import FeedAPI
import FeedPresentationAPI
import FoundationEssentials
import Localization

/// `essential post delete`: a picture out of the feed.
struct DeletePostCommand: Sendable {
    let deleting: any ImageDeleting
    let details: any FeedImageLoading
    /// Knows what pictures show.
    let kept: any FeedCaching

    private static let id = Parameter.picture(summary: FeedTexts.imageArgument)

    private static let confirmed = Parameter.flag("yes", summary: PostTexts.yesOption)

    var command: Command {
        Command(
            "post delete", summary: PostTexts.deleteSummary, discussion: PostTexts.deleteDiscussion, group: .feed,
            examples: [
                CommandExample("essential post delete 2", PostTexts.deleteExample),
                CommandExample("essential post delete 2 --yes", PostTexts.deleteUnaskedExample),
            ],
            parameters: [Self.id, Self.confirmed]
        ) { invocation, terminal throws(CommandFailure) in
            let id = try await terminal.picture(invocation[Self.id])
            let image = invocation.isJSON ? nil : await details.image(id, orFrom: kept), title = image?.description
            // Nobody is asked about what can't be done.
            guard image?.isMine != false else {
                throw CommandFailure(code: ImageDeletionError.notFound.code, message: PostTexts.notYours(title))
            }
            // A number may be of another list than the person thinks; scripts name what they mean.
            if !invocation.isJSON, terminal.capabilities(of: .output).isInteractive {
                guard
                    try await terminal.agreement(
                        to: Self.confirmed, of: invocation, asking: PostTexts.deleteQuestion(title ?? "\(id)"))
                else { return CommandOutput(json: Deleted(deleted: nil), .line(PostTexts.notDeleted)) }
            }
            do throws(ImageDeletionError) {
                try await deleting.delete(id)
                let hint = invocation[Self.id].isOnlyNumber ? [OutputBlock.line(PostTexts.numbersStay, .faint)] : []
                return CommandOutput(
                    json: Deleted(deleted: id), text: [.line(PostTexts.deleted(title), .success)] + hint)
            } catch {
                throw CommandFailure(presenting: error)
            }
        }
    }

    private struct Deleted: Encodable, Sendable {
        let deleted: ImageID?
    }
}
