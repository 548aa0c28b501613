import ConsoleAPI
import FeedAPI
import FoundationEssentials
import Localization

/// How a picture of the feed is described to a person; what the server didn't
/// say is left out.
struct PictureDetails: Sendable {
    let image: FeedImage
    let now: Date

    /// A row of the feed's table.
    var row: [StyledText] {
        [
            title, note ?? StyledText(verbatim: ""), author ?? StyledText(verbatim: ""),
            StyledText(image.createdAt.map { .since($0, at: now) } ?? LocalizedText(verbatim: "")),
            StyledText(verbatim: image.commentCount.map { "\($0)" } ?? ""), StyledText(verbatim: image.location ?? ""),
            StyledText(verbatim: "\(image.id)", .faint),
        ]
    }

    /// The columns of the feed's table.
    ///
    /// A title has room for 40 characters and an ellipsis on a screen of 80. Who may see a
    /// picture is said in words that aren't cut, and not at all where everyone may see all.
    static let columns = [
        Table.Column(FeedTexts.descriptionColumn, minimumWidth: 41),
        Table.Column(FeedTexts.audienceColumn, minimumWidth: 15, isOptional: true),
        Table.Column(FeedTexts.authorColumn, minimumWidth: 8, isOptional: true),
        Table.Column(FeedTexts.timeColumn, isOptional: true),
        Table.Column(FeedTexts.commentsColumn, alignment: .trailing, isOptional: true),
        Table.Column(FeedTexts.locationColumn, minimumWidth: 8, isOptional: true),
        Table.Column.identifiers(FeedTexts.identifierColumn),
    ]

    /// Name by name, for one picture.
    var fields: [OutputField] {
        var fields: [OutputField] = []
        if let author { fields.append(OutputField(FeedTexts.authorColumn, author)) }
        if let time = image.createdAt {
            fields.append(OutputField(FeedTexts.timeColumn, StyledText(.when(time, at: now))))
        }
        if let place = image.location { fields.append(OutputField(FeedTexts.locationColumn, verbatim: place)) }
        if let isPublic = image.isPublic {
            fields.append(OutputField(FeedTexts.audienceColumn, StyledText(FeedTexts.audience(isPublic))))
        }
        if let width = image.width, let height = image.height {
            fields.append(OutputField(FeedTexts.sizeColumn, verbatim: "\(width) × \(height)"))
        }
        if let count = image.commentCount { fields.append(OutputField(FeedTexts.commentsColumn, verbatim: "\(count)")) }
        return fields + [OutputField(FeedTexts.identifierColumn, StyledText(verbatim: "\(image.id)", .faint))]
    }

    /// What it shows, where it was taken, who published it and when, in a line.
    var line: StyledText {
        let place = StyledText(verbatim: image.location.map { " · \($0)" } ?? "")
        let dot = StyledText(verbatim: " · ")
        let who = author.map { dot + $0 } ?? StyledText(verbatim: "")
        let time = image.createdAt.map { dot + StyledText(.since($0, at: now), .faint) } ?? StyledText(verbatim: "")
        return title + place + who + time + (note.map { StyledText(verbatim: "  ") + $0 } ?? StyledText(verbatim: ""))
    }

    /// What it shows.
    var title: StyledText {
        image.description.map { StyledText(verbatim: $0, .strong) } ?? StyledText(FeedTexts.withoutDescription, .faint)
    }

    private var author: StyledText? {
        image.author.map { author in
            StyledText(verbatim: author)
                + (image.isMine == true ? StyledText(FeedTexts.you, .accent) : StyledText(verbatim: ""))
        }
    }

    /// What tells an author that nobody else sees the picture, or that strangers
    /// don't; nil otherwise.
    private var note: StyledText? {
        if image.isHidden { return StyledText(FeedTexts.hidden, .warning) }
        return image.isPublic == false ? StyledText(FeedTexts.membersMark, .faint) : nil
    }
}
