import ConsoleAPI
import CoreModels
import FeedAPI
import FeedPresentationAPI
import FoundationEssentials
import Localization

/// `essential post`: a picture into the feed.
struct PostCommand: Sendable {
    let posting: any ImagePosting

    private static let file = Parameter.argument("file", .file, summary: PostTexts.fileArgument)
    private static let description = Parameter<String?>.optional(
        "description", short: "d", .text, summary: PostTexts.descriptionOption)
    private static let location = Parameter<String?>.optional(
        "location", short: "l", .text, summary: PostTexts.locationOption)
    private static let isPublic = Parameter.flag("public", summary: PostTexts.publicOption)

    var command: Command {
        Command(
            "post", summary: PostTexts.summary, discussion: PostTexts.discussion, group: .feed,
            examples: [
                CommandExample(
                    "essential post beach.jpg --description \"The beach\" --location Cádiz", PostTexts.membersExample),
                CommandExample("essential post beach.jpg --public", PostTexts.publicExample),
            ],
            parameters: [Self.file, Self.description, Self.location, Self.isPublic]
        ) { invocation, terminal throws(CommandFailure) in
            try await run(invocation, terminal)
        }
    }

    private func run(_ invocation: Invocation, _ terminal: any Terminal) async throws(CommandFailure) -> CommandOutput {
        let draft = ImageDraft(
            file: invocation[Self.file], description: invocation[Self.description],
            location: invocation[Self.location], isPublic: invocation[Self.isPublic])
        try draft.checkBeforeSending()
        let image = try await post(draft, terminal)
        terminal.remember(terminal.rows(of: .pictures) + [image.id.uuid], of: .pictures)
        return CommandOutput(
            json: FeedImageOutput(image),
            .line(PostTexts.posted(image.id), .success))
    }

    private func post(_ draft: ImageDraft, _ terminal: any Terminal) async throws(CommandFailure) -> FeedImage {
        let bar = terminal.progress(PostTexts.sending, unit: .bytes)
        defer { bar.finish() }
        do throws(ImagePostingError) {
            return try await posting.post(draft) { progress in
                bar.update(completed: Int64(progress.sentBytes), total: Int64(progress.totalBytes))
            }
        } catch {
            throw CommandFailure(presenting: error)
        }
    }
}
