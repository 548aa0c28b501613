import CommentsAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization

/// `essential comments` and `essential comment`.
struct CommentsCommands: Sendable {
    let loading: any CommentsLoading
    let posting: any CommentPosting
    let waiting: (any WaitingCommentCounting)?

    private static let image = Parameter.argument("id", .uuid, summary: CommentsTexts.imageArgument)
    private static let words = Parameter<[String]>.arguments(
        "message", .text("MESSAGE"), isRequired: true, summary: CommentsTexts.messageArgument)
    private static let exampleID = "6f9619ff-8b86-d011-b42d-00cf4fc964ff"

    /// Shows the comments on a picture.
    var list: Command {
        Command(
            "comments", summary: CommentsTexts.listSummary, group: .feed,
            examples: [CommandExample("essential comments \(Self.exampleID)", CommentsTexts.listExample)],
            parameters: [Self.image]
        ) { invocation, _ throws(CommandFailure) in
            let image = ImageID(invocation[Self.image])
            let comments = try await load(image)
            var blocks = comments.isEmpty ? [.line(CommentsTexts.empty, .faint)] : comments.flatMap(Self.blocks)
            let count = await waiting?.waitingComments(on: image) ?? 0
            if count > 0 { blocks.append(.line(CommentsTexts.waiting(count), .warning)) }
            return CommandOutput(
                json: List(items: comments.map(Item.init), waiting: count > 0 ? count : nil), text: blocks)
        }
    }

    /// Posts a comment on a picture.
    var post: Command {
        Command(
            "comment", summary: CommentsTexts.postSummary, discussion: CommentsTexts.postDiscussion, group: .feed,
            examples: [
                CommandExample("essential comment \(Self.exampleID) \"What a light!\"", CommentsTexts.postExample)
            ],
            parameters: [Self.image, Self.words]
        ) { invocation, _ throws(CommandFailure) in
            guard let message = CommentMessage(invocation[Self.words].joined(separator: " ")) else {
                throw .usage(CommentsTexts.invalidMessage)
            }
            let comment = try await post(message, on: ImageID(invocation[Self.image]))
            return CommandOutput(
                json: Item(comment), text: [.line(CommentsTexts.posted, .success)] + Self.blocks(comment))
        }
    }

    private func load(_ image: ImageID) async throws(CommandFailure) -> [ImageComment] {
        do throws(CommentsError) {
            return try await loading.loadComments(on: image)
        } catch {
            throw CommandFailure(error)
        }
    }

    private func post(_ message: CommentMessage, on image: ImageID) async throws(CommandFailure) -> ImageComment {
        do throws(CommentsError) {
            return try await posting.post(message, on: image)
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func blocks(_ comment: ImageComment) -> [OutputBlock] {
        let time = StyledText(verbatim: "  " + comment.createdAt.formatted(.iso8601), .faint)
        return [
            .line(StyledText(verbatim: comment.username, .strong) + time),
            .paragraph(StyledText(verbatim: comment.message), indent: 2),
        ]
    }

    /// The comments as `--json` prints them, with the names of the wire.
    private struct List: Encodable, Sendable {
        let items: [Item]
        /// How many of the person's own wait on this device.
        let waiting: Int?
    }

    private struct Item: Encodable, Sendable {
        struct Author: Encodable, Sendable {
            let username: String
        }

        let id: CommentID
        let message: String
        let createdAt: Date
        let author: Author

        private enum CodingKeys: String, CodingKey {
            case id, message, author
            case createdAt = "created_at"
        }

        init(_ comment: ImageComment) {
            id = comment.id
            message = comment.message
            createdAt = comment.createdAt
            author = Author(username: comment.username)
        }
    }
}

extension CommandFailure {
    init(_ error: CommentsError) {
        switch error {
        case .connectivity, .waiting: self.init(exit: .noConnectivity, code: "no_connectivity", message: error.text)
        case .impossible(let code, _): self.init(code: code, message: error.text)
        case .invalidData: self.init(code: "invalid_data", message: error.text)
        case .imageNotFound: self.init(code: "image_not_found", message: error.text)
        case .notLoggedIn, .interrupted:
            self.init(exit: .notLoggedIn, code: "not_logged_in", message: error.text, hint: CommentsTexts.logInHint)
        case .emailNotVerified:
            self.init(code: "email_not_verified", message: error.text, hint: CommentsTexts.verifyHint)
        case .refused: self.init(code: "invalid_data", message: error.text)
        case .cancelled: self.init(exit: .interrupted, code: "cancelled", message: error.text)
        }
    }
}
