import AccountsScreensAPI
import CommentsAPI
import CoreModels
import FeedScreensAPI
import Localization
import Presenting
import ScreensAPI

/// What was said about a picture, below it, and where one says something.
struct CommentsSection: Sendable {
    let source: CommentsSource
    /// Whether people who are logged in can say something.
    let takesComments: Bool
    /// Whether it is told when there are others.
    let isFollowed: Bool
    /// Has what waits to be said; nil where nothing waits.
    let waiting: Scoped<any WaitingCommentsReading>?
    /// Tells whether people may say something; nil to learn it from who does.
    let permit: WritingPermit?

    var section: PictureSection {
        PictureSection { image, request in
            let cursor = try CommentsCursor(image, in: request)
            return try await blocks(from: cursor, for: request).map {
                ScreenSection(
                    CommentsPlaces.part, CommentsScreenTexts.heading, $0,
                    following: isFollowed ? LiveTopic(CommentsPlaces.topic, about: image.description) : nil)
            }
        }
    }

    /// Some of the comments on a picture, those that wait, and where one says
    /// something; nil if there is no such picture.
    func blocks(from cursor: CommentsCursor, for request: ScreenRequest) async throws -> [ScreenBlock]? {
        let said: [ScreenBlock]
        do {
            guard let remarks = try await remarks(from: cursor, for: request) else { return nil }
            said = remarks
        } catch let error as any PresentableError where error.nature == .connectivity {
            // The picture is there all the same.
            said = [.notice(ScreenNotice(.remark, error.fullText, nextSteps: error.nextSteps))]
        }
        return said + (try await unsaid(cursor.image, request))
            + (takesComments ? [await say(from: cursor, for: request)] : [])
    }

    /// What the person said and nobody has heard yet.
    private func unsaid(_ image: ImageID, _ request: ScreenRequest) async throws -> [ScreenBlock] {
        guard request.person != nil, let waiting = try await waiting?(at: request.browser) else { return [] }
        let messages = await waiting.waitingComments(on: image)
        guard !messages.isEmpty else { return [] }
        let entries = messages.map { ScreenEntry(.words(CommentsScreenTexts.waits), [.written($0.description)]) }
        return [
            .entries(entries), .notice(ScreenNotice(.remark, CommentsScreenTexts.sentLater, nextSteps: [.seeQueue])),
        ]
    }

    private func remarks(from cursor: CommentsCursor, for request: ScreenRequest) async throws -> [ScreenBlock]? {
        guard let page = try await source.page(from: cursor, for: request) else {
            guard cursor.comment != nil else { return nil }
            throw ScreenFailure.notFound(CommentsScreenTexts.unknownCursor)
        }
        let start = request.place.with(CommentsPlaces.cursor, nil).part(CommentsPlaces.part)
        var links: [ScreenLink] = []
        if let next = page.next {
            links.append(
                ScreenLink(CommentsScreenTexts.later, to: start.with(CommentsPlaces.cursor, next.description)))
        }
        if cursor.comment != nil { links.append(ScreenLink(CommentsScreenTexts.first, to: start)) }
        let remarks = page.items.map { remark($0, from: cursor) }
        let notice = page.remark(at: request.now).map { ScreenNotice(.remark, $0) }
        return (notice.map { [.notice($0)] } ?? [])
            + [remarks.isEmpty ? .text(.words(CommentsScreenTexts.none)) : .conversation(remarks)]
            + (links.isEmpty ? [] : [.links(links)])
    }

    private func remark(_ comment: ImageComment, from cursor: CommentsCursor) -> ScreenRemark {
        let place = CommentsPlaces.deletion.place(cursor.image.description, comment.id.description)
            .with(CommentsPlaces.cursor, cursor.comment?.description)
        let isOwn = takesComments && comment.isMine == true
        return ScreenRemark(
            by: comment.username, comment.message, at: comment.createdAt, isOwn: comment.isMine == true,
            mark: comment.isOfAuthor ? CommentsScreenTexts.author : nil,
            links: isOwn
                ? [
                    ScreenLink(
                        CommentsScreenTexts.delete, to: place, .removal,
                        called: CommentsScreenTexts.delete(comment.message, by: comment.username))
                ] : [])
    }

    private func say(from cursor: CommentsCursor, for request: ScreenRequest) async -> ScreenBlock {
        guard request.person != nil else {
            return .notice(ScreenNotice(.remark, CommentsScreenTexts.logInToSay, nextSteps: [.logIn]))
        }
        if let obstacle = await permit?.obstacle(for: request) { return .notice(obstacle) }
        // Where the form is, the comments go on after it is sent.
        let place = CommentsPlaces.all.place(cursor.image.description)
            .with(CommentsPlaces.cursor, cursor.comment?.description)
        return .form(
            ScreenForm(
                "comment", to: place,
                [ScreenField("message", .text, CommentsScreenTexts.message)],
                button: CommentsScreenTexts.send, joiningConversation: true))
    }
}
