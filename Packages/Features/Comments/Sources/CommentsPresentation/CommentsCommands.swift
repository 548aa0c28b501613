import CommentsAPI
import ConsoleAPI
import CoreModels
import FeedPresentationAPI
import FoundationEssentials
import Localization

/// `essential comments`, `essential comments delete` and `essential comment`.
struct CommentsCommands: Sendable {
    let loading: any CommentsLoading
    let posting: any CommentPosting
    let deleting: any CommentDeleting
    let waiting: (any WaitingCommentsReading)?
    let now: @Sendable () -> Date

    private static let image = Parameter.picture(summary: CommentsTexts.imageArgument)
    private static let comment = Parameter.argument(
        "comment", .row(of: .comments).called(en: "COMMENT", es: "COMENTARIO"), summary: CommentsTexts.commentArgument)
    private static let words = Parameter<[String]>.arguments(
        "message", .text.called(en: "MESSAGE", es: "MENSAJE"), summary: CommentsTexts.messageArgument)

    private static let limit = Parameter.option(
        "limit", short: "n", .integer(in: 1...100), default: 50, summary: CommentsTexts.limitOption)
    private static let after = Parameter<RowName?>.optional(
        "after", .row(of: .comments), summary: CommentsTexts.afterOption)
    private static let all = Parameter.flag("all", short: "a", summary: CommentsTexts.allOption)

    /// Shows the comments on a picture.
    var list: Command {
        Command(
            "comments", summary: CommentsTexts.listSummary, discussion: CommentsTexts.listDiscussion, group: .feed,
            examples: [
                CommandExample("essential comments 2", CommentsTexts.listExample),
                CommandExample("essential comments 2 --all", CommentsTexts.listAllExample),
            ],
            parameters: [Self.image, Self.limit, Self.after, Self.all], goesOnAfterLogin: true
        ) { invocation, terminal throws(CommandFailure) in
            let image = try await terminal.picture(invocation[Self.image])
            let reading = CommentsReading(
                loading: loading, image: image, limit: invocation[Self.limit], wantsAll: invocation[Self.all],
                invocation: invocation, waiting: await waiting?.waitingComments(on: image) ?? [], now: now,
                terminal: terminal)
            var start: CommentID?
            if let name = invocation[Self.after] {
                start = CommentID(try await terminal.identifier(name, in: .comments))
            }
            return try await reading.run(after: start)
        }
    }

    /// Deletes a comment on a picture.
    var delete: Command {
        Command(
            "comments delete", summary: CommentsTexts.deleteSummary, discussion: CommentsTexts.deleteDiscussion,
            group: .feed,
            examples: [
                CommandExample(
                    "essential comments delete 2 1",
                    CommentsTexts.deleteExample)
            ],
            parameters: [Self.image, Self.comment]
        ) { invocation, terminal throws(CommandFailure) in
            let image = try await terminal.picture(invocation[Self.image])
            let id = CommentID(try await terminal.identifier(invocation[Self.comment], in: .comments))
            do throws(CommentsError) {
                try await deleting.delete(id, on: image)
                return CommandOutput(json: Deleted(deleted: id), .line(CommentsTexts.deleted, .success))
            } catch {
                throw CommandFailure(presenting: error)
            }
        }
    }

    /// Posts a comment on a picture.
    var post: Command {
        Command(
            "comment", summary: CommentsTexts.postSummary, discussion: CommentsTexts.postDiscussion, group: .feed,
            examples: [
                CommandExample("essential comment 2 \"What a light!\"", CommentsTexts.postExample)
            ],
            parameters: [Self.image, Self.words]
        ) { invocation, terminal throws(CommandFailure) in
            let image = try await terminal.picture(invocation[Self.image])
            let message = try await message(invocation, terminal)
            do throws(CommentsError) {
                let comment = try await posting.post(message, on: image)
                terminal.remember(terminal.rows(of: .comments) + [comment.id.uuid], of: .comments)
                return CommandOutput(
                    json: CommentsOutput.Item(comment),
                    text: [.line(CommentsTexts.posted, .success)] + comment.blocks(at: now()))
            } catch {
                if error.isWaiting { terminal.write(message.blocks) }
                throw CommandFailure(presenting: error)
            }
        }
    }

    /// What somebody wants to say: the words that were given, else what a person
    /// types.
    private func message(
        _ invocation: Invocation, _ terminal: any Terminal
    ) async throws(CommandFailure) -> CommentMessage {
        let text = try await terminal.answer(
            to: Self.words, of: invocation, asking: CommentsTexts.messagePrompt
        ) { CommentMessage.problem(of: $0) }
        guard let message = CommentMessage(text) else {
            throw CommandFailure(
                exit: .usage, code: "invalid_data", message: CommentMessage.problem(of: text) ?? CommentMessage.rule,
                hint: CommentsTexts.nothingSent)
        }
        return message
    }

    /// The first comments beneath a picture that is shown in full.
    var beneathPictures: RowDetails {
        RowDetails(to: .pictures) { id in
            let image = ImageID(id), time = now()
            let own = await waiting?.waitingComments(on: image).flatMap(\.blocks) ?? []
            do throws(CommentsError) {
                let page = try await loading.loadComments(on: image, after: nil, limit: Self.fewComments)
                let remark = page.remark(at: time).map { [OutputBlock.line($0, .warning)] } ?? []
                if page.items.isEmpty, own.isEmpty { return remark + [.line(CommentsTexts.empty, .faint)] }
                let more = page.next == nil ? [] : [OutputBlock.line(CommentsTexts.all(on: image), .faint)]
                return remark + page.items.flatMap { $0.blocks(at: time) } + more + own
            } catch {
                return [.line(error.text, .warning)] + own
            }
        }
    }

    private static let fewComments = 10

    private struct Deleted: Encodable, Sendable {
        let deleted: CommentID
    }
}
