import ConsoleAPI
import CoreModels
import FeedAPI
import FoundationEssentials
import Localization

/// `essential post delete`: a picture out of the feed.
struct DeletePostCommand: Sendable {
    let deleting: any ImageDeleting

    private static let id = Parameter.argument("id", .uuid, summary: FeedTexts.imageArgument)

    var command: Command {
        Command(
            "post delete", summary: PostTexts.deleteSummary, discussion: PostTexts.deleteDiscussion, group: .feed,
            examples: [
                CommandExample(
                    "essential post delete 6f9619ff-8b86-d011-b42d-00cf4fc964ff", PostTexts.deleteExample)
            ],
            parameters: [Self.id]
        ) { invocation, _ throws(CommandFailure) in
            let id = ImageID(invocation[Self.id])
            do throws(ImageDeletionError) {
                try await deleting.delete(id)
                return CommandOutput(json: Deleted(deleted: id), .line(PostTexts.deleted, .success))
            } catch {
                throw CommandFailure(error)
            }
        }
    }

    private struct Deleted: Encodable, Sendable {
        let deleted: ImageID
    }
}

extension CommandFailure {
    init(_ error: ImageDeletionError) {
        switch error {
        case .connectivity: self.init(exit: .noConnectivity, code: "no_connectivity", message: error.text)
        case .impossible(let code, _): self.init(code: code, message: error.text)
        case .invalidData: self.init(code: "invalid_data", message: error.text)
        case .notFound: self.init(code: "image_not_found", message: error.text)
        case .notLoggedIn:
            self.init(exit: .notLoggedIn, code: "not_logged_in", message: error.text, hint: FeedTexts.logInHint)
        case .cancelled: self.init(exit: .interrupted, code: "cancelled", message: error.text)
        }
    }
}
