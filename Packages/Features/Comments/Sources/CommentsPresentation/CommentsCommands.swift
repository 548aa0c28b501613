import CommentsAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization

/// `essential comments`, `essential comments delete` and `essential comment`.
struct CommentsCommands: Sendable {
    let loading: any CommentsLoading
    let posting: any CommentPosting
    let deleting: any CommentDeleting
    let waiting: (any WaitingCommentsReading)?
    let now: @Sendable () -> Date

    private static let image = Parameter.argument("id", .uuid, summary: CommentsTexts.imageArgument)
    private static let comment = Parameter.argument("comment", .uuid, summary: CommentsTexts.commentArgument)
    private static let words = Parameter<[String]>.arguments(
        "message", .text("MESSAGE"), isRequired: true, summary: CommentsTexts.messageArgument)
    private static let exampleID = "6f9619ff-8b86-d011-b42d-00cf4fc964ff"

    /// Shows the comments on a picture.
    var list: Command {
        Command(
            "comments", summary: CommentsTexts.listSummary, group: .feed,
            examples: [CommandExample("essential comments \(Self.exampleID)", CommentsTexts.listExample)],
            parameters: [Self.image]
        ) { invocation, terminal throws(CommandFailure) in
            let image = ImageID(invocation[Self.image])
            let waiting = await waiting?.waitingComments(on: image) ?? []
            var own = waiting.flatMap(Self.marked)
            if !waiting.isEmpty { own.append(.line(CommentsTexts.seeQueue, .faint)) }
            do throws(CommentsError) {
                let comments = try await loading.loadComments(on: image)
                let others = comments.flatMap(blocks)
                if others.isEmpty, own.isEmpty { own = [.line(CommentsTexts.empty, .faint)] }
                return CommandOutput(
                    json: List(
                        items: comments.map(Item.init),
                        waiting: waiting.isEmpty ? nil : waiting.map { List.Waiting(message: $0.description) }),
                    text: others + own)
            } catch {
                // What the person said is there without the server as well.
                terminal.write(own)
                throw CommandFailure(error)
            }
        }
    }

    /// Deletes a comment on a picture.
    var delete: Command {
        Command(
            "comments delete", summary: CommentsTexts.deleteSummary, discussion: CommentsTexts.deleteDiscussion,
            group: .feed,
            examples: [
                CommandExample(
                    "essential comments delete \(Self.exampleID) 9594102a-9df2-8538-a99c-16c18fe81c9b",
                    CommentsTexts.deleteExample)
            ],
            parameters: [Self.image, Self.comment]
        ) { invocation, _ throws(CommandFailure) in
            let id = CommentID(invocation[Self.comment])
            do throws(CommentsError) {
                try await deleting.delete(id, on: ImageID(invocation[Self.image]))
                return CommandOutput(json: Deleted(deleted: id), .line(CommentsTexts.deleted, .success))
            } catch {
                throw CommandFailure(error)
            }
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
        ) { invocation, terminal throws(CommandFailure) in
            guard let message = CommentMessage(invocation[Self.words].joined(separator: " ")) else {
                throw .usage(CommentsTexts.invalidMessage)
            }
            do throws(CommentsError) {
                let comment = try await posting.post(message, on: ImageID(invocation[Self.image]))
                return CommandOutput(
                    json: Item(comment), text: [.line(CommentsTexts.posted, .success)] + blocks(comment))
            } catch {
                if error.isWaiting { terminal.write(Self.marked(message)) }
                throw CommandFailure(error)
            }
        }
    }

    private func blocks(_ comment: ImageComment) -> [OutputBlock] {
        let gap = StyledText(verbatim: "  ")
        let time = StyledText(.ago(seconds: now().timeIntervalSince(comment.createdAt)), .faint)
        return [
            .line(
                StyledText(verbatim: comment.username, .strong) + gap + time + gap
                    + StyledText(verbatim: "\(comment.id)", .faint)),
            .paragraph(StyledText(verbatim: comment.message), indent: 2),
        ]
    }

    /// A comment of the person's own that isn't posted yet.
    private static func marked(_ message: CommentMessage) -> [OutputBlock] {
        [
            .line(
                StyledText(CommentsTexts.you, .strong) + StyledText(verbatim: "  ")
                    + StyledText(CommentsTexts.waiting, .warning)),
            .paragraph(StyledText(verbatim: message.description), indent: 2),
        ]
    }

    /// The comments as `--json` prints them, with the names of the wire.
    private struct List: Encodable, Sendable {
        struct Waiting: Encodable, Sendable {
            let message: String
        }

        let items: [Item]
        /// The person's own that wait on this device.
        let waiting: [Waiting]?
    }

    private struct Deleted: Encodable, Sendable {
        let deleted: CommentID
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

extension CommentsError {
    /// Whether the comment is kept, to be posted later.
    fileprivate var isWaiting: Bool {
        switch self {
        case .waiting, .interrupted: true
        default: false
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
        case .commentNotFound: self.init(code: "comment_not_found", message: error.text)
        case .notTheAuthor: self.init(code: "not_the_author", message: error.text)
        case .notLoggedIn, .interrupted:
            self.init(exit: .notLoggedIn, code: "not_logged_in", message: error.text, hint: CommentsTexts.logInHint)
        case .emailNotVerified:
            self.init(code: "email_not_verified", message: error.text, hint: CommentsTexts.verifyHint)
        case .refused: self.init(code: "invalid_data", message: error.text)
        case .cancelled: self.init(exit: .interrupted, code: "cancelled", message: error.text)
        }
    }
}
