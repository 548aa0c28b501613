import ConsoleAPI
import CoreModels
import FeedAPI
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
        let image = try await post(
            ImageDraft(
                file: invocation[Self.file], description: invocation[Self.description],
                location: invocation[Self.location], isPublic: invocation[Self.isPublic]), terminal)
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
            throw CommandFailure(error)
        }
    }
}

extension CommandFailure {
    init(_ error: ImagePostingError) {
        switch error {
        case .unreadable: self.init(code: "file_not_read", message: error.text)
        case .connectivity, .waiting: self.init(exit: .noConnectivity, code: "no_connectivity", message: error.text)
        case .impossible(let code, _): self.init(code: code, message: error.text)
        case .refused(let code, _): self.init(code: code, message: error.text)
        case .tooLarge: self.init(code: "file_too_large", message: error.text)
        case .tooMany, .postponed: self.init(code: "too_many_pictures", message: error.text)
        case .busy: self.init(exit: .noConnectivity, code: "server_busy", message: error.text)
        case .invalidData: self.init(code: "invalid_data", message: error.text)
        case .notLoggedIn, .interrupted:
            self.init(exit: .notLoggedIn, code: "not_logged_in", message: error.text, hint: FeedTexts.logInHint)
        case .emailNotVerified:
            self.init(code: "email_not_verified", message: error.text, hint: PostTexts.verifyHint)
        case .cancelled: self.init(exit: .interrupted, code: "cancelled", message: error.text)
        }
    }
}
