import CommentsAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization

/// Comments as `--json` prints them, with the names of the wire.
struct CommentsOutput: Encodable, Sendable {
    struct Waiting: Encodable, Sendable {
        let message: String
    }

    struct Item: Encodable, Sendable {
        struct Author: Encodable, Sendable {
            let username: String
        }

        let id: CommentID
        let message: String
        let createdAt: Date
        let author: Author
        /// Nil for no.
        let isOfAuthor: Bool?

        init(_ comment: ImageComment) {
            id = comment.id
            message = comment.message
            createdAt = comment.createdAt
            author = Author(username: comment.username)
            isOfAuthor = comment.isOfAuthor ? true : nil
        }
    }

    let items: [Item]
    /// The person's own that wait on this device.
    let waiting: [Waiting]?
    /// After which comment there are more.
    let next: CommentID?
    /// Since when they are kept; nil for as the server has them.
    let savedAt: Date?

    init(items: [Item], waiting: [CommentMessage], next: CommentID?, savedAt: Date?) {
        self.items = items
        self.waiting = waiting.isEmpty ? nil : waiting.map { Waiting(message: $0.description) }
        self.next = next
        self.savedAt = savedAt
    }
}

extension ImageComment {
    /// The comment as a person sees it.
    ///
    /// - Parameter number: Its place in the list that is remembered; nil for one
    ///   in none.
    func blocks(at now: Date, number: Int? = nil) -> [OutputBlock] {
        let gap = StyledText(verbatim: "  ")
        let time = StyledText(.since(createdAt, at: now), .faint)
        let place = StyledText(verbatim: number.map { "\($0)  " } ?? "", .faint)
        // Before the name and its two spaces: whatever a name says of itself comes behind.
        let author = isOfAuthor ? StyledText(CommentsTexts.author, .accent) + gap : StyledText(verbatim: "")
        let mark: LocalizedText? =
            ReadableText.mixesScripts(username)
            ? CommentsTexts.mixedScripts : ReadableText.hasLetterForms(username) ? CommentsTexts.letterForms : nil
        let warning = mark.map { gap + StyledText($0, .warning) } ?? StyledText(verbatim: "")
        return [
            .line(
                place + author + StyledText(verbatim: username, .strong) + warning + gap + time + gap
                    + StyledText(verbatim: "\(id)", .faint)),
            .paragraph(StyledText(verbatim: message), indent: 2),
        ]
    }
}

extension CommentMessage {
    /// A comment of the person's own that isn't posted yet.
    var blocks: [OutputBlock] {
        [
            .line(
                StyledText(CommentsTexts.you, .strong) + StyledText(verbatim: " ")
                    + StyledText(CommentsTexts.waiting, .warning)),
            .paragraph(StyledText(verbatim: description), indent: 2),
        ]
    }
}

extension ListName {
    /// The comments on a picture.
    static let comments = ListName("comments", shownBy: "essential comments ID")
}
